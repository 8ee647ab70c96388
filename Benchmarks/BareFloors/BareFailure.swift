internal import COpenSSL

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A call of a floor failed: the benchmark ends.
public struct BareFailure: Error, CustomStringConvertible {
  public var description: String

  init(_ operation: String) {
    var text = [CChar](repeating: 0, count: 256)
    unsafe ERR_error_string_n(ERR_get_error(), &text, text.count)
    ERR_clear_error()
    let words = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    description = "\(operation): \(String(decoding: words, as: UTF8.self))"
  }

  /// - Parameter code: an `errno`.
  init(operation: String, code: Int32) {
    description = unsafe "\(operation): \(String(cString: strerror(code)))"
  }

  @unsafe static func check<Object>(
    _ operation: String, _ object: UnsafeMutablePointer<Object>?
  ) throws(BareFailure) -> UnsafeMutablePointer<Object> {
    guard let object = unsafe object else { throw BareFailure(operation) }
    return unsafe object
  }

  static func check(_ operation: String, _ code: CInt) throws(BareFailure) {
    guard code > 0 else { throw BareFailure(operation) }
  }
}
