internal import RogueModel

// Extensions with which a CA limits those below it (RFC 5280, sections 4.2.1.4, 4.2.1.10 and 4.2.1.11).
extension CertificateExtension {
  static func nameConstraints(permitted: [GeneralName], excluded: [GeneralName]) -> CertificateExtension {
    CertificateExtension(
      .nameConstraints, critical: true,
      value: DERWriter.bytes(capacity: 96) {
        $0.sequence {
          for (number, names) in [(UInt8(0), permitted), (1, excluded)] where !names.isEmpty {
            $0.constructed(.context(number, constructed: true)) {
              for name in names { $0.sequence { $0.name(name) } }
            }
          }
        }
      })
  }

  static func certificatePolicies(_ policies: [ObjectIdentifier]) -> CertificateExtension {
    CertificateExtension(
      .certificatePolicies,
      value: DERWriter.bytes(capacity: 64) {
        $0.sequence { for policy in policies { $0.sequence { $0.identifier(policy) } } }
      })
  }

  /// requireExplicitPolicy after no further certificate.
  static let requiresPolicy = CertificateExtension(
    .policyConstraints, critical: true,
    value: DERWriter.bytes(capacity: 8) { $0.sequence { $0.primitive(.context(0), [0]) } })
}
