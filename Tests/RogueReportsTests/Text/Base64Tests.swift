import Foundation
import Testing

@testable import RogueReports

@Suite struct Base64Tests {
  @Test func `every length agrees with Foundation in both directions`() {
    for count in 0..<70 {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 250) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.text(of: bytes) == text)
      #expect(Base64.bytes(of: text) == bytes)
    }
  }

  @Test(arguments: ["A", "AA", "AAA", "A===", "====", "AA=A", "AB==", "AAB=", "AA A", "AA\nA", "ÄAAA", "AAAA="])
  func `text that is not canonical is refused`(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }
}
