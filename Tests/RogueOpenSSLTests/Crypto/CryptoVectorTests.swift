import RogueOpenSSL
import Testing

/// Values that standards and their authors published.
struct CryptoVectorTests {
  private static func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// RFC 8439, section 2.8.2.
  private static let sealed = bytes(
    """
    d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b
    1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
    3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691
    """)
  private static let key = (0x80...0x9f).map { UInt8($0) }
  private static let nonce = bytes("070000004041424344454647")
  private static let data = bytes("50515253c0c1c2c3c4c5c6c7")

  @Test func `ChaCha20-Poly1305 opens the example of RFC 8439`() throws {
    let opener = try #require(AEADOpener(.chaCha20Poly1305, key: Self.key))
    let opened = opener.open(Self.sealed[...], nonce: Self.nonce, additionalData: Self.data[...])
    let text = String(decoding: try #require(opened), as: UTF8.self)
    #expect(
      text == "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
        + "sunscreen would be it.")
  }

  @Test func `any changed bit keeps it shut, and the opener is good for the next record`() throws {
    let opener = try #require(AEADOpener(.chaCha20Poly1305, key: Self.key))
    for index in Self.sealed.indices {
      var changed = Self.sealed
      changed[index] ^= 0x10
      #expect(opener.open(changed[...], nonce: Self.nonce, additionalData: Self.data[...]) == nil)
    }
    #expect(opener.open(Self.sealed[...], nonce: Self.nonce, additionalData: Self.data.dropLast()) == nil)
    #expect(opener.open(Self.sealed.prefix(15), nonce: Self.nonce, additionalData: Self.data[...]) == nil)
    #expect(opener.open([], nonce: Self.nonce, additionalData: []) == nil)
    #expect(opener.open(Self.sealed[...], nonce: Self.nonce, additionalData: Self.data[...]) != nil)
  }

  /// The GCM specification by McGrew and Viega, test cases 1 and 13: an empty plaintext under zero keys.
  @Test(arguments: [
    (AEADAlgorithm.aes128GCM, "58e2fccefa7e3061367f1d57a4e7455a"), (.aes256GCM, "530f8afbc74536b9a963b4f1c4cb738b"),
  ])
  func `AES-GCM accepts only the right tag`(algorithm: AEADAlgorithm, tag: String) throws {
    let opener = try #require(AEADOpener(algorithm, key: [UInt8](repeating: 0, count: algorithm.keyLength)))
    let nonce = [UInt8](repeating: 0, count: 12)
    #expect(opener.open(Self.bytes(tag)[...], nonce: nonce, additionalData: []) == [])
    #expect(opener.open(Self.bytes(tag)[...], nonce: nonce, additionalData: [0]) == nil)
  }

  @Test(arguments: AEADAlgorithm.allCases)
  func `a key of another length makes no opener`(algorithm: AEADAlgorithm) {
    #expect(AEADOpener(algorithm, key: [UInt8](repeating: 0, count: 24)) == nil)
    #expect(AEADOpener(algorithm, key: []) == nil)
  }

  @Test func `HKDF-Expand-Label gives the server's handshake keys of RFC 8448`() {
    let secret = Self.bytes("b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38")
    #expect(
      HKDF.expandLabel(.sha256, secret: secret, label: "key", length: 16)
        == Self.bytes("3fce516009c21727d0f2e4e86ee403bc"))
    #expect(
      HKDF.expandLabel(.sha256, secret: secret, label: "iv", length: 12) == Self.bytes("5d313eb2671276ee13000b30"))
  }

  @Test func `the PRF of TLS 1.0 gives what openssl kdf gives`() {
    let secret = [UInt8](repeating: 0xAB, count: 48)
    let seed = [UInt8](repeating: 0xCD, count: 64)
    #expect(
      TLSPRF.md5AndSHA1.derive(secret: secret, label: "PRF Testvector", seed: seed, length: 104)
        == Self.bytes(
          """
          d3d4d1e349b5d515044666d51de32bab258cb521b6b053463e354832fd976754443bcf9a296519bc289abcbc1187e4eb
          d31e602353776c408aafb74cbc85eff69255f9788faa184cbb957a9819d84a5d7eb006eb459d3ae8de9810454b8b2d8f
          1afbc655a8c9a013
          """))
    // Both halves of an odd secret have its middle.
    let odd = [UInt8](repeating: 0x5A, count: 47)
    #expect(
      TLSPRF.md5AndSHA1.derive(secret: odd, label: "odd", seed: [UInt8](repeating: 1, count: 8), length: 40)
        == Self.bytes("4dd971d859135c83fb8ae9194b691fffcf0ab65baaabe3f5ead4ba91c2980991e449c470743aa2e3"))
  }

  @Test func `the TLS 1.2 PRF gives the published vector`() {
    let output = TLSPRF.hashed(.sha256).derive(
      secret: Self.bytes("9bbe436ba940f017b17652849a71db35"), label: "test label",
      seed: Self.bytes("a0ba9f936cda311827a6f796ffd5198c"), length: 100)
    #expect(
      output
        == Self.bytes(
          """
          e3f229ba727be17b8d122620557cd453c2aab21d07c3d495329b52d4e61edb5a6b301791e90d35c9c9a46b4e14baf9af
          0fa022f7077def17abfd3797c0564bab4fbc91666e9def9b97fce34f796789baa48082d122ee42c5a72e5a5110fff701
          87347b66
          """))
  }
}
