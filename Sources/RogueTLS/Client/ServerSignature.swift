internal import RogueModel
internal import RogueOpenSSL

/// The signature with which a server proves that it holds its certificate's key, with what it was made over.
struct ServerSignature {
  /// Nil before TLS 1.2, where the message does not contain it.
  var scheme: UInt16?
  let legacyVersion: LegacyVersion
  var signature: ArraySlice<UInt8>
  var signed: [UInt8]

  /// Reads scheme and signature; nil when they are not there.
  init?(_ cursor: inout ByteCursor, over signed: [UInt8], _ legacyVersion: LegacyVersion = .tls12) {
    self.legacyVersion = legacyVersion
    if legacyVersion.namesSchemes {
      guard let scheme = cursor.uint16() else { return nil }
      self.scheme = scheme
    }
    guard let signature = cursor.vector16() else { return nil }
    self.signature = signature
    self.signed = signed
  }

  /// The signed content of a CertificateVerify of TLS 1.3 (RFC 8446, section 4.4.3).
  static func content13(_ side: Side, _ transcript: [UInt8]) -> [UInt8] {
    let context = side == .server ? "TLS 1.3, server CertificateVerify" : "TLS 1.3, client CertificateVerify"
    return [UInt8](repeating: 0x20, count: 64) + Array(context.utf8) + [0] + transcript
  }

  /// Verifies the signature with the leaf's key (RFC 8446, section 4.4.3; RFC 8422, section 5.4).
  ///
  /// - Parameter isBare: the server sent a raw public key instead of a certificate.
  func verify(
    by leaf: [UInt8], isBare: Bool, _ version: TLSVersion, _ rules: Rulebook
  ) throws(ClientFault) {
    let spki = isBare ? leaf : CertificateFields(der: leaf)?.publicKey
    guard let spki, let kind = SignatureKind(publicKey: spki), let key = try? PublicKey(spki: spki) else {
      throw .refusing(.unsupportedCertificate, "the leaf has no key that signs handshakes", reason: .malformed)
    }
    let form = try form(kind, version, rules)
    try rules.demand(
      .emptySignature, !signature.isEmpty, .decryptError, "the handshake's signature is empty",
      reason: .proofOfPossession)
    if signature.isEmpty { return }
    try rules.demand(
      version == .tls13 ? .signature13 : .signature12, key.verifies(signature, of: signed, as: form),
      .decryptError, "the handshake's signature is not by the certificate's key", reason: .proofOfPossession)
  }

  /// The signature's scheme, if it is allowed.
  private func form(
    _ kind: SignatureKind, _ version: TLSVersion, _ rules: Rulebook
  ) throws(ClientFault) -> SignatureForm {
    guard let scheme = scheme.map(SignatureScheme.init(rawValue:)) else {
      return legacyVersion.signatureForm(kind) ?? kind.usualForm
    }
    let name = "scheme 0x\(String(scheme.rawValue, radix: 16))"
    let isForbidden = version == .tls13 && scheme.isForbidden13
    try rules.demand(
      .schemeAllowed, !isForbidden, .illegalParameter, "the handshake is signed with \(name)",
      reason: .proofOfPossession)
    try rules.demand(
      .schemeOffered, isForbidden || SignatureScheme.known.contains(scheme), .illegalParameter,
      "the handshake is signed with \(name), which was not offered", reason: .proofOfPossession)
    // An unknown scheme is treated as the key's only one.
    guard let form = scheme.form else { return kind.usualForm }
    if case .ecdsa = kind, scheme.isECDSA {
      try rules.demand(
        .schemeCurve, isForbidden || scheme.fits(kind, version), .illegalParameter,
        "the handshake is signed with \(name), which belongs to another curve", reason: .proofOfPossession)
      return form
    }
    if kind == .rsaPSS, scheme.fits(.rsa, version) {
      try rules.demand(
        .schemeKey, isForbidden || scheme.fits(kind, version), .illegalParameter,
        "the handshake is signed with \(name), which is not for keys that are for PSS only", reason: .proofOfPossession)
      return form
    }
    let fits = isForbidden || scheme.fits(kind, version)
    try rules.demand(
      .schemeKey, fits, .illegalParameter, "the handshake is signed with \(name), which does not match the key",
      reason: .proofOfPossession)
    // The key makes no signature of that kind: it was made in the key's own way.
    return fits ? form : kind.usualForm
  }
}

extension SignatureScheme {
  /// SHA-1, and RSA signatures by PKCS #1 v1.5 (RFC 8446, section 4.2.3).
  fileprivate var isForbidden13: Bool { [0x0201, 0x0203, 0x0401, 0x0501, 0x0601].contains(rawValue) }
}

extension SignatureKind {
  fileprivate var usualForm: SignatureForm {
    switch self {
    case .ecdsa(.p384): .hashed(.sha384)
    case .ecdsa(.p521): .hashed(.sha512)
    case .ecdsa: .hashed(.sha256)
    case .ed25519, .ed448: .pure
    case .rsa, .rsaPSS: .pss(.sha256)
    }
  }
}
