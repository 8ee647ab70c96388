internal import COpenSSL

/// A call into OpenSSL failed; carries everything that the thread's error queue said.
///
/// The queue is per thread and survives until it is emptied, so every wrapper clears it, calls, and drains it in
/// one synchronous function: an error that is left behind would be blamed on the next caller.
public struct OpenSSLFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// One entry of the error queue.
  public struct Entry: Sendable, Hashable, CustomStringConvertible {
    /// The packed code, as `openssl errstr` takes it.
    public var code: UInt
    /// The number of the library inside OpenSSL (`ERR_LIB_X509`, …).
    public var library: Int
    /// The reason, whose meaning depends on the library.
    public var reason: Int
    /// OpenSSL's own words for the reason, or the code when it has none.
    public var text: String
    /// The failing function's detail, such as a file name.
    public var detail: String?

    public var description: String { detail.map { "\(text) (\($0))" } ?? text }
  }

  /// The operation, such as "parse certificate".
  public var operation: String
  /// Oldest first: the first one is nearest to the cause.
  public var entries: [Entry]

  public init(operation: String, entries: [Entry] = []) {
    self.operation = operation
    self.entries = entries
  }

  public var description: String {
    entries.isEmpty ? operation : "\(operation): " + entries.map(\.description).joined(separator: "; ")
  }
}

extension OpenSSLFailure {
  /// Empties the calling thread's error queue.
  static func clearQueue() {
    OpenSSLLibrary.start()
    ERR_clear_error()
  }

  /// Takes everything out of the calling thread's error queue.
  static func drainQueue(_ operation: String) -> OpenSSLFailure {
    var entries: [Entry] = []
    // The queue holds 16 entries; the cap is against a library that would refill it while it is read.
    while entries.count < 64 {
      var data: UnsafePointer<CChar>? = nil
      var flags: CInt = 0
      let code = unsafe ERR_get_error_all(nil, nil, nil, &data, &flags)
      guard code != 0 else { break }
      var detail: String?
      if flags & ERR_TXT_STRING != 0, let data = unsafe data {
        let text = unsafe String(cString: data)
        detail = text.isEmpty ? nil : text
      }
      let words = unsafe ERR_reason_error_string(code).map { unsafe String(cString: $0) }
      entries.append(
        Entry(
          code: code, library: Int(ERR_GET_LIB(code)), reason: Int(ERR_GET_REASON(code)),
          text: words ?? "error \(String(code, radix: 16))", detail: detail))
    }
    return OpenSSLFailure(operation: operation, entries: entries)
  }

  /// Clears the queue, runs `body`, and throws what the queue holds when `body` gives nil.
  static func check<Value>(_ operation: String, _ body: () -> Value?) throws(OpenSSLFailure) -> Value {
    clearQueue()
    guard let value = body() else { throw drainQueue(operation) }
    return value
  }

  /// Clears the queue, runs `body`, and throws unless it returns a positive number, as OpenSSL's successes do.
  static func checkCode(_ operation: String, _ body: () -> CInt) throws(OpenSSLFailure) {
    clearQueue()
    guard body() > 0 else { throw drainQueue(operation) }
  }
}
