import Foundation
import RogueModel
import Testing

@Suite struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func `the test vectors of RFC 4648, section 10`(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
  }

  @Test func `every length agrees with Foundation in both directions`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.encode(bytes) == text)
      for form in [Base64.Form.canonical, .lines, .url] { #expect(Base64.decode(text, form) == bytes) }
    }
  }

  @Test(arguments: [
    "A", "AA", "AAA", "A===", "====", "AA=A", "AB==", "AAB=", "AA A", "AA\nA", "ÄAAA", "AAAA=", "Zg==Zg==", "Zm9_",
  ])
  func `text that is not canonical is refused`(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func `only line ends are tolerated in PEM`() {
    #expect(Base64.decode("Zm9v\r\nYmFy\n", .lines) == Array("foobar".utf8))
    #expect(Base64.decode("Zm9v YmFy", .lines) == nil)
    #expect(Base64.decode("Zg", .lines) == nil)
  }

  @Test func `URLs may use their own alphabet and leave padding out`() {
    #expect(Base64.decode("-_-_", .url) == Base64.decode("+/+/"))
    #expect(Base64.decode("Zg", .url) == Array("f".utf8))
    #expect(Base64.decode("Z", .url) == nil)
    #expect(Base64.decode("Zg===", .url) == nil)
    #expect(Base64.decode("Z=g=", .url) == nil)
  }
}
