#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The kernel's status of a process, alive or not yet reaped (proc(5), `/proc/NUMBER/stat`).
struct ProcessStatus {
  /// From the third one on, the state.
  private let fields: [Substring]

  /// Nil: there is no such process, or the system does not say.
  init?(_ number: Int32) {
    #if os(Linux)
      guard ProcessFiles.areOurs, let bytes = try? Files.read("/proc/\(number)/stat", cap: 1 << 16) else { return nil }
      // The name, in parentheses, may hold anything.
      let text = String(decoding: bytes, as: UTF8.self)
      guard let end = text.lastIndex(of: ")") else { return nil }
      fields = text[text.index(after: end)...].split(separator: " ")
    #else
      return nil
    #endif
  }

  /// It has ended, and its parent has not waited for it.
  var isZombie: Bool { fields.first == "Z" }

  /// When the process started, in clock ticks since boot.
  var start: UInt64? { field(22) }

  private func field(_ number: Int) -> UInt64? {
    fields.indices.contains(number - 3) ? UInt64(fields[number - 3]) : nil
  }
}
