internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// Signed with SHA-1, for which collisions have been made since 2017; its predecessor MD5 was broken for certificates the
/// same way (CVE-2004-2761).
struct SHA1Signature: Defect {
  let descriptor = NamedDescriptor(name: "sha1-signature", summary: "The certificate is signed with SHA-1")
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    switch draft.method {
    case .ecdsa: draft.method = .ecdsa(.sha1)
    case .rsaPKCS1, .rsaPSS: draft.method = .rsaPKCS1(.sha1)
    case .ed25519, .ed448:
      throw HarnessFailure(.badData, "sha1-signature of \(context.certificate): EdDSA has no signatures with SHA-1")
    }
  }
}
