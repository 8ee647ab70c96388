internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// The signed part names another signature algorithm than the one beside the signature (RFC 5280, section 4.1.1.2, wants
/// them equal): the one that is not signed is the one that verifies.
struct InnerOuterAlgorithmMismatch: Defect {
  let descriptor = NamedDescriptor(
    name: "inner-outer-algorithm-mismatch", summary: "The signed part names another signature algorithm")
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    let other: SignatureMethod =
      switch draft.method {
      case .ecdsa(let digest): .ecdsa(digest == .sha512 ? .sha256 : .sha512)
      case .ed25519, .ed448: .ecdsa(.sha256)
      case .rsaPKCS1(let digest), .rsaPSS(let digest): .rsaPKCS1(digest == .sha512 ? .sha256 : .sha512)
      }
    draft.innerAlgorithm = other.algorithmIdentifier
  }
}
