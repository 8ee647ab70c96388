internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli
internal import RogueTLS

// The client's certificate is requested after its request (RFC 8446, section 4.6.2).
extension Handshake13 {
  /// Requests a certificate from a client that offered it; each answer is read by the rules of the handshake.
  func interlude() throws(TLSAbort) -> (any ServerHandshake)? {
    guard settings.asks(.request), let agreed else { return nil }
    guard agreed.allowsLaterRequest else {
      try settings.goOnWithoutCertificate()
      return nil
    }
    // Not to be guessed, so that no answer can have been prepared (section 4.3.2).
    requestContext = try orAbort { () throws(OpenSSLFailure) in try RandomBytes.generate(8) }
    now?.stage = .after
    say(certificateRequest())
    try outbox.flush(wire)
    expecting = .certificate
    return self
  }
}
