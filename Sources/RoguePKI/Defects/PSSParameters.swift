internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// A PSS signature whose parameters are unusual, or not those that it was made with (RFC 4055, section 3.1; RFC 8017,
/// section 9.1.2).
///
/// RFC 4055 allows every salt and another digest for the mask. TLS knows salts as long as the digest only, which is about
/// handshakes and not about certificates; validators differ.
struct PSSParameters: Defect {
  enum Kind: String, CaseIterable {
    case shortSalt = "short-salt"
    case noSalt = "no-salt"
    case sha1Mask = "sha1-mask"
    /// The parameters declare a salt as long as the digest, and it is not.
    case otherSalt = "other-salt"
  }

  let descriptor = NamedDescriptor(
    name: "pss-parameters", summary: "The RSA-PSS signature has unusual parameters, or not those that it states",
    keywords: ["RSASSA-PSS"],
    parameters: [
      .init(
        name: "kind", kind: .text,
        summary: "short-salt (default; 20 bytes), no-salt, sha1-mask, or other-salt (states 32 bytes and has 20)",
        choices: Kind.allCases.map(\.rawValue))
    ])
  let audience = DefectAudience.everybody

  private static let shortSalt = 20

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let kind: Kind = try context.parameters.word("kind", default: .shortSalt)
    try draft.method.requireRSA(for: descriptor.name, context)
    let digest = Digest.sha256
    let saltLength =
      switch kind {
      case .shortSalt, .otherSalt: Self.shortSalt
      case .noSalt: 0
      case .sha1Mask: digest.length
      }
    let mask: Digest = kind == .sha1Mask ? .sha1 : digest
    draft.method = .rsaPSS(digest)
    let identifier = SignatureMethod.encodePSS(
      digest, mask: mask, saltLength: kind == .otherSalt ? digest.length : saltLength)
    draft.innerAlgorithm = identifier
    draft.outerAlgorithm = identifier
    draft.forgery = { (signed, _, signer) throws(HarnessFailure) in
      guard case .rsa(let key) = signer.backing else {
        throw HarnessFailure(.minting, "a \(signer.material.type.rawValue) key cannot sign with PSS")
      }
      do throws(OpenSSLFailure) {
        return try key.signPSS(signed, digest, mask: mask, saltLength: saltLength)
      } catch {
        throw HarnessFailure(.minting, "cannot sign with PSS", underlying: "\(error)")
      }
    }
  }
}
