package import RogueOpenSSL

/// Why bytes cannot be followed any further; ends up in the evidence, because clients may send anything.
package struct Undecodable: Error, Hashable {
  package var why: String
  /// What an endpoint that reads such bytes answers.
  package var alert: TLSAlertCode

  package init(_ why: String, alert: TLSAlertCode = .decodeError) {
    self.why = why
    self.alert = alert
  }
}
