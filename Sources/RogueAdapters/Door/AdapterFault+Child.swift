internal import RogueModel
internal import RoguePlatform

extension AdapterFault {
  /// Bytes of standard error that a fault carries.
  private static let standardErrorBytes = 2048

  /// The fault of a child that did not end by itself.
  init(_ result: ChildResult, deadlineMilliseconds: Int) {
    switch result.ending {
    case .signalled(let signal):
      self.init(.crashed, "ended by \(Self.name(ofSignal: signal))")
    case .hung:
      self.init(.hung, "still running after \(deadlineMilliseconds) ms")
    case .flooded:
      self.init(.flooded, "wrote without end")
    case .notStarted(let error):
      self.init(.notStarted, error.description)
    case .exited(let status):
      self.init(.garbled, "exit status \(status)")
    case .interrupted:
      self.init(.notStarted, "interrupted")
    }
    standardError = Self.tail(result.standardError)
  }

  /// The contract was not kept, though the child ended by itself.
  static func garbled(_ detail: String, _ result: ChildResult) -> AdapterOutcome {
    .broken(AdapterFault(.garbled, detail, standardError: tail(result.standardError)))
  }

  /// The end of standard error; nil if it is empty.
  private static func tail(_ bytes: [UInt8]) -> String? {
    bytes.isEmpty ? nil : String(decoding: bytes.suffix(standardErrorBytes), as: UTF8.self)
  }

  /// SIGKILL: no program ends itself by that, and ours would be another ending. The kernel does so when memory runs out.
  static func isOfSystem(_ signal: Int32) -> Bool { signal == 9 }

  /// The harness's explanation: not the adapter's fault.
  static let killed = HarnessFailure(
    .internal,
    "the adapter's process was killed from outside (SIGKILL): by the kernel for want of memory, or by a user")

  static func name(ofSignal signal: Int32) -> String {
    let names: [Int32: String] = [
      1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL",
      11: "SIGSEGV", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM",
    ]
    return names[signal].map { "signal \(signal) (\($0))" } ?? "signal \(signal)"
  }
}

/// A line of foreign output in quotes, which no apostrophe of its own can end.
func quoted(_ text: some StringProtocol, limit: Int = 120) -> String {
  "'\(String(sentence(text, limit: limit).map { $0 == "'" ? "’" : $0 }))'"
}

/// A line of foreign output, fit for one sentence: shortened, controls shown as dots.
func sentence(_ text: some StringProtocol, limit: Int = 120) -> String {
  let shortened = text.unicodeScalars.prefix(limit).map { scalar in
    scalar.properties.generalCategory == .control ? "." : Character(scalar)
  }
  return "\(String(shortened))\(text.unicodeScalars.count > limit ? "…" : "")"
}
