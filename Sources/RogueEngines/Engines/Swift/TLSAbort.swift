internal import RogueOpenSSL
internal import RogueTLS

/// Why the Swift engine ends a connection: the alert that goes out, and words for the record.
struct TLSAbort: Error {
  var alert: TLSAlertCode
  var why: String
  /// The fault is the client's authentication.
  var refusesClient = false

  init(_ alert: TLSAlertCode, _ why: String) {
    self.alert = alert
    self.why = why
  }

  init(refusingClient why: String, _ alert: TLSAlertCode) {
    self.init(alert, why)
    refusesClient = true
  }

  init(outOfPlace message: HandshakeMessage) {
    self.init(.unexpectedMessage, "a handshake message of type \(message.type.rawValue) out of place")
  }

  init(late message: HandshakeMessage) {
    self.init(.unexpectedMessage, "a handshake message of type \(message.type.rawValue) after the handshake")
  }

  init(_ undecodable: Undecodable) { self.init(undecodable.alert, undecodable.why) }

  init(_ failure: OpenSSLFailure) { self.init(.internalError, failure.description) }
}

/// Runs a primitive that only fails when OpenSSL itself is broken.
func orAbort<Value>(_ body: () throws(OpenSSLFailure) -> Value) throws(TLSAbort) -> Value {
  do throws(OpenSSLFailure) { return try body() } catch { throw TLSAbort(error) }
}
