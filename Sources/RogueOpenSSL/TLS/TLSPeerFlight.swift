/// The peer's certificates at the point of the handshake at which they are judged.
public struct TLSPeerFlight: Sendable, Hashable {
  /// The Certificate message byte for byte, with its four bytes of header.
  public var message: [UInt8]
  /// The entries of the message, as sent: nothing parsed, sorted or dropped.
  public var certificates: [[UInt8]]
  /// The stapled OCSP response, if the client asked for one and got it; only a client sees it.
  public var staple: [UInt8]?
  /// Those that came with entries after the first one, by entry (RFC 8446, section 4.4.2.1).
  public var issuerStaples: [Int: [UInt8]] = [:]
  /// The SignedCertificateTimestampList, if the client asked for it and got it; only a client sees it.
  public var sctList: [UInt8]?
  /// The result of path building, if the context has anchors; nil if it has none.
  public var path: TLSPathVerdict?

  public init(
    message: [UInt8], certificates: [[UInt8]], staple: [UInt8]?, sctList: [UInt8]? = nil, path: TLSPathVerdict?
  ) {
    self.message = message
    self.certificates = certificates
    self.staple = staple
    self.sctList = sctList
    self.path = path
  }
}

/// The result of OpenSSL's path building for a certificate list.
public enum TLSPathVerdict: Sendable, Hashable {
  case trusted
  /// `code` is X509_V_ERR_…, `depth` the place in the chain that it is about.
  case untrusted(code: Int, words: String, depth: Int)
}

/// The judge's decision about a peer's flight.
public enum PeerVerdict: Sendable, Hashable {
  case accept
  case refuse(TLSAlertCode)
  /// Refuse with the alert that OpenSSL gives for its own path verdict.
  case refuseAsVerified
}

struct CertificateMessage {
  var entries: [[UInt8]] = []
  /// OCSP responses by entry; TLS 1.2 has them elsewhere.
  var staples: [Int: [UInt8]] = [:]

  /// Reads a Certificate message (RFC 5246, section 7.4.2; RFC 8446, section 4.4.2), nil when it is torn.
  init?(_ message: [UInt8], isTLS13: Bool) {
    var position = 4
    func length(_ bytes: Int) -> Int? {
      guard position + bytes <= message.count else { return nil }
      defer { position += bytes }
      return message[position..<position + bytes].reduce(0) { $0 << 8 | Int($1) }
    }
    if isTLS13 {
      guard let context = length(1) else { return nil }
      position += context
    }
    guard let total = length(3), position + total == message.count else { return nil }
    while position < message.count {
      guard let size = length(3), position + size <= message.count else { return nil }
      entries.append(Array(message[position..<position + size]))
      position += size
      if isTLS13 {
        guard let extensions = length(2), position + extensions <= message.count else { return nil }
        staples[entries.count - 1] = Self.staple(in: message[position..<position + extensions])
        position += extensions
      }
    }
  }

  /// The content of status_request, when it is an OCSP response (RFC 6066, section 8).
  private static func staple(in extensions: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = extensions
    while rest.count >= 4 {
      let header = Array(rest.prefix(4))
      let count = Int(header[2]) << 8 | Int(header[3])
      let content = rest.dropFirst(4).prefix(count)
      rest = rest.dropFirst(4 + count)
      guard header[0] == 0, header[1] == 5, content.count > 4, content.first == 1 else { continue }
      return Array(content.dropFirst(4))
    }
    return nil
  }
}
