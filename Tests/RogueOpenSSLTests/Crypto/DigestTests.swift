import RogueOpenSSL
import Testing

@Suite struct DigestTests {
  /// FIPS 180-4, "abc".
  @Test(arguments: [
    (Digest.sha1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (.sha256, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      .sha384,
      "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
    ),
    (
      .sha512,
      "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
    ),
  ])
  func `digests are those of the standard`(_ digest: Digest, _ expected: String) {
    #expect(digest.hash(Array("abc".utf8)) == bytes(hex: expected))
    #expect(digest.hash(Array("xabcx".utf8)[1..<4]) == bytes(hex: expected))
    #expect(digest.length == expected.count / 2)
  }

  @Test func `the digest of nothing is that of the standard`() {
    #expect(
      Digest.sha256.hash([UInt8]()) == bytes(hex: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
  }

  /// RFC 4231, test cases 2 and 6.
  @Test func `HMAC is that of RFC 4231, for short keys and long ones`() {
    #expect(
      HMAC(.sha256, key: Array("Jefe".utf8)).code(for: Array("what do ya want for nothing?".utf8))
        == bytes(hex: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(
      HMAC(.sha256, key: [UInt8](repeating: 0xaa, count: 131))
        .code(for: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8))
        == bytes(hex: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
  }

  /// RFC 5869, appendix A.1.
  @Test func `HKDF is that of RFC 5869`() {
    let output = HKDF.derive(
      .sha256, secret: [UInt8](repeating: 0x0b, count: 22), salt: Array(0...12), info: Array(0xf0...0xf9), length: 42)
    #expect(
      output
        == bytes(
          hex: "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
  }

  @Test func `random bytes differ`() throws {
    #expect(try RandomBytes.generate(32) != RandomBytes.generate(32))
    #expect(try RandomBytes.generate(0) == [])
  }

  @Test func `addresses in text form become bytes, and other text is refused`() {
    #expect(IPAddress.bytes(of: "127.0.0.1") == [127, 0, 0, 1])
    #expect(IPAddress.bytes(of: "::1") == [UInt8](repeating: 0, count: 15) + [1])
    for text in ["", "pinned.rogues.test", "127.0.0", "256.0.0.1", "127.0.0.1/8"] {
      #expect(IPAddress.bytes(of: text) == nil, "\(text)")
    }
  }
}
