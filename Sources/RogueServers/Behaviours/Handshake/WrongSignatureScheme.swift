internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The handshake is signed in a way that TLS 1.3 rules out (RFC 8446, sections 4.2.3 and 4.4.3). The signature itself is
/// right.
struct WrongSignatureScheme: Behaviour {
  enum Scheme: String, CaseIterable {
    /// ecdsa_sha1 or rsa_pkcs1_sha1.
    case sha1
    /// rsa_pkcs1_sha256; of RSA keys only.
    case pkcs1
    /// ecdsa_secp384r1_sha384 with a key on P-256, or the other way round.
    case otherCurve = "other-curve"
    /// One for plain RSA keys, by a key that is for PSS only (section 4.2.3: the key has to say rsaEncryption).
    case plainRSA = "plain-rsa"
    /// A number that nobody has given a meaning, and so nobody can have offered.
    case unknown
  }

  static let descriptor = NamedDescriptor(
    name: "wrong-signature-scheme", summary: "the handshake is signed, rightly, in a way that TLS 1.3 rules out",
    parameters: [
      .init(
        name: "scheme", kind: .text,
        summary: "sha1 (default), pkcs1 (RSA keys), other-curve (ECDSA keys), plain-rsa (PSS keys) or unknown",
        choices: Scheme.allCases.map(\.rawValue))
    ],
    versions: [.tls13])

  private static let unassigned: UInt16 = 0xFDFD
  /// rsa_pss_rsae_sha256
  private static let plainRSA: UInt16 = 0x0804

  private let scheme: Scheme

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    scheme = try parameters.word("scheme", default: .sha1)
  }

  func choose(_ scheme: inout SignatureScheme, for kind: SignatureKind, _ version: TLSVersion) {
    switch (self.scheme, kind) {
    case (.sha1, .ecdsa): scheme.rawValue = 0x0203
    case (.sha1, .rsa): scheme.rawValue = 0x0201
    case (.pkcs1, .rsa): scheme.rawValue = 0x0401
    case (.plainRSA, .rsaPSS): scheme.rawValue = Self.plainRSA
    case (.otherCurve, .ecdsa(let curve)): scheme.rawValue = curve == .p256 ? 0x0503 : 0x0403
    default: break
    }
  }

  func alter(_ message: inout ServerMessage, _ stage: FlightStage, _ version: TLSVersion) {
    guard scheme == .unknown, message.type == .certificateVerify, var proof = message.proof else { return }
    proof.scheme = Self.unassigned
    message.proof = proof
  }

  func isTold(_ seen: SeenConnection) -> Bool {
    guard seen.evidence.version == .tls13, seen.hasWholeFlight,
      let used = seen.first(.certificateVerify)?.asWritten.proof?.scheme
    else { return false }
    switch scheme {
    case .sha1: return used == 0x0203 || used == 0x0201
    case .pkcs1: return used == 0x0401
    case .plainRSA: return used == Self.plainRSA
    case .unknown: return used == Self.unassigned
    case .otherCurve:
      guard let leaf = seen.evidence.serverCertificates?.first else { return false }
      // The curve's identifier in the key says which scheme would fit.
      let isP256 = leaf.containsSequence([0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07])
      return used == (isP256 ? 0x0503 : 0x0403)
    }
  }
}

extension [UInt8] {
  fileprivate func containsSequence(_ wanted: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: wanted) }
  }
}
