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
    /// The name of the demand that does not hold; nil for another refusal.
    package var demand: String?

    package init(_ alert: TLSAlertCode, _ why: String, reason: Reason = .protocol, demand: String? = nil) {
      self.alert = alert
      self.why = why
      self.reason = reason
      self.demand = demand
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

extension Rulebook {
  /// Refuses what does not hold.
  func demand(
    _ demand: Demand, _ holds: Bool, _ alert: TLSAlertCode, _ why: @autoclosure () -> String,
    reason: Reason = .protocol
  ) throws(ClientFault) {
    guard !self(demand, holds) else { return }
    throw .refused(ClientFault.Refusal(alert, why(), reason: reason, demand: demand.name))
  }
}
