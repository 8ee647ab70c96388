internal import RogueModel
internal import RogueStimuli

/// The signature is off by one bit: a validator that does not check it takes the certificate for genuine.
struct BadSignature: Defect {
  let descriptor = NamedDescriptor(name: "bad-signature", summary: "The last bit of the signature is flipped")
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    // The last byte: it is part of s in an ECDSA signature, so that the encoding stays right.
    draft.signatureEdits.append { signature in
      guard let last = signature.indices.last else { return }
      signature[last] ^= 1
    }
  }
}
