internal import CGnuTLS
internal import Synchronization

/// The time that GnuTLS believes in.
///
/// GnuTLS has one clock for the whole process and no time per call, so calls with a time of their own run one after the
/// other. Others that use GnuTLS at that moment see their time as well.
enum GnuTLSClock {
  private static let turn = Mutex(())
  /// Seconds since 1970.
  private static let told = Atomic<Int64>(0)

  /// Runs `body` while GnuTLS believes that it is `seconds` after 1970; nil for the real time.
  static func at<Value>(
    _ seconds: Int64?, _ body: () throws(GnuTLSFailure) -> Value
  ) throws(GnuTLSFailure) -> Value {
    guard let seconds else { return try body() }
    return try turn.withLock { (_) throws(GnuTLSFailure) -> Value in
      told.store(seconds, ordering: .sequentiallyConsistent)
      unsafe gnutls_global_set_time_function(tellTime)
      defer { unsafe gnutls_global_set_time_function(time(_:)) }
      return try body()
    }
  }

  static var now: Int { Int(told.load(ordering: .sequentiallyConsistent)) }
}

private func tellTime(_ output: UnsafeMutablePointer<time_t>?) -> time_t {
  let now = GnuTLSClock.now
  if let output = unsafe output { unsafe output.pointee = now }
  return now
}
