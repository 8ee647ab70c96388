internal import CArguments

/// The arguments of this process.
///
/// The arguments are those that the C library hands to the program, remembered by a constructor. Swift's own list is not
/// asked first: where Swift's library is inside the program it is found beside the environment on the stack, which GnuTLS's
/// start has moved by then (`GnuTLSStart`), and elsewhere it is read from `/proc`, which need not be there.
public enum ProcessArguments {
  /// The name by which the program was called first; nil where they cannot be had.
  public static let all: [String]? = {
    let count = rogues_argument_count()
    if count >= 0, let values = unsafe rogues_argument_values() {
      return (0..<Int(count)).compactMap { index in unsafe values[index].map { unsafe String(cString: $0) } }
    }
    // Every process has at least a name there; an empty list is one that was not found.
    let known = CommandLine.arguments
    return known.isEmpty ? nil : known
  }()
}
