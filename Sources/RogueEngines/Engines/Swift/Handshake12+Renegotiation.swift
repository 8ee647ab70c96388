internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

// A second handshake on a connection (RFC 5246, section 7.4.1.1), tied to the first one (RFC 5746).
extension Handshake12 {
  /// The verify_data of both Finished messages of a handshake.
  struct RenegotiationBinding {
    var client: [UInt8]
    var server: [UInt8]

    /// The verify data in a server's renegotiation_info (RFC 5746, section 3.7).
    var both: [UInt8] { client + server }
  }

  /// A cipher suite that is a signal: renegotiation is understood (RFC 5746, section 3.3).
  private static let signal: UInt16 = 0x00FF

  static func knowsRenegotiation(_ hello: ClientHello) -> Bool {
    hello.extensions.contains(.renegotiationInfo) || hello.evidence.cipherSuites.contains(signal)
  }

  /// Ends a handshake that is not tied to the one before: an attacker spliced it in (RFC 5746, sections 3.6 and 3.7).
  func checkBond(of hello: ClientHello) throws(TLSAbort) {
    guard let bond else {
      guard hello.renegotiatedConnection.isEmpty else {
        throw TLSAbort(.handshakeFailure, "a first ClientHello that claims to be a second one")
      }
      return
    }
    guard hello.extensions.contains(.renegotiationInfo), hello.renegotiatedConnection == bond.client,
      !hello.evidence.cipherSuites.contains(Self.signal)
    else { throw TLSAbort(.handshakeFailure, "a second ClientHello that is not tied to the first handshake") }
  }

  /// Requests the second handshake, if there is to be one.
  func interlude() throws(TLSAbort) -> (any ServerHandshake)? {
    guard let agreed, bond == nil, settings.renegotiation != nil || settings.asks(.request) else { return nil }
    guard agreed.knowsRenegotiation else {
      // Untied it would prove nothing to either side.
      try settings.goOnWithoutCertificate()
      return nil
    }
    try wire.send(.handshake, ServerMessage(.helloRequest).bytes)
    return Handshake12(settings, settings.renegotiation ?? presentation, wire, after: agreed.verifyData)
  }
}

extension SwiftSettings {
  /// The server requests no certificate after the first handshake; ends the connection where a certificate is required.
  func goOnWithoutCertificate() throws(TLSAbort) {
    guard asks(.request), judge.mode == .require else { return }
    throw TLSAbort(
      refusingClient: "the server cannot request the client's certificate after the handshake",
      attempt.version == .tls13 ? .certificateRequired : .handshakeFailure)
  }
}
