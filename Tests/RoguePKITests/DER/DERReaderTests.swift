import RogueModel
import Testing

@testable import RoguePKI

@Suite struct DERReaderTests {
  @Test func `values come out in order, with tag, content and encoding`() throws {
    var reader = DERReader([0x02, 0x01, 0x05, 0x04, 0x02, 0xaa, 0xbb])
    #expect(reader.nextTag == .integer)
    #expect(reader.primitive(.octetString) == nil)
    #expect(reader.primitive(.integer).map(Array.init) == [5])
    let value = reader.next()
    let last = try #require(value)
    #expect(last.tag == .octetString)
    #expect(Array(last.content) == [0xaa, 0xbb])
    #expect(Array(last.encoding) == [0x04, 0x02, 0xaa, 0xbb])
    #expect(reader.isAtEnd)
    #expect(reader.next() == nil)
  }

  @Test(arguments: [
    [], [0x30], [0x30, 0x01], [0x30, 0x80, 0x00, 0x00], [0x30, 0x81, 0x01, 0x00], [0x30, 0x82, 0x00, 0x80],
    [0x30, 0x85, 1, 0, 0, 0, 0], [0x30, 0x84, 0xff, 0xff, 0xff, 0xff], [0x30, 0xff], [0x1f, 0x01, 0x00],
    [0x30, 0x82, 0x01],
  ])
  func `a length that is not minimal, definite and complete is refused`(_ bytes: [UInt8]) {
    var reader = DERReader(bytes)
    #expect(reader.next() == nil)
  }

  @Test func `longer lengths are read where certificates may be wrong on purpose, and inside of them`() throws {
    var reader = DERReader([0x30, 0x81, 0x04, 0x04, 0x82, 0x00, 0x00], lengths: .any)
    let content = reader.constructed(.sequence)
    var inner = try #require(content)
    let octets = inner.primitive(.octetString)
    #expect(octets?.isEmpty == true)
    #expect(reader.isAtEnd && inner.isAtEnd)
    for bytes: [UInt8] in [
      [0x30, 0x80, 0, 0], [0x30, 0x88, 0, 0, 0, 0, 0, 0, 0, 0], [0x30, 0x81], [0x30, 0x82, 0, 1],
    ] {
      var reader = DERReader(bytes, lengths: .any)
      #expect(reader.next() == nil)
    }
  }

  @Test func `long lengths are read back as they are written`() {
    for count in [0, 1, 127, 128, 255, 256, 65_535, 65_536] {
      let content = [UInt8](repeating: 7, count: count)
      var reader = DERReader(DERWriter.bytes { $0.primitive(.octetString, content) })
      #expect(reader.primitive(.octetString).map(Array.init) == content)
      var nested = DERReader(DERWriter.bytes { $0.sequence { $0.raw(content) } })
      #expect(nested.primitive(.sequence).map(Array.init) == content)
    }
  }
}
