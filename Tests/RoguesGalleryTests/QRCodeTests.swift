import Foundation
import Testing

@testable import RoguesGallery

/// QR codes are those of another encoder, module for module.
@Suite struct QRCodeTests {
  /// Texts, and what `qrencode -8 -l L -t ASCII` (libqrencode 4.1.1) makes of them: each row in hexadecimal.
  private static func others() throws -> [(text: String, rows: [[Bool]])] {
    let file = "Tests/RoguesGalleryTests/Golden/qr-codes.txt"
    let golden = try String(contentsOf: BuiltCommand.root.appendingPathComponent(file), encoding: .utf8)
    return golden.components(separatedBy: "\n\n").map { block in
      let lines = block.split(separator: "\n")
      let size = lines.count - 1
      let rows = lines.dropFirst().map { line in
        let bits = line.flatMap { digit in
          let value = digit.hexDigitValue ?? 0
          return (0..<4).reversed().map { value >> $0 & 1 == 1 }
        }
        return Array(bits.suffix(size))
      }
      return (String(lines[0]), rows)
    }
  }

  @Test func `a code matches another encoder's with one of the masks`() throws {
    let others = try Self.others()
    #expect(others.map(\.rows.count) == [25, 33, 41, 49, 57], "one and several blocks, with and without a version")
    for other in others {
      let fitting = (0..<8).filter { QRCode(other.text, mask: $0)?.isDark == other.rows }
      #expect(fitting.count == 1, "\(other.text): masks \(fitting)")
      let chosen = try #require(QRCode(other.text))
      #expect((0..<8).contains { QRCode(other.text, mask: $0) == chosen })
    }
  }

  @Test func `a code is as large as it must be, and no larger than version 10`() {
    #expect(QRCode(String(repeating: "a", count: 17))?.size == 21)
    #expect(QRCode(String(repeating: "a", count: 18))?.size == 25)
    #expect(QRCode(String(repeating: "a", count: 271))?.size == 57)
    #expect(QRCode(String(repeating: "a", count: 272)) == nil)
  }

  @Test func `on a terminal, light modules are drawn unless there are colours`() throws {
    let code = try #require(QRCode("https://pinned.rogues.test:8443/"))
    let plain = code.lines(color: false)
    #expect(plain.count == (code.size + 8 + 1) / 2)
    #expect(plain.allSatisfy { $0.count == code.size + 8 })
    #expect(plain[0].allSatisfy { $0 == "█" }, "the margin is light")
    // A finder's first two rows: seven dark, then one dark, five light, one dark.
    #expect(plain[2].dropFirst(4).prefix(7) == " ▄▄▄▄▄ ")
    let coloured = code.lines(color: true)
    #expect(coloured[2].hasPrefix("\u{1b}[30;107m    █▀▀▀▀▀█"))
    #expect(coloured.allSatisfy { $0.hasSuffix("\u{1b}[0m") })
  }
}
