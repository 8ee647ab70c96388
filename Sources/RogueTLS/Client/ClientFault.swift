package import RogueModel
package import RogueOpenSSL

/// Why a client's connection ended before its time.
package enum ClientFault: Error, Hashable, Sendable {
  /// The client refuses what the server said.
  case refused(Refusal)
  /// The judge refused the server's certificates, with this alert.
  case judged(TLSAlertCode)
  /// The server sent a fatal alert.
  case alerted(TLSAlertCode)
  /// The client itself cannot continue: its identity cannot be used, or a primitive failed.
  case unable(String)

  package struct Refusal: Hashable, Sendable {
    package var alert: TLSAlertCode
    package var reason: Reason
    package var why: String
    /// The check that was made; nil for those that cannot be left out.
    package var check: ClientCheck?

    package init(_ alert: TLSAlertCode, _ why: String, reason: Reason = .protocol, check: ClientCheck? = nil) {
      self.alert = alert
      self.why = why
      self.reason = reason
      self.check = check
    }
  }

  static func refusing(_ alert: TLSAlertCode, _ why: String, reason: Reason = .protocol) -> ClientFault {
    .refused(Refusal(alert, why, reason: reason))
  }

  init(_ undecodable: Undecodable) { self = .refusing(undecodable.alert, undecodable.why) }

  /// The alert to send; nil if there is no peer to read it.
  package var alert: TLSAlertCode? {
    switch self {
    case .refused(let refusal): refusal.alert
    case .judged(let alert): alert
    case .alerted: nil
    case .unable: .internalError
    }
  }
}

/// Runs a primitive that only fails when OpenSSL itself is broken.
func orUnable<Value>(_ body: () throws(OpenSSLFailure) -> Value) throws(ClientFault) -> Value {
  do throws(OpenSSLFailure) { return try body() } catch { throw .unable(error.description) }
}

extension Set<ClientCheck> {
  /// Refuses what does not hold, unless the check is left out.
  func demand(
    _ check: ClientCheck, _ holds: Bool, _ alert: TLSAlertCode, _ why: @autoclosure () -> String,
    reason: Reason = .protocol
  ) throws(ClientFault) {
    guard !holds, contains(check) else { return }
    throw .refused(ClientFault.Refusal(alert, why(), reason: reason, check: check))
  }
}
