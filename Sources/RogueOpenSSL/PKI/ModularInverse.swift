/// Inverses modulo an odd number of 256 bits.
///
/// OpenSSL 3.0 keeps its fast inverse modulo the order of P-256 to itself; the public one takes as long as the rest of a
/// signature together. Not in constant time: for test keys only.
struct ModularInverse: Sendable {
  /// Least significant limb first.
  private struct Number: Equatable {
    var a: UInt64 = 0
    var b: UInt64 = 0
    var c: UInt64 = 0
    var d: UInt64 = 0

    static let one = Number(a: 1)

    var isZero: Bool { a | b | c | d == 0 }

    static func < (left: Number, right: Number) -> Bool {
      if left.d != right.d { return left.d < right.d }
      if left.c != right.c { return left.c < right.c }
      if left.b != right.b { return left.b < right.b }
      return left.a < right.a
    }

    /// Wraps around below zero and says so.
    mutating func subtract(_ other: Number) -> Bool {
      var borrow = false
      (a, borrow) = Self.subtract(a, other.a, borrow)
      (b, borrow) = Self.subtract(b, other.b, borrow)
      (c, borrow) = Self.subtract(c, other.c, borrow)
      (d, borrow) = Self.subtract(d, other.d, borrow)
      return borrow
    }

    /// Wraps around.
    mutating func add(_ other: Number) {
      var carry = false
      (a, carry) = Self.add(a, other.a, carry)
      (b, carry) = Self.add(b, other.b, carry)
      (c, carry) = Self.add(c, other.c, carry)
      (d, carry) = Self.add(d, other.d, carry)
    }

    /// Shifts to the right by 1 to 63 bits, `top` coming in from above.
    mutating func shift(_ count: UInt64, top: UInt64 = 0) {
      let left = 64 &- count
      a = a &>> count | b &<< left
      b = b &>> count | c &<< left
      c = c &>> count | d &<< left
      d = d &>> count | top &<< left
    }

    private static func subtract(_ left: UInt64, _ right: UInt64, _ borrow: Bool) -> (UInt64, Bool) {
      let (first, one) = left.subtractingReportingOverflow(right)
      let (second, two) = first.subtractingReportingOverflow(borrow ? 1 : 0)
      return (second, one || two)
    }

    private static func add(_ left: UInt64, _ right: UInt64, _ carry: Bool) -> (UInt64, Bool) {
      let (first, one) = left.addingReportingOverflow(right)
      let (second, two) = first.addingReportingOverflow(carry ? 1 : 0)
      return (second, one || two)
    }
  }

  private let modulus: Number
  /// -1 / modulus modulo 2^64.
  private let factor: UInt64

  /// - Parameter modulus: odd, above 1, 32 bytes big-endian; nil otherwise.
  init?(modulus: [UInt8]) {
    guard let modulus = Self.number(modulus), modulus.a & 1 == 1, modulus != .one else { return nil }
    self.modulus = modulus
    // Newton's iteration doubles the number of right bits: 5 from the start (x * 3 ^ 2), 80 after four rounds.
    var inverse = (modulus.a &* 3) ^ 2
    for _ in 0..<4 { inverse = inverse &* (2 &- modulus.a &* inverse) }
    factor = 0 &- inverse
  }

  /// The inverse of 32 bytes big-endian; nil when there is none or the value is not below the modulus.
  func callAsFunction(_ bytes: [UInt8]) -> [UInt8]? {
    guard var u = Self.number(bytes), !u.isZero, u < modulus else { return nil }
    var v = modulus
    // x * value = u and y * value = v, modulo the modulus, from beginning to end.
    var x = Number.one
    var y = Number()
    strip(&u, &x)
    while u != v {
      if v < u {
        _ = u.subtract(v)
        if x.subtract(y) { x.add(modulus) }
        strip(&u, &x)
      } else {
        _ = v.subtract(u)
        if y.subtract(x) { y.add(modulus) }
        strip(&v, &y)
      }
    }
    return u == .one ? Self.bytes(x) : nil
  }

  /// Divides both by two, the second one modulo the modulus, until the first one, which is not zero, is odd.
  private func strip(_ number: inout Number, _ companion: inout Number) {
    while number.a & 1 == 0 {
      let count = UInt64(min(number.a.trailingZeroBitCount, 63))
      number.shift(count)
      // The multiple of the modulus that makes the last bits zero; the sum then fits after the shift.
      let multiple = (companion.a &* factor) & (1 &<< count &- 1)
      let top = addMultiple(multiple, to: &companion)
      companion.shift(count, top: top)
    }
  }

  /// Adds a multiple of the modulus; the result is what does not fit.
  private func addMultiple(_ multiple: UInt64, to number: inout Number) -> UInt64 {
    var carry: UInt64 = 0
    (carry, number.a) = Self.multiplyAdd(multiple, modulus.a, number.a, carry)
    (carry, number.b) = Self.multiplyAdd(multiple, modulus.b, number.b, carry)
    (carry, number.c) = Self.multiplyAdd(multiple, modulus.c, number.c, carry)
    (carry, number.d) = Self.multiplyAdd(multiple, modulus.d, number.d, carry)
    return carry
  }

  /// left * right + one + two, which always fits into 128 bits.
  private static func multiplyAdd(
    _ left: UInt64, _ right: UInt64, _ one: UInt64, _ two: UInt64
  ) -> (high: UInt64, low: UInt64) {
    var (high, low) = left.multipliedFullWidth(by: right)
    var carry = false
    (low, carry) = low.addingReportingOverflow(one)
    if carry { high &+= 1 }
    (low, carry) = low.addingReportingOverflow(two)
    if carry { high &+= 1 }
    return (high, low)
  }

  private static func number(_ bytes: [UInt8]) -> Number? {
    guard bytes.count == 32 else { return nil }
    func limb(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 &<< 8 | UInt64($1) } }
    return Number(a: limb(24), b: limb(16), c: limb(8), d: limb(0))
  }

  private static func bytes(_ number: Number) -> [UInt8] {
    [number.d, number.c, number.b, number.a].flatMap { limb in
      (0..<8).map { UInt8(truncatingIfNeeded: limb &>> UInt64(56 - 8 * $0)) }
    }
  }
}
