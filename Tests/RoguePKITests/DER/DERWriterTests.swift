import RogueModel
import Testing

@testable import RoguePKI

@Suite struct DERWriterTests {
  private func bytes(_ body: (inout DERWriter) -> Void) -> [UInt8] { DERWriter.bytes(body) }

  @Test(
    arguments: [
      (0, [0x02, 0x01, 0x00]), (127, [0x02, 0x01, 0x7f]), (128, [0x02, 0x02, 0x00, 0x80]),
      (256, [0x02, 0x02, 0x01, 0x00]), (65_535, [0x02, 0x03, 0x00, 0xff, 0xff]),
    ] as [(Int, [UInt8])])
  func `integers are as short as they can be and never negative`(_ value: Int, _ expected: [UInt8]) {
    #expect(bytes { $0.integer(value) } == expected)
  }

  @Test func `big integers lose leading zeros and gain one when they must`() {
    #expect(bytes { $0.unsignedInteger([0, 0, 1, 2]) } == [0x02, 0x02, 1, 2])
    #expect(bytes { $0.unsignedInteger([0x80]) } == [0x02, 0x02, 0, 0x80])
    #expect(bytes { $0.unsignedInteger([]) } == [0x02, 0x01, 0])
    #expect(bytes { $0.unsignedInteger([0, 0]) } == [0x02, 0x01, 0])
  }

  @Test func `named bits have no zeros at the end`() {
    // keyCertSign and cRLSign, as every CA has them.
    #expect(bytes { $0.namedBits([5, 6]) } == [0x03, 0x02, 0x01, 0x06])
    #expect(bytes { $0.namedBits([0]) } == [0x03, 0x02, 0x07, 0x80])
    #expect(bytes { $0.namedBits([8]) } == [0x03, 0x03, 0x07, 0x00, 0x80])
    #expect(bytes { $0.namedBits([]) } == [0x03, 0x01, 0x00])
  }

  @Test func `object identifiers are written in groups of seven bits`() {
    #expect(
      bytes { $0.identifier(ObjectIdentifier(1, 2, 840, 113549, 1, 1, 11)) }
        == [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b])
    #expect(bytes { $0.identifier(ObjectIdentifier(2, 5, 29, 17)) } == [0x06, 0x03, 0x55, 0x1d, 0x11])
  }

  @Test(
    arguments: [
      ("1949-12-31T23:59:59Z", 0x18, "19491231235959Z"), ("1950-01-01T00:00:00Z", 0x17, "500101000000Z"),
      ("2049-12-31T23:59:59Z", 0x17, "491231235959Z"), ("2050-01-01T00:00:00Z", 0x18, "20500101000000Z"),
    ] as [(String, UInt8, String)])
  func `dates are UTCTime through 2049 and GeneralizedTime outside`(
    _ time: String, _ tag: UInt8, _ text: String
  ) throws {
    let time = try #require(Timestamp(time))
    #expect(bytes { $0.time(time) } == [tag, UInt8(text.utf8.count)] + Array(text.utf8))
  }
}
