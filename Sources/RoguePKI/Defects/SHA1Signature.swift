internal import RogueModel
internal import RogueOpenSSL

/// Signed with SHA-1, for which collisions have been made since 2017; its predecessor MD5 was broken for certificates the
/// same way (CVE-2004-2761).
struct SHA1Signature: Defect {
  let descriptor = NamedDescriptor(name: "sha1-signature", summary: "The certificate is signed with SHA-1")

  func apply(
    to draft: inout CertificateDraft, _ parameters: UseParameters, _ context: DefectContext
  ) throws(HarnessFailure) {
    switch context.signerType {
    case .p256, .p384: draft.method = .ecdsa(.sha1)
    case .rsa2048, .rsaPSS2048: draft.method = .rsaPKCS1(.sha1)
    case .ed25519:
      throw HarnessFailure(.badData, "sha1-signature of \(context.certificate): Ed25519 knows no SHA-1")
    }
  }
}
