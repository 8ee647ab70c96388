import RogueOpenSSL
import Testing

@Suite struct PrivateKeyTests {
  static let kinds: [PrivateKey.Kind] = [
    .ec(.p192), .ec(.p224), .ec(.p256), .ec(.p384), .ec(.p521), .ed25519, .ed448, .rsa(bits: 1025),
    .rsa(bits: 2048, exponent: 3),
  ]

  @Test(arguments: kinds)
  func `a fresh key survives PKCS #8`(_ kind: PrivateKey.Kind) throws {
    let key = try PrivateKey.generate(kind)
    let again = try PrivateKey(pkcs8: key.pkcs8())
    #expect(try again.spki() == key.spki())
    #expect(try again.pkcs8() == key.pkcs8())
    #expect(try PrivateKey.generate(kind).spki() != key.spki())
  }

  @Test func `bytes that are not a key are an error that names the operation`() {
    for bytes: [UInt8] in [[], [0x30, 0x00], [UInt8](repeating: 0xff, count: 100)] {
      #expect {
        try PrivateKey(pkcs8: bytes)
      } throws: { error in
        (error as? OpenSSLFailure)?.operation == "read a private key"
      }
    }
  }

  @Test func `an error does not affect the next caller`() throws {
    _ = try? PrivateKey(pkcs8: [0x30, 0x03, 1, 2, 3])
    let failure = try #require(throws: OpenSSLFailure.self) { try ECDSAKey(.p256, scalar: [1]) }
    #expect(failure.entries.isEmpty)
  }

  @Test func `Ed25519 is that of RFC 8032, section 7.1, test 2`() throws {
    let key = try EdwardsKey(
      .ed25519, seed: bytes(hex: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb"))
    #expect(key.publicKey == bytes(hex: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"))
    #expect(
      try key.sign([0x72])
        == bytes(
          hex: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
            + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"))
  }

  @Test func `RSA signatures repeat, PSS included`() throws {
    let key = try PrivateKey.generate(.rsa(bits: 2048))
    let message: [UInt8] = [1, 2, 3]
    #expect(try key.sign(message, .hashed(.sha256)) == key.sign(message, .hashed(.sha256)))
    #expect(try key.signPSS(message, .sha256) == key.signPSS(message, .sha256))
    #expect(try key.signPSS(message, .sha256) != key.signPSS([1, 2, 4], .sha256))
    #expect(try key.signPSS(message, .sha256).count == 256)
  }

  @Test func `a key too short for PSS is an error`() throws {
    let key = try PrivateKey.generate(.rsa(bits: 512))
    #expect(throws: OpenSSLFailure.self) { try key.signPSS([1], .sha512) }
  }
}
