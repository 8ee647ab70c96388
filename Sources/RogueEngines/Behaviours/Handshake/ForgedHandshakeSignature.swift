internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The TLS 1.2 handshake is signed with the cube root of a block that begins rightly and continues with garbage. If the
/// leaf's public exponent is 3, that needs no private key (CVE-2006-4339; RFC 8017, section 8.2.2, compares the whole
/// block). TLS 1.3 has no such signatures in its handshake.
struct ForgedHandshakeSignature: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "forged-handshake-signature",
    summary: "the handshake's signature is a forged cube root, for leaves with the exponent 3",
    keywords: ["ServerKeyExchange"], versions: [.tls12])

  /// rsa_pkcs1_sha256
  private static let scheme: UInt16 = 0x0401
  /// The minimum padding of RFC 8017.
  private static let head: [UInt8] = [0, 1] + [UInt8](repeating: 0xff, count: 8) + [0]
  /// DigestInfo of a SHA-256 hash, up to the hash (RFC 8017, section 9.2, note 1).
  private static let digestInfo: [UInt8] = [
    0x30, 0x31, 0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01, 0x05, 0x00, 0x04, 0x20,
  ]

  func rewrite(_ script: inout HandshakeScript) {
    guard script.version == .tls12 else { return }
    script.at(\.scheme) { scheme, now in
      if now.kind == .rsa { scheme.rawValue = Self.scheme }
    }
    script.at(\.signature) { signature, _ in forge(&signature) }
  }

  private func forge(_ signature: inout MadeSignature) {
    let start = Self.head + Self.digestInfo + Digest.sha256.hash(signature.content)
    let length = signature.bytes.count
    guard signature.scheme?.rawValue == Self.scheme, length > start.count,
      let root = try? CubeRoot.ceiling(of: start + [UInt8](repeating: 0, count: length - start.count)),
      root.count <= length
    else { return }
    signature.bytes = [UInt8](repeating: 0, count: length - root.count) + root
  }

  func missingOffer(in hello: ClientHello) -> String? {
    hello.signatureSchemes.contains(Self.scheme) ? nil : "rsa_pkcs1_sha256"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.evidence.version == .tls12, seen.hasWholeFlight,
      let proof = seen.first(.serverKeyExchange)?.asWritten.proof, proof.scheme == Self.scheme,
      let cube = try? CubeRoot.cube(proof.signature)
    else { return false }
    // The block's first zero is no part of the number.
    return cube.count == proof.signature.count - 1 && cube.starts(with: (Self.head + Self.digestInfo).dropFirst())
  }
}
