internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// The RSA key is restricted to PSS, with these parameters or with any (RFC 4055, section 1.2); the last two kinds
/// sign certificates in another way than the key allows.
struct PSSOnlyKey: Defect {
  enum Kind: String, CaseIterable {
    /// PSS with whatever digest and salt.
    case unrestricted
    /// PSS with SHA-256 and a salt of 32 bytes, and that is how it signs.
    case restricted
    /// PSS with SHA-384, and it signs with SHA-256.
    case otherDigest = "other-digest"
    /// PSS, and it signs with PKCS #1 v1.5.
    case pkcs1
  }

  let descriptor = NamedDescriptor(
    name: "pss-only-key", summary: "The RSA key is an RSASSA-PSS key", keywords: ["RSASSA-PSS", "id-RSASSA-PSS"],
    parameters: [
      .init(
        name: "kind", kind: .text,
        summary:
          "unrestricted (default), restricted (to SHA-256), other-digest (restricted to SHA-384, signs over SHA-256) "
          + "or pkcs1 (signs with PKCS #1 v1.5)",
        choices: Kind.allCases.map(\.rawValue))
    ])
  let audience = DefectAudience.everybody

  func key(_ key: SigningKey, _ context: DefectContext) throws(HarnessFailure) -> SigningKey {
    let kind: Kind = try context.parameters.word("kind", default: .unrestricted)
    guard case .rsa = key.backing else {
      throw HarnessFailure(.badData, "pss-only-key of \(context.certificate): its key is not an RSA key")
    }
    let algorithm =
      switch kind {
      case .unrestricted, .pkcs1: SignatureMethod.encode(.rsaPSS)
      case .restricted: SignatureMethod.rsaPSS(.sha256).algorithmIdentifier
      case .otherDigest: SignatureMethod.rsaPSS(.sha384).algorithmIdentifier
      }
    guard let privateKey = key.privateKey(claiming: algorithm) else {
      throw HarnessFailure(.minting, "cannot read the private key of \(context.certificate)")
    }
    var material = key.material
    material.spki = SigningKey.spki(algorithm, key.publicBits)
    material.privateKey = privateKey
    return SigningKey(
      backing: key.backing, material: material, method: kind == .pkcs1 ? .rsaPKCS1(.sha256) : .rsaPSS(.sha256),
      publicBits: key.publicBits, keyIdentifier: key.keyIdentifier)
  }

  /// The draft has the key's own SubjectPublicKeyInfo already.
  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {}
}
