#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Why a file that is there cannot be started. The system says of a script whose interpreter is missing that the script is.
enum ScriptFault {
  /// Nil: the system's words say it.
  static func cause(_ code: Int32, _ program: String) -> String? {
    guard [ENOENT, ENOEXEC, EACCES].contains(code), let content = try? Files.read(program, cap: 1 << 20) else {
      return nil
    }
    let line = content.prefix { $0 != UInt8(ascii: "\n") }
    guard line.starts(with: "#!".utf8) else {
      return code == ENOEXEC
        ? "it is no program of this machine, and no script: the first line of a script begins with '#!'" : nil
    }
    let words = line.dropFirst(2).split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    guard let first = words.first else { return "its first line names no interpreter after '#!'" }
    if first.last == UInt8(ascii: "\r") {
      return "its first line ends with a carriage return; save it with Unix line ends"
    }
    let interpreter = String(decoding: first, as: UTF8.self)
    if !Files.exists(interpreter) { return "the interpreter '\(interpreter)' of its first line does not exist" }
    return Files.isExecutable(interpreter)
      ? nil : "the interpreter '\(interpreter)' of its first line cannot be started"
  }
}
