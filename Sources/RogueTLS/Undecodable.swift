package import RogueOpenSSL

/// Why bytes cannot be followed any further; ends up in the evidence, because clients may send anything.
package struct Undecodable: Error, Hashable {
  package var why: String
  /// The alert with which an endpoint answers such bytes.
  package var alert: TLSAlertCode

  package init(_ why: String, alert: TLSAlertCode = .decodeError) {
    self.why = why
    self.alert = alert
  }
}
