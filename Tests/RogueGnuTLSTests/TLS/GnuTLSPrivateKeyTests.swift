import RogueGnuTLS
import RogueOpenSSL
import Testing

@Suite struct `A private key of GnuTLS` {
  @Test(arguments: [.p256, .p384, .p521, .ed25519, .ed448, .rsa, .rsaPSS] as [GnuTLSPrivateKey.Kind])
  func `generated at random has the requested kind`(kind: GnuTLSPrivateKey.Kind) throws {
    #expect(try GnuTLSPrivateKey(stranger: kind).kind == kind)
  }

  @Test(arguments: [
    (PrivateKey.Kind.ec(.p256), GnuTLSPrivateKey.Kind.p256), (.ec(.p384), .p384), (.ec(.p521), .p521),
    (.ed25519, .ed25519), (.ed448, .ed448), (.rsa(bits: 2048), .rsa),
  ])
  func `is read from OpenSSL's output`(made: PrivateKey.Kind, kind: GnuTLSPrivateKey.Kind) throws {
    #expect(try GnuTLSPrivateKey(pkcs8: PrivateKey.generate(made).pkcs8()).kind == kind)
  }

  @Test(arguments: [[], [0x30], [0x30, 0], [UInt8](repeating: 0xFF, count: 100)] as [[UInt8]])
  func `is not read from anything else`(bytes: [UInt8]) {
    #expect {
      _ = try GnuTLSPrivateKey(pkcs8: bytes)
    } throws: { error in
      guard let failure = error as? GnuTLSFailure else { return false }
      return failure.operation == "read a private key" && failure.code < 0 && !failure.text.isEmpty
        && failure.description == "read a private key: \(failure.text)"
    }
  }
}
