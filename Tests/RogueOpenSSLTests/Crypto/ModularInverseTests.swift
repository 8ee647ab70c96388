import Testing

@testable import RogueOpenSSL

@Suite struct ModularInverseTests {
  static let order = bytes(hex: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")

  /// The product modulo the modulus, by adding and doubling 264-bit numbers: slow and simple.
  private func product(_ left: [UInt8], _ right: [UInt8], modulo modulus: [UInt8]) -> [UInt8] {
    var result = [UInt8](repeating: 0, count: 33)
    let left = [0] + left
    let modulus = [0] + modulus
    func add(_ one: [UInt8], _ two: [UInt8]) -> [UInt8] {
      var sum = one
      var carry = 0
      for index in sum.indices.reversed() {
        carry += Int(one[index]) + Int(two[index])
        sum[index] = UInt8(truncatingIfNeeded: carry)
        carry >>= 8
      }
      while !sum.lexicographicallyPrecedes(modulus) {
        var borrow = 0
        for index in sum.indices.reversed() {
          borrow += Int(sum[index]) - Int(modulus[index])
          sum[index] = UInt8(truncatingIfNeeded: borrow)
          borrow >>= 8
        }
      }
      return sum
    }
    for bit in 0..<256 {
      result = add(result, result)
      if right[bit / 8] & (0x80 >> UInt8(bit % 8)) != 0 { result = add(result, left) }
    }
    return Array(result.dropFirst())
  }

  private static let one = [UInt8](repeating: 0, count: 31) + [1]

  @Test func `a number times its inverse is one`() throws {
    let inverse = try #require(ModularInverse(modulus: Self.order))
    var lessOne = Self.order
    lessOne[31] -= 1
    var values = [Self.one, lessOne, [0x80] + [UInt8](repeating: 0, count: 31)]
    // Hashes of numbers: as good as random, and the same in every run.
    for seed in 0..<40 { values.append(Digest.sha256.hash(Array("value \(seed)".utf8))) }
    for bit in stride(from: 0, to: 256, by: 9) {
      var power = [UInt8](repeating: 0, count: 32)
      power[31 - bit / 8] = 1 << UInt8(bit % 8)
      values.append(power)
    }
    for value in values where value.lexicographicallyPrecedes(Self.order) {
      let result = try #require(inverse(value))
      #expect(product(value, result, modulo: Self.order) == Self.one)
    }
  }

  @Test func `zero, numbers from the modulus up and other lengths have no inverse`() throws {
    let inverse = try #require(ModularInverse(modulus: Self.order))
    for value: [UInt8] in [
      [UInt8](repeating: 0, count: 32), Self.order, [UInt8](repeating: 0xff, count: 32), [1], [0] + Self.one,
    ] {
      #expect(inverse(value) == nil)
    }
  }

  @Test func `a number that shares a factor with the modulus has no inverse`() throws {
    var fifteen = [UInt8](repeating: 0, count: 32)
    fifteen[31] = 15
    let inverse = try #require(ModularInverse(modulus: fifteen))
    for (value, expected) in [(1, 1), (2, 8), (3, nil), (4, 4), (5, nil), (7, 13), (14, 14)] as [(UInt8, UInt8?)] {
      #expect(inverse(Array(Self.one.dropLast()) + [value])?.last == expected)
    }
  }

  @Test func `an even modulus, one and zero are refused`() {
    for last: UInt8 in [0, 1, 2] {
      #expect(ModularInverse(modulus: [UInt8](repeating: 0, count: 31) + [last]) == nil)
    }
    #expect(ModularInverse(modulus: [3]) == nil)
  }
}
