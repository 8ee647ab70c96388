package import RogueOpenSSL

/// NamedGroup (RFC 8446, section 4.2.7), of the groups that keys are agreed on in.
package struct NamedGroup: Hashable, Sendable {
  package var number: UInt16
  package var agreement: KeyAgreement.Group

  /// The preferred ones first.
  package static let known = [
    NamedGroup(number: 29, agreement: .x25519), NamedGroup(number: 23, agreement: .p256),
    NamedGroup(number: 24, agreement: .p384),
  ]
}
