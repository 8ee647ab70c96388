internal import CGnuTLS

/// A private key with which GnuTLS signs handshakes.
///
/// Unchecked: it is not changed after it was made, and signing only reads it.
@safe public final class GnuTLSPrivateKey: @unchecked Sendable {
  /// The property by which GnuTLS chooses a signature algorithm.
  public enum Kind: Sendable, Hashable {
    case p256, p384, p521, ed25519, ed448
    case rsa
    /// An RSA key restricted to PSS (RFC 4055, section 1.2).
    case rsaPSS
  }

  let handle: gnutls_privkey_t

  private init() throws(GnuTLSFailure) {
    var made: gnutls_privkey_t?
    try GnuTLSFailure.check("make a private key") { unsafe gnutls_privkey_init(&made) }
    guard let made = unsafe made else { throw GnuTLSFailure("make a private key", GNUTLS_E_MEMORY_ERROR) }
    unsafe handle = made
  }

  deinit { unsafe gnutls_privkey_deinit(handle) }

  /// Reads an unencrypted PKCS #8 PrivateKeyInfo.
  public convenience init(pkcs8: [UInt8]) throws(GnuTLSFailure) {
    try self.init()
    var made: gnutls_x509_privkey_t?
    try GnuTLSFailure.check("make a private key") { unsafe gnutls_x509_privkey_init(&made) }
    guard let key = unsafe made else { throw GnuTLSFailure("make a private key", GNUTLS_E_MEMORY_ERROR) }
    defer { unsafe gnutls_x509_privkey_deinit(key) }
    try GnuTLSFailure.check("read a private key") {
      unsafe withDatum(pkcs8) {
        unsafe gnutls_x509_privkey_import_pkcs8(key, $0, GNUTLS_X509_FMT_DER, nil, GNUTLS_PKCS_PLAIN.rawValue)
      }
    }
    try GnuTLSFailure.check("take a private key") {
      unsafe gnutls_privkey_import_x509(handle, key, GNUTLS_PRIVKEY_IMPORT_COPY.rawValue)
    }
  }

  /// An unrelated key of that type.
  public convenience init(stranger kind: Kind) throws(GnuTLSFailure) {
    try self.init()
    let (algorithm, bits): (gnutls_pk_algorithm_t, CUnsignedInt) =
      switch kind {
      case .p256: (GNUTLS_PK_ECDSA, Self.bits(of: GNUTLS_ECC_CURVE_SECP256R1))
      case .p384: (GNUTLS_PK_ECDSA, Self.bits(of: GNUTLS_ECC_CURVE_SECP384R1))
      case .p521: (GNUTLS_PK_ECDSA, Self.bits(of: GNUTLS_ECC_CURVE_SECP521R1))
      case .ed25519: (GNUTLS_PK_EDDSA_ED25519, 0)
      case .ed448: (GNUTLS_PK_EDDSA_ED448, 0)
      case .rsa: (GNUTLS_PK_RSA, 2048)
      case .rsaPSS: (GNUTLS_PK_RSA_PSS, 2048)
      }
    try GnuTLSFailure.check("make up a private key") {
      unsafe gnutls_privkey_generate2(handle, algorithm, bits, 0, nil, 0)
    }
  }

  /// The number that names a curve where GnuTLS expects a number of bits: the macro `GNUTLS_CURVE_TO_BITS`.
  private static func bits(of curve: gnutls_ecc_curve_t) -> CUnsignedInt { 1 << 31 | curve.rawValue }

  /// Nil when it is a kind that no handshake here signs with.
  public var kind: Kind? {
    var bits: CUnsignedInt = 0
    let algorithm = unsafe gnutls_privkey_get_pk_algorithm(handle, &bits)
    return switch (gnutls_pk_algorithm_t(rawValue: CUnsignedInt(bitPattern: algorithm)), bits) {
    case (GNUTLS_PK_ECDSA, 256): .p256
    case (GNUTLS_PK_ECDSA, 384): .p384
    // GnuTLS counts the bits of whole bytes.
    case (GNUTLS_PK_ECDSA, 528): .p521
    case (GNUTLS_PK_EDDSA_ED25519, _): .ed25519
    case (GNUTLS_PK_EDDSA_ED448, _): .ed448
    case (GNUTLS_PK_RSA, _): .rsa
    case (GNUTLS_PK_RSA_PSS, _): .rsaPSS
    default: nil
    }
  }
}
