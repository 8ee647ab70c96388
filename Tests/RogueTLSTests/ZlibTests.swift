import Foundation
import RogueTLS
import Testing

/// Texts that Python's zlib has compressed, in every way that it has, come back; what is no zlib does not.
@Suite struct ZlibTests {
  /// Writes lines of a text and its compressed form, in hexadecimal.
  static let program = #"""
    import random, zlib
    source = random.Random(8879)
    texts = [b"", b"a", bytes(300), b"certificate " * 500, source.randbytes(70000)]
    texts.append(bytes(source.choice(b"abcdefgh \n\0\xff") for _ in range(40000)))
    for text in texts:
      for level in (0, 1, 6, 9):
        for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_FIXED, zlib.Z_RLE):
          stream = zlib.compressobj(level, zlib.DEFLATED, 15, 8, strategy)
          print(text.hex() + "," + (stream.compress(text) + stream.flush()).hex())
    """#

  private static func bytes(_ hexadecimal: Substring) -> [UInt8] {
    let digits = hexadecimal.utf8.map { UInt8($0 < 58 ? $0 - 48 : $0 - 87) }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private static func pairs() throws -> [(text: [UInt8], compressed: [UInt8])] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return text.split(separator: "\n").map { line in
      let parts = line.split(separator: ",", omittingEmptySubsequences: false)
      return (bytes(parts[0]), bytes(parts[1]))
    }
  }

  @Test func `Python's compressed data is read, and damaged or overlong data is refused`() throws {
    let pairs = try Self.pairs()
    try #require(pairs.count == 96)
    for (text, compressed) in pairs {
      #expect(Zlib.inflate(compressed[...], limit: text.count) == text)
      if !text.isEmpty { #expect(Zlib.inflate(compressed[...], limit: text.count - 1) == nil) }
      #expect(Zlib.inflate(compressed.dropLast(), limit: text.count) == nil)
      var damaged = compressed
      damaged[damaged.count - 1] ^= 1
      #expect(Zlib.inflate(damaged[...], limit: text.count) == nil)
      #expect(Zlib.inflate((compressed + [0])[...], limit: text.count) == nil)
    }
  }

  @Test func `stored blocks are read back`() {
    for count in [0, 1, 65_535, 65_536, 200_000] {
      let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      #expect(Zlib.inflate(Zlib.store(text)[...], limit: count) == text)
    }
  }

  @Test func `no bytes make it read past their end`() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<3000 {
      let noise = (0..<40).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      #expect(Zlib.inflate(([0x78, 0x9C] + noise)[...], limit: 1 << 16) == nil)
    }
  }
}
