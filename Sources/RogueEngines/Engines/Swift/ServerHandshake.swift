internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// A handshake from the ClientHello to the client's Finished, of one version.
protocol ServerHandshake: HandshakeState {
  /// Answers the client's next message; the first one is a ClientHello.
  func take(_ message: HandshakeMessage) throws(TLSAbort)
  /// The client's Finished was right: application data may come.
  var isEstablished: Bool { get }
  /// Starts what this server does between a request and its response; returns the handshake that takes its messages, or
  /// nil if there is nothing in between.
  func interlude() throws(TLSAbort) -> (any ServerHandshake)?
  /// Whether a request may come before the handshake is over.
  var takesEarlyData: Bool { get }
  /// Takes a message of a client that has an established connection, or changes its keys in the middle of a handshake.
  func takeLate(_ message: HandshakeMessage) throws(TLSAbort)
  /// Sends what goes before an answer.
  func say(_ record: LateRecord) throws(TLSAbort)
}

extension ServerHandshake {
  /// Lets the script change what came to a point.
  func pass<Value>(_ point: KeyPath<HandshakePoints, [HandshakePoints.Edit<Value>]>, _ value: inout Value) {
    guard let now else { return }
    for edit in settings.script.points[keyPath: point] { edit(&value, now) }
  }

  /// The steps of a flight for this client.
  ///
  /// - Parameter absent: the messages that it does not get.
  func steps(_ stage: FlightKind, without absent: Set<HandshakeType> = []) -> [FlightStep] {
    now?.stage = stage
    var steps = settings.script[stage].filter { step in
      if case .message(let type) = step { !absent.contains(type) } else { true }
    }
    pass(\.flight, &steps)
    return steps
  }
}

/// The choices that both versions make in the same way.
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

  static func writeSignatureSchemes(_ schemes: [SignatureScheme], _ writer: inout ByteWriter) {
    writer.vector16 { list in
      for scheme in schemes { list.uint16(scheme.rawValue) }
    }
  }
}
