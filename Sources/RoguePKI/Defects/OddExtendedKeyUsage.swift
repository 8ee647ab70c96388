internal import RogueModel
internal import RogueStimuli

/// extendedKeyUsage is missing, allows everything, or is written in a wrong way (RFC 5280, section 4.2.1.12).
struct OddExtendedKeyUsage: Defect {
  enum Form: String, CaseIterable {
    /// An empty list, although it must have at least one entry.
    case empty
    /// No such extension: every purpose is allowed.
    case absent
    /// anyExtendedKeyUsage alone.
    case any
    /// serverAuth, marked critical, as may be.
    case critical
    /// serverAuth, and an unknown purpose.
    case unknownBesideServer = "unknown-beside-server"
    /// An unknown purpose, in a critical extension.
    case unknownCritical = "unknown-critical"
    /// serverAuth without the SEQUENCE around it.
    case notASequence = "not-a-sequence"
  }

  let descriptor = NamedDescriptor(
    name: "odd-extended-key-usage", summary: "extendedKeyUsage is missing, unusual, or encoded wrongly",
    keywords: ["EKU", "extendedKeyUsage"],
    parameters: [.form(Form.self, "how")])
  let audience = DefectAudience.everybody
  /// libssl looks at the leaf's extensions to choose a suite of TLS 1.2, and finds none when it cannot read them.
  let limits = [
    DefectLimit(.libssl, "cannot serve TLS 1.2 with a leaf", place: .leafIn(.tls12), forms: ["not-a-sequence"])
  ]

  /// Under the enterprise number reserved for examples (RFC 5612).
  private static let unknown = ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 2)

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    func put(_ purposes: [ObjectIdentifier], critical: Bool = false) {
      var item = CertificateExtension.extendedKeyUsage(purposes)
      item.isCritical = critical
      draft.replace(.extendedKeyUsage, with: item)
    }
    switch try context.parameters.form(Form.self) {
    case .empty: put([])
    case .absent: draft.replace(.extendedKeyUsage, with: nil)
    case .any: put([.anyExtendedKeyUsage])
    case .critical: put([.serverAuthentication], critical: true)
    case .unknownBesideServer: put([.serverAuthentication, Self.unknown])
    case .unknownCritical: put([Self.unknown], critical: true)
    case .notASequence:
      draft.replaceValue(of: .extendedKeyUsage, with: DERWriter.bytes { $0.identifier(.serverAuthentication) })
    }
  }
}
