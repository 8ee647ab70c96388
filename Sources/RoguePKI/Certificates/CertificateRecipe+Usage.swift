internal import RogueModel
internal import RogueStimuli

extension CertificateRecipe {
  /// A CA may also sign OCSP responses, which is digitalSignature: GnuTLS and others refuse them without it.
  func keyUsage(of type: KeyType) -> Set<KeyUsage> {
    var bits: Set<KeyUsage> = [.digitalSignature]
    if self[IsCA.self] || self[CertificateUsage.self] == .certificateAuthority {
      bits.formUnion([.keyCertSign, .cRLSign])
    }
    if self[CertificateUsage.self] == .server, type.rsa != nil { bits.insert(.keyEncipherment) }
    return bits
  }
}

extension CertificateUsage.Purpose {
  /// The extended key usage; nil leaves the extension out.
  var purpose: ObjectIdentifier? {
    switch self {
    case .certificateAuthority, .unspecified: nil
    case .server: .serverAuthentication
    case .client: .clientAuthentication
    case .ocspSigner: .ocspSigning
    }
  }
}
