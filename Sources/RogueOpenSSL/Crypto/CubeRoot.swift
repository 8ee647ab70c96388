internal import COpenSSL

/// Cube roots of large numbers. They suffice to sign for an RSA key with the exponent 3 if a verifier does not check
/// every byte (Bleichenbacher 2006; CVE-2006-4339).
///
/// Numbers are big-endian bytes.
public enum CubeRoot {
  /// The smallest number whose cube is not below this one.
  public static func ceiling(of number: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
    let goal = try BigNumber(number)
    let context = try BigNumber.Context()
    let root = try BigNumber()
    let cube = try BigNumber()
    OpenSSLFailure.clearQueue()
    for bit in stride(from: CInt(number.count * 8 / 3 + 1), through: 0, by: -1) {
      guard unsafe BN_set_bit(root.pointer, bit) == 1, cube.set(toCubeOf: root, context) else {
        throw OpenSSLFailure.drainQueue("find a cube root")
      }
      if unsafe BN_cmp(cube.pointer, goal.pointer) > 0, unsafe BN_clear_bit(root.pointer, bit) != 1 {
        throw OpenSSLFailure.drainQueue("find a cube root")
      }
    }
    guard cube.set(toCubeOf: root, context) else { throw OpenSSLFailure.drainQueue("find a cube root") }
    if unsafe BN_cmp(cube.pointer, goal.pointer) < 0, unsafe BN_add_word(root.pointer, 1) != 1 {
      throw OpenSSLFailure.drainQueue("find a cube root")
    }
    return try root.wholeBytes()
  }

  /// The number, as long as `suffix`, whose cube ends in `suffix`; nil for an even suffix, because most have none.
  public static func ending(in suffix: [UInt8]) throws(OpenSSLFailure) -> [UInt8]? {
    guard let last = suffix.last, last & 1 == 1 else { return nil }
    let goal = try BigNumber(suffix)
    let context = try BigNumber.Context()
    let root = try BigNumber([1])
    let cube = try BigNumber()
    OpenSSLFailure.clearQueue()
    // Bit by bit: turning a bit of an odd number turns that bit of its cube, and none below it.
    for bit in 1..<CInt(suffix.count * 8) {
      guard cube.set(toCubeOf: root, context) else { throw OpenSSLFailure.drainQueue("find a cube root") }
      if unsafe BN_is_bit_set(cube.pointer, bit) != BN_is_bit_set(goal.pointer, bit),
        unsafe BN_set_bit(root.pointer, bit) != 1
      {
        throw OpenSSLFailure.drainQueue("find a cube root")
      }
    }
    return root.bytes(length: suffix.count)
  }

  public static func cube(_ number: [UInt8]) throws(OpenSSLFailure) -> [UInt8] {
    let cube = try BigNumber()
    let context = try BigNumber.Context()
    OpenSSLFailure.clearQueue()
    guard cube.set(toCubeOf: try BigNumber(number), context) else { throw OpenSSLFailure.drainQueue("cube a number") }
    return try cube.wholeBytes()
  }
}

extension BigNumber {
  fileprivate func set(toCubeOf root: borrowing BigNumber, _ context: borrowing Context) -> Bool {
    unsafe BN_sqr(pointer, root.pointer, context.pointer) == 1
      && BN_mul(pointer, pointer, root.pointer, context.pointer) == 1
  }

  fileprivate func wholeBytes() throws(OpenSSLFailure) -> [UInt8] {
    guard let bytes = bytes(length: (Int(unsafe BN_num_bits(pointer)) + 7) / 8) else {
      throw OpenSSLFailure(operation: "write a number")
    }
    return bytes
  }
}
