internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// A handshake from the ClientHello to the client's Finished, of one version.
protocol ServerHandshake: AnyObject {
  /// Answers the client's next message; the first one is a ClientHello.
  func take(_ message: HandshakeMessage) throws(TLSAbort)
  /// The client's Finished was right: application data may come.
  var isEstablished: Bool { get }
  /// Begins what this server wants between a request and its answer; gives who takes the messages of it, nil where
  /// nothing comes between.
  func interlude() throws(TLSAbort) -> (any ServerHandshake)?
  /// What the ClientHello says that the connection is for.
  var purpose: ConnectionPurpose { get }
  /// Set when a behaviour leaves the handshake unfinished: nothing more is said or read.
  var stop: FlightStop? { get }
  /// Takes the key log's lines since the last call.
  func takeSecrets() -> [WireTranscript.Secret]
}

/// What a connection was opened for, as far as it matters to requests on it.
struct ConnectionPurpose: Sendable, Hashable {
  /// The host that the ClientHello names (RFC 6066, section 3); nil: none.
  var host: String?
  /// The application protocol that was agreed on (RFC 7301); nil: none.
  var protocolName: String?
}

/// What both versions choose in the same way.
enum Negotiation {
  /// The version that this ClientHello gets, or the alert for one that offers no such version.
  ///
  /// - Parameter insists: the version is another, whatever was offered.
  static func check(_ hello: ClientHello, for version: TLSVersion, insists: Bool = false) throws(TLSAbort) {
    let offers: Bool
    if hello.extensions.contains(.supportedVersions) {
      offers = hello.evidence.versions.contains(version.wireValue)
    } else {
      // Before TLS 1.3 the field names the highest version (RFC 8446, appendix D.2).
      offers = version == .tls12 && hello.legacyVersion >= version.wireValue
    }
    guard offers || insists else { throw TLSAbort(.protocolVersion, "the client does not offer the version") }
    if let type = hello.unreadable {
      throw TLSAbort(.decodeError, "extension \(type) of the ClientHello cannot be read, or came twice")
    }
    guard hello.compressionMethods.contains(0), version == .tls12 || hello.compressionMethods.count == 1 else {
      throw TLSAbort(.illegalParameter, "the client offers wrong compression methods")
    }
  }

  /// The first protocol of the server's list that the client offers (RFC 7301, section 3.2); a client that offers only
  /// others is served without.
  static func protocolName(_ hello: ClientHello, _ known: [String]) -> String? {
    known.first { hello.evidence.alpn.contains($0) }
  }

  static func writeProtocolName(_ name: String?, _ writer: inout ByteWriter) {
    guard let name else { return }
    writer.helloExtension(.applicationProtocols) { $0.vector16 { $0.vector8 { $0.append(name.utf8) } } }
  }

  static func writeSignatureSchemes(_ writer: inout ByteWriter) {
    writer.vector16 { list in
      for scheme in SignatureScheme.known { list.uint16(scheme.rawValue) }
    }
  }
}
