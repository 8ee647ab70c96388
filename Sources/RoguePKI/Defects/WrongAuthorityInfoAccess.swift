internal import RogueModel
internal import RogueStimuli

/// authorityInfoAccess is malformed (RFC 5280, section 4.2.2.1). It says where to find more about the issuer, and no
/// client is obliged to read it.
struct WrongAuthorityInfoAccess: Defect {
  enum Form: String, CaseIterable {
    /// An OCTET STRING.
    case notASequence = "not-a-sequence"
    /// A right one, and critical, which it must not be.
    case critical
  }

  let descriptor = NamedDescriptor(
    name: "wrong-authority-info-access", summary: "authorityInfoAccess cannot be parsed, or is critical",
    keywords: ["AIA", "authorityInfoAccess"],
    parameters: [.form(Form.self, "how")])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    switch try context.parameters.form(Form.self) {
    case .notASequence:
      draft.replace(
        .authorityInformationAccess,
        with: CertificateExtension(
          .authorityInformationAccess, value: DERWriter.bytes { $0.primitive(.octetString, []) }))
    case .critical:
      // Nothing listens there: a client that fetches gets no answer, and one that only reads the extension has read it.
      draft.replace(
        .authorityInformationAccess,
        with: CertificateExtension(
          .authorityInformationAccess, critical: true,
          value: CertificateExtension.services([(.ocsp, "http://127.0.0.1:9/")]).value))
    }
  }
}
