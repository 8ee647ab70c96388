/// What the peer sent as its certificate, at the moment when it has to be judged.
public struct TLSPeerFlight: Sendable, Hashable {
  /// The Certificate message byte for byte, with its four bytes of header.
  public var message: [UInt8]
  /// The entries of the message, as sent: nothing parsed, sorted or dropped.
  public var certificates: [[UInt8]]
  /// The stapled OCSP response, when one was asked for and came; only a client sees it.
  public var staple: [UInt8]?
  /// The SignedCertificateTimestampList, when it was asked for and came; only a client sees it.
  public var sctList: [UInt8]?
  /// What path building said, when the context has anchors; nil when it has none.
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

/// What OpenSSL's path building said about a certificate list.
public enum TLSPathVerdict: Sendable, Hashable {
  case trusted
  /// `code` is X509_V_ERR_…, `depth` the place in the chain that it is about.
  case untrusted(code: Int, words: String, depth: Int)
}

/// The answer to a peer's flight.
public enum TLSJudgement: Sendable, Hashable {
  case accept
  case refuse(TLSAlertCode)
  /// Refuse with the alert that OpenSSL gives for its own path verdict.
  case refuseAsVerified
}

enum CertificateMessage {
  /// The entries of a Certificate message (RFC 5246, section 7.4.2; RFC 8446, section 4.4.2), nil when it is torn.
  static func entries(of message: [UInt8], isTLS13: Bool) -> [[UInt8]]? {
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
    var entries: [[UInt8]] = []
    while position < message.count {
      guard let size = length(3), position + size <= message.count else { return nil }
      entries.append(Array(message[position..<position + size]))
      position += size
      if isTLS13 {
        guard let extensions = length(2), position + extensions <= message.count else { return nil }
        position += extensions
      }
    }
    return entries
  }
}
