public import RogueModel

/// The signature algorithms that the CertificateRequest names (RFC 8446, section 4.3.2; RFC 5246, section 7.4.4).
///
/// A client with several certificates presents one whose key signs with one of them (RFC 8446, section 4.4.2.3). Empty:
/// the server names all that it knows.
public enum ClientSignatureAlgorithms: ServerSetting {
  /// By its name and number in the registry of TLS SignatureSchemes (RFC 8446, section 4.2.3).
  public enum Scheme: String, Hashable, Sendable, CaseIterable {
    case ecdsaP256SHA256 = "ecdsa_secp256r1_sha256"
    case ecdsaP384SHA384 = "ecdsa_secp384r1_sha384"
    case ecdsaP521SHA512 = "ecdsa_secp521r1_sha512"
    case ed25519
    case ed448
    case rsaPSSSHA256 = "rsa_pss_rsae_sha256"
    case rsaPSSSHA384 = "rsa_pss_rsae_sha384"
    case rsaPSSSHA512 = "rsa_pss_rsae_sha512"
    case rsaPKCS1SHA256 = "rsa_pkcs1_sha256"
    case rsaPKCS1SHA384 = "rsa_pkcs1_sha384"
    case rsaPKCS1SHA512 = "rsa_pkcs1_sha512"

    public var number: UInt16 {
      switch self {
      case .ecdsaP256SHA256: 0x0403
      case .ecdsaP384SHA384: 0x0503
      case .ecdsaP521SHA512: 0x0603
      case .ed25519: 0x0807
      case .ed448: 0x0808
      case .rsaPSSSHA256: 0x0804
      case .rsaPSSSHA384: 0x0805
      case .rsaPSSSHA512: 0x0806
      case .rsaPKCS1SHA256: 0x0401
      case .rsaPKCS1SHA384: 0x0501
      case .rsaPKCS1SHA512: 0x0601
      }
    }

    /// The kind of the keys that sign so, as the CertificateRequest of TLS 1.2 numbers it (ClientCertificateType: 1 is
    /// rsa_sign; 64 is ecdsa_sign, which covers EdDSA, RFC 8422, section 5.5).
    public var certificateType: UInt8 {
      switch self {
      case .rsaPSSSHA256, .rsaPSSSHA384, .rsaPSSSHA512, .rsaPKCS1SHA256, .rsaPKCS1SHA384, .rsaPKCS1SHA512: 1
      case .ecdsaP256SHA256, .ecdsaP384SHA384, .ecdsaP521SHA512, .ed25519, .ed448: 64
      }
    }
  }

  public static let written = SettingParser<[Scheme]>(
    .list(of: .words(Scheme.allCases.map(\.rawValue)), what: "signature algorithms", minimum: 1), standard: []
  ) {
    $0.items.compactMap { Scheme(rawValue: $0.text) }
  }

  public static let stimulus = Stimulus<ServerRecipe>(
    "client-signature-algorithms", "the signature_algorithms of the CertificateRequest; default all that are known",
    evidence: .clientChain, text: { flow($0[ClientSignatureAlgorithms.self].map(\.rawValue)) }
  )
  .found(by: "signature_algorithms", "CertificateRequest")
  .limited { world, serving in
    guard !world.server[ClientSignatureAlgorithms.self].isEmpty else { return nil }
    return serving.library.map { "\($0) names all signature algorithms in its CertificateRequest" }
  }

  public static func complete(_ owner: inout ServerRecipe, with value: [Scheme]) throws(ParsingProblem) {
    try owner.requireRequest(for: stimulus)
  }

  public static func serve(_ value: [Scheme], of minted: MintedWorld, into settings: inout Settings) {}
}
