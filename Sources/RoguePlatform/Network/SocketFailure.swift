#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A socket call that failed: what was being done, and the system's error number.
public struct SocketFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The value of `errno`.
  public var code: Int32
  /// What was being done, as a verb phrase.
  public var operation: String

  public init(code: Int32, operation: String) {
    self.code = code
    self.operation = operation
  }

  /// The error that the last failed call of this thread left behind.
  static func last(_ operation: String) -> SocketFailure { SocketFailure(code: errno, operation: operation) }

  /// The process or the system has no descriptor or memory left: trouble of ours, not of the peer.
  public var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM }
  /// The peer ended the connection with a reset.
  public var isReset: Bool { code == ECONNRESET || code == EPIPE }

  public var description: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe strerror_r(code, &buffer, buffer.count) == 0 else { return "\(operation): error \(code)" }
    let words = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return "\(operation): \(words)"
  }
}
