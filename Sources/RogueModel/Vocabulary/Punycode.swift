/// The ASCII form of labels with other letters (RFC 3492).
///
/// It maps no letters: a label has to be in lower case and in Unicode's normal form C, as a U-label is (RFC 5890, section
/// 2.3.2.1).
enum Punycode {
  /// The A-label of a U-label; a label in ASCII as it is; nil: it is too long to be one.
  static func label(_ label: some StringProtocol) -> String? {
    guard !label.unicodeScalars.allSatisfy(\.isASCII) else { return String(label) }
    let points = label.unicodeScalars.map { Int($0.value) }
    // A label of 63 octets has fewer letters, and a short one keeps the numbers below in range.
    guard points.count < 63 else { return nil }
    return "xn--" + encoded(points)
  }

  // RFC 3492, section 5.
  private static let (base, shortest, longest, skew, damp) = (36, 1, 26, 38, 700)

  /// RFC 3492, section 6.3.
  private static func encoded(_ points: [Int]) -> String {
    let basic = points.filter { $0 < 0x80 }
    var output = basic.map { UInt8($0) }
    if !basic.isEmpty { output.append(UInt8(ascii: "-")) }
    var (point, delta, bias, handled) = (0x80, 0, 72, basic.count)
    while handled < points.count {
      let next = points.filter { $0 >= point }.min() ?? point
      delta += (next - point) * (handled + 1)
      point = next
      for other in points {
        if other < point { delta += 1 }
        guard other == point else { continue }
        output += digits(of: delta, bias)
        bias = adapted(delta, handled + 1, isFirst: handled == basic.count)
        (delta, handled) = (0, handled + 1)
      }
      (delta, point) = (delta + 1, point + 1)
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func digits(of number: Int, _ bias: Int) -> [UInt8] {
    var (rest, position, digits) = (number, base, [UInt8]())
    while true {
      let threshold = min(max(position - bias, shortest), longest)
      guard rest >= threshold else { return digits + [digit(rest)] }
      digits.append(digit(threshold + (rest - threshold) % (base - threshold)))
      (rest, position) = ((rest - threshold) / (base - threshold), position + base)
    }
  }

  /// a to z, and 0 to 9.
  private static func digit(_ value: Int) -> UInt8 { UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26) }

  /// RFC 3492, section 6.1.
  private static func adapted(_ delta: Int, _ count: Int, isFirst: Bool) -> Int {
    var delta = isFirst ? delta / damp : delta / 2
    delta += delta / count
    var steps = 0
    while delta > (base - shortest) * longest / 2 { (delta, steps) = (delta / (base - shortest), steps + base) }
    return steps + (base - shortest + 1) * delta / (delta + skew)
  }
}
