internal import RogueModel

extension CertificateRecipe {
  /// A CA may also sign OCSP responses, which is digitalSignature: GnuTLS and others refuse them without it.
  func keyUsage(of type: KeyType) -> Set<KeyUsage> {
    var bits: Set<KeyUsage> = [.digitalSignature]
    if isCA || usage == .certificateAuthority { bits.formUnion([.keyCertSign, .cRLSign]) }
    if usage == .server, type.rsa != nil { bits.insert(.keyEncipherment) }
    return bits
  }
}

extension CertificateRecipe.Usage {
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
