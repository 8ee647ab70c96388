internal import RogueOpenSSL

/// Why bytes cannot be followed any further; ends up in the evidence, because clients may send anything.
struct Undecodable: Error, Hashable {
  var why: String
  /// What an endpoint that reads such bytes answers.
  var alert: TLSAlertCode

  init(_ why: String, alert: TLSAlertCode = .decodeError) {
    self.why = why
    self.alert = alert
  }
}
