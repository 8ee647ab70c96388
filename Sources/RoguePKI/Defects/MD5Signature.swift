internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// Signed with MD5, for which a rogue CA was made in 2008: a client that must validate such a certificate must refuse
/// it (RFC 8446, section 4.4.2.4; CVE-2004-2761).
struct MD5Signature: Defect {
  let descriptor = NamedDescriptor(name: "md5-signature", summary: "The certificate is signed with MD5, by an RSA key")
  let audience = DefectAudience.everybody
  /// libssl aborts the handshake if the client's signature_algorithms do not allow MD5, as Java's do not.
  let limits = [DefectLimit(.libssl, "cannot present to every client a leaf", place: .leaf)]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    try draft.method.requireRSA(for: descriptor.name, context)
    let identifier = SignatureMethod.encode(.rsaWithMD5, null: true)
    draft.innerAlgorithm = identifier
    draft.outerAlgorithm = identifier
    draft.forgery = { (signed, _, signer) throws(HarnessFailure) in
      try signer.signBlock { (key) throws(OpenSSLFailure) in
        let hash = MD5.hash(signed)
        return PKCS1Block(digest: SignatureMethod.encode(.md5, null: true), hash: hash).bytes(length: key.modulusLength)
      }
    }
  }
}
