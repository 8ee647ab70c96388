/// The modules of a QR code while it is drawn.
struct QRCanvas {
  private let version: QRVersion
  private var isDark: [[Bool]]
  /// Patterns that every code of that size has; data goes elsewhere.
  private var isFunction: [[Bool]]

  private var size: Int { version.size }

  init(_ version: QRVersion) {
    self.version = version
    isDark = Array(repeating: Array(repeating: false, count: version.size), count: version.size)
    isFunction = isDark
    for index in 0..<size {
      set(6, index, index % 2 == 0)
      set(index, 6, index % 2 == 0)
    }
    for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { finder(x, y) }
    let last = version.alignment.count - 1
    for (row, y) in version.alignment.enumerated() {
      for (column, x) in version.alignment.enumerated() {
        // Finder patterns are in these corners.
        if (row, column) == (0, 0) || (row, column) == (0, last) || (row, column) == (last, 0) { continue }
        alignment(x, y)
      }
    }
    format(mask: 0)
    versionInformation()
  }

  private mutating func set(_ x: Int, _ y: Int, _ dark: Bool) {
    isDark[y][x] = dark
    isFunction[y][x] = true
  }

  /// With its light separator.
  private mutating func finder(_ x: Int, _ y: Int) {
    for dy in -4...4 {
      for dx in -4...4 where (0..<size).contains(x + dx) && (0..<size).contains(y + dy) {
        let distance = max(abs(dx), abs(dy))
        set(x + dx, y + dy, distance != 2 && distance != 4)
      }
    }
  }

  private mutating func alignment(_ x: Int, _ y: Int) {
    for dy in -2...2 { for dx in -2...2 { set(x + dx, y + dy, max(abs(dx), abs(dy)) != 1) } }
  }

  /// Level L and the mask, twice, in a BCH code (ISO/IEC 18004, annex C).
  private mutating func format(mask: Int) {
    let data = 0b01 << 3 | mask
    var remainder = data
    for _ in 0..<10 { remainder = remainder << 1 ^ (remainder >> 9) * 0x537 }
    let bits = (data << 10 | remainder) ^ 0x5412
    func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
    for index in 0...5 { set(8, index, bit(index)) }
    set(8, 7, bit(6))
    set(8, 8, bit(7))
    set(7, 8, bit(8))
    for index in 9..<15 { set(14 - index, 8, bit(index)) }
    for index in 0..<8 { set(size - 1 - index, 8, bit(index)) }
    for index in 8..<15 { set(8, size - 15 + index, bit(index)) }
    set(8, size - 8, true)
  }

  /// From version 7 on, twice, in a BCH code (annex D).
  private mutating func versionInformation() {
    guard version.number >= 7 else { return }
    var remainder = version.number
    for _ in 0..<12 { remainder = remainder << 1 ^ (remainder >> 11) * 0x1f25 }
    let bits = version.number << 12 | remainder
    for index in 0..<18 {
      let (a, b) = (size - 11 + index % 3, index / 3)
      set(a, b, bits >> index & 1 == 1)
      set(b, a, bits >> index & 1 == 1)
    }
  }

  /// In columns of two, up and down in turn, from the right; the column of the timing pattern does not count.
  mutating func place(_ codewords: [UInt8]) {
    var index = 0
    var isUpward = true
    for right in Array(stride(from: size - 1, to: 6, by: -2)) + [5, 3, 1] {
      for step in 0..<size {
        let y = isUpward ? size - 1 - step : step
        for x in [right, right - 1] where !isFunction[y][x] && index < 8 * codewords.count {
          isDark[y][x] = codewords[index / 8] >> (7 - index % 8) & 1 == 1
          index += 1
        }
      }
      isUpward.toggle()
    }
  }

  func masked(_ mask: Int) -> [[Bool]] {
    var copy = self
    for y in 0..<size {
      for x in 0..<size where !isFunction[y][x] && Self.inverts(mask, x, y) { copy.isDark[y][x].toggle() }
    }
    copy.format(mask: mask)
    return copy.isDark
  }

  private static func inverts(_ mask: Int, _ x: Int, _ y: Int) -> Bool {
    switch mask {
    case 0: (x + y) % 2 == 0
    case 1: y % 2 == 0
    case 2: x % 3 == 0
    case 3: (x + y) % 3 == 0
    case 4: (x / 3 + y / 2) % 2 == 0
    case 5: x * y % 2 + x * y % 3 == 0
    case 6: (x * y % 2 + x * y % 3) % 2 == 0
    default: ((x + y) % 2 + x * y % 3) % 2 == 0
    }
  }
}
