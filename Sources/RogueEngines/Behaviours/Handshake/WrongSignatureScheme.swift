internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The handshake is signed in a way that is ruled out, by TLS 1.3 (RFC 8446, sections 4.2.3 and 4.4.3) or for TLS 1.2
/// (RFC 5246, section 7.4.3; RFC 9155, section 4). The signature itself is right.
struct WrongSignatureScheme: Behaviour {
  enum Scheme: String, CaseIterable {
    /// ecdsa_sha1 or rsa_pkcs1_sha1.
    case sha1
    /// rsa_pkcs1_md5, of RSA keys and in TLS 1.2 only (CVE-2015-7575).
    case md5
    /// rsa_pkcs1_sha256, in TLS 1.3 and of RSA keys only.
    case pkcs1
    /// ecdsa_secp384r1_sha384 with a key on P-256, or the other way round; in TLS 1.3 only.
    case otherCurve = "other-curve"
    /// A scheme for plain RSA keys, by a key that is restricted to PSS (section 4.2.3: the key must have the OID
    /// rsaEncryption); in TLS 1.3 only.
    case plainRSA = "rsae"
    /// One for RSA by an ECDSA key, or the other way round: the signature is as the key makes it.
    case otherKey = "other-key-type"
    /// A number without a meaning, which no client can have offered.
    case unknown
  }

  private static let scheme = WordParameter<Scheme>(
    "scheme", default: .sha1,
    """
    sha1 (default), other-key-type, unknown; in TLS 1.2 md5 (RSA keys); in TLS 1.3 pkcs1 (RSA keys), other-curve \
    (ECDSA keys) or rsae (PSS keys)
    """)

  static let descriptor = NamedDescriptor(
    name: "wrong-signature-scheme", summary: "the handshake's signature is valid, but its scheme is not allowed",
    keywords: ["signature_algorithms"],
    versionKeywords: [.tls12: ["ServerKeyExchange"], .tls13: ["CertificateVerify"]],
    parameters: [scheme.declared])

  private static let unassigned: UInt16 = 0xFDFD
  /// rsa_pss_rsae_sha256
  private static let plainRSA: UInt16 = 0x0804

  private let scheme: Scheme

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    scheme = try parameters.word(Self.scheme)
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.at(\.scheme) { scheme, now in choose(&scheme, for: now.kind, version) }
    script.at(\.message) { message, _ in rename(&message, version) }
  }

  private func choose(_ scheme: inout SignatureScheme, for kind: SignatureKind, _ version: TLSVersion) {
    switch (self.scheme, kind, version) {
    case (.sha1, .ecdsa, _): scheme.rawValue = 0x0203
    case (.sha1, .rsa, _): scheme.rawValue = 0x0201
    case (.md5, .rsa, .tls12): scheme.rawValue = 0x0101
    case (.pkcs1, .rsa, .tls13): scheme.rawValue = 0x0401
    case (.plainRSA, .rsaPSS, .tls13): scheme.rawValue = Self.plainRSA
    case (.otherCurve, .ecdsa(let curve), .tls13): scheme.rawValue = curve == .p256 ? 0x0503 : 0x0403
    default: break
    }
  }

  private func rename(_ message: inout ServerMessage, _ version: TLSVersion) {
    guard var proof = message.proof else { return }
    switch scheme {
    case .unknown: proof.scheme = Self.unassigned
    // The offer of a client of that version, for any key.
    case .otherKey where SignatureScheme(rawValue: proof.scheme).isECDSA:
      proof.scheme = version == .tls12 ? 0x0401 : Self.plainRSA
    case .otherKey: proof.scheme = 0x0403
    case .sha1, .md5, .pkcs1, .otherCurve, .plainRSA: return
    }
    message.proof = proof
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    let isNew = seen.evidence.version == .tls13
    guard let message = seen.first(isNew ? .certificateVerify : .serverKeyExchange), seen.hasWholeFlight,
      let used = message.asWritten.proof?.scheme, let leaf = seen.evidence.serverCertificates?.first,
      let kind = CertificateFields(der: leaf)?.keyKind
    else { return false }
    switch (scheme, kind) {
    case (.sha1, _): return used == 0x0203 || used == 0x0201
    case (.md5, _): return used == 0x0101
    case (.unknown, _): return used == Self.unassigned
    case (.otherKey, .ecdsa): return used == (isNew ? Self.plainRSA : 0x0401)
    case (.otherKey, .rsa), (.otherKey, .rsaPSS): return used == 0x0403
    case (.pkcs1, _): return isNew && used == 0x0401
    case (.plainRSA, .rsaPSS): return isNew && used == Self.plainRSA
    case (.otherCurve, .ecdsa(let curve)): return isNew && used == (curve == .p256 ? 0x0503 : 0x0403)
    case (.otherKey, _), (.plainRSA, _), (.otherCurve, _): return false
    }
  }
}
