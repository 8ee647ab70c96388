internal import RogueModel
internal import RogueStimuli

/// The TLS feature extension holds something else than status_request alone (RFC 7633, section 4).
struct TLSFeatures: Defect {
  enum Form: String, CaseIterable {
    /// status_request (5) and status_request_v2 (17): must-staple is the first of two features.
    case statusRequestAndV2 = "status-request-and-v2"
    /// status_request_v2 (17) alone, which TLS 1.3 does not have.
    case v2Only = "status-request-v2-only"
    /// The number without the list.
    case notASequence = "not-a-sequence"
  }

  let descriptor = NamedDescriptor(
    name: "tls-features", summary: "The TLS feature extension has other features, or is not a SEQUENCE",
    keywords: ["TLS feature", "status_request", "must-staple"],
    parameters: [.form(Form.self, "which")])
  let audience = DefectAudience.everybody

  private static let statusRequest = 5
  private static let statusRequestV2 = 17

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let features: [Int]
    switch try context.parameters.form(Form.self) {
    case .statusRequestAndV2: features = [Self.statusRequest, Self.statusRequestV2]
    case .v2Only: features = [Self.statusRequestV2]
    case .notASequence:
      return draft.replaceValue(of: .tlsFeature, with: DERWriter.bytes { $0.integer(Self.statusRequest) })
    }
    draft.replaceValue(
      of: .tlsFeature, with: DERWriter.bytes { $0.sequence { for feature in features { $0.integer(feature) } } })
  }
}
