/// What this process was started with.
///
/// Swift's library, where it is inside the program, finds the arguments in a constructor, beside the environment on the
/// stack. GnuTLS is started before that and told by the environment to pass over the machine's file (`GnuTLSStart`), which
/// moves the environment; so there the kernel is asked.
public enum ProcessArguments {
  /// The name by which it was called first.
  public static let all: [String] = {
    let known = CommandLine.arguments
    guard known.isEmpty, let bytes = try? Files.read("/proc/self/cmdline") else { return known }
    return read(bytes)
  }()

  /// - Parameter bytes: each argument with a zero octet behind it.
  static func read(_ bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map { String(decoding: $0, as: UTF8.self) }
  }
}
