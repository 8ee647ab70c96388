/// A QR code (ISO/IEC 18004) in byte mode with error correction level L, so that a phone reads a URL from a screen.
///
/// Measured: 290 lines; instead, every build and installation would need libqrencode.
struct QRCode: Sendable, Hashable {
  /// The modules of a row or column.
  let size: Int
  /// Rows of modules; true: dark.
  private(set) var isDark: [[Bool]]

  /// - Parameter mask: 0 to 7; nil: the one that readers find easiest.
  /// - Returns: nil if the text is longer than 271 bytes, which a version 10 code holds.
  init?(_ text: String, mask: Int? = nil) {
    guard let version = QRVersion.smallest(for: text.utf8.count) else { return nil }
    var canvas = QRCanvas(version)
    canvas.place(version.codewords(Array(text.utf8)))
    let masks = mask.map { [$0] } ?? Array(0..<8)
    let all = masks.map { canvas.masked($0) }
    size = version.size
    isDark = all.min { QRPenalty.of($0) < QRPenalty.of($1) } ?? []
  }

  /// Lines for a terminal, with the light margin that readers need.
  ///
  /// - Parameter color: in black on white; else light modules are drawn, for most terminals are dark, and readers take
  ///   the negative of a code as well.
  func lines(color: Bool) -> [String] {
    let margin = 4
    func isDark(_ x: Int, _ y: Int) -> Bool {
      (0..<size).contains(x) && (0..<size).contains(y) ? self.isDark[y][x] : false
    }
    return stride(from: -margin, to: size + margin, by: 2).map { y in
      let line = (-margin..<size + margin).map { x in
        let lower = y + 1 < size + margin && isDark(x, y + 1)
        return switch (isDark(x, y) == color, lower == color) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }.joined()
      return color ? "\u{1b}[30;107m\(line)\u{1b}[0m" : line
    }
  }
}
