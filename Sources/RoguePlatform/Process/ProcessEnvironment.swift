#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The environment that this process was started with.
public enum ProcessEnvironment {
  /// The number of this process.
  public static var processID: Int32 { getpid() }

  public static func value(of name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }
}
