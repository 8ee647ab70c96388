import CGnuTLS
import RogueGnuTLS

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time that GnuTLS believes in.
///
/// GnuTLS has one clock for the whole process and no time per call. The one that it is given here tells every thread its
/// own time, so that connections which use GnuTLS meanwhile go on seeing the real one.
enum GnuTLSClock {
  /// Where a thread keeps its time; made with the clock.
  private static let place: pthread_key_t = {
    var key = pthread_key_t()
    let status = unsafe pthread_key_create(&key, nil)
    precondition(status == 0, "no place for the time of a thread: \(status)")
    unsafe gnutls_global_set_time_function(tellTime)
    return key
  }()

  /// Runs `body` while GnuTLS believes on this thread that it is `seconds` after 1970; nil for the real time.
  static func at<Value>(
    _ seconds: Int64?, _ body: () throws(GnuTLSFailure) -> Value
  ) throws(GnuTLSFailure) -> Value {
    let before = unsafe pthread_getspecific(place)
    unsafe pthread_setspecific(place, seconds.flatMap { unsafe UnsafeRawPointer(bitPattern: Int($0) ^ .min) })
    defer { unsafe pthread_setspecific(place, before) }
    return try body()
  }

  /// Seconds since 1970 on this thread. A null pointer says that it has the real time, so no time is kept as one.
  static var now: Int {
    guard let kept = unsafe pthread_getspecific(place) else { return time(nil) }
    return Int(bitPattern: kept) ^ .min
  }
}

private func tellTime(_ output: UnsafeMutablePointer<time_t>?) -> time_t {
  let now = GnuTLSClock.now
  if let output = unsafe output { unsafe output.pointee = now }
  return now
}
