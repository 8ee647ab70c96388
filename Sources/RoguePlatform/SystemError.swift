#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A failed system call: the operation, its object, and the system's message.
public struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  public var code: Int32
  /// The operation, as a verb phrase: "cannot write".
  public var operation: String
  /// The file or program concerned.
  public var path: String?
  /// Better words than the system's; nil: there are none.
  public var cause: String?

  public init(code: Int32, operation: String, path: String? = nil, cause: String? = nil) {
    self.code = code
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  /// The error that the last failed call of this thread left behind.
  static func last(_ operation: String, _ path: String? = nil) -> SystemError {
    SystemError(code: errno, operation: operation, path: path)
  }

  /// The system's words for `code`, such as "No space left on device".
  public var text: String {
    // The XSI form of strerror_r fills the buffer; strerror itself would share one between threads.
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  public var description: String {
    let what = path.map { "\(operation) \($0)" } ?? operation
    return "\(what): \(cause ?? text)"
  }

  /// The file is larger than what was to be read of it.
  public var isTooLarge: Bool { code == EFBIG }
  /// There is no such file.
  public var isMissing: Bool { code == ENOENT }
}
