internal import COpenSSL

/// One OpenSSL big number, wiped when it goes.
@safe struct BigNumber: ~Copyable {
  let pointer: UnsafeMutablePointer<BIGNUM>

  init() throws(OpenSSLFailure) {
    unsafe pointer = try Self.made(BN_new())
  }

  /// From big-endian bytes.
  init(_ bytes: some Collection<UInt8>) throws(OpenSSLFailure) {
    let copy = Array(bytes)
    unsafe pointer = try Self.made(BN_bin2bn(copy, CInt(copy.count), nil))
  }

  /// Nothing but memory can be missing here, so the error queue is not cleared for it: a signature makes a dozen.
  private static func made(
    _ number: UnsafeMutablePointer<BIGNUM>?
  ) throws(OpenSSLFailure) -> UnsafeMutablePointer<BIGNUM> {
    guard let number = unsafe number else { throw OpenSSLFailure.drainQueue("make a number") }
    return unsafe number
  }

  deinit { unsafe BN_clear_free(pointer) }

  var isZero: Bool { unsafe BN_is_zero(pointer) == 1 }

  /// Big-endian, filled with zeros at the front to `length` bytes; nil when the number is longer.
  func bytes(length: Int) -> [UInt8]? {
    var output = [UInt8](repeating: 0, count: length)
    return unsafe BN_bn2binpad(pointer, &output, CInt(length)) == CInt(length) ? output : nil
  }

  /// Scratch space of OpenSSL's arithmetic.
  @safe struct Context: ~Copyable {
    let pointer: UnsafeMutablePointer<BN_CTX>

    init() throws(OpenSSLFailure) {
      unsafe pointer = try OpenSSLFailure.check("make scratch numbers") { unsafe BN_CTX_new() }
    }

    deinit { unsafe BN_CTX_free(pointer) }
  }
}
