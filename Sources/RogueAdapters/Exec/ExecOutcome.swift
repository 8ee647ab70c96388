internal import RogueModel

/// Reads what a program of the exec contract says: the last line of its standard output.
///
/// Strict: whatever is not in the grammar is the adapter's fault and never a refusal, because a harness that reads a
/// broken adapter's output as `CANCEL` would call it safe.
enum ExecOutcome {
  /// The meaning of the output, or a sentence why it has none.
  static func read(_ output: [UInt8], of attempt: Attempt) -> Result<AdapterOutcome, Complaint> {
    guard let line = lastLine(output) else { return .failure("the program printed nothing") }
    guard let text = String(validating: line, as: UTF8.self) else {
      return .failure("the last line is not valid UTF-8")
    }
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let keyword = words[0]
    let rest = words.count > 1 ? words[1] : ""
    switch keyword {
    case "ACCEPT": return accept(rest)
    case "CANCEL": return cancel(rest)
    case "UNSUPPORTED":
      let (capability, why) = split(rest)
      guard !capability.isEmpty else { return .failure("UNSUPPORTED without a capability") }
      return .success(.unsupported(capability: capability, why: why))
    case "FAILED":
      let (cause, detail) = split(rest)
      guard let cause = AdapterOutcome.FailureCause(rawValue: cause) else {
        return .failure("FAILED with an unknown cause \(quoted(cause))")
      }
      return .success(.failed(cause: cause, detail: detail))
    case "STATEMENT": return StatementObject.read(String(rest), of: attempt)
    default: return .failure("the last line is not an answer: \(quoted(text))")
    }
  }

  /// A sentence about what is wrong.
  struct Complaint: Error, ExpressibleByStringInterpolation, CustomStringConvertible {
    var description: String
    /// The program did nothing wrong: the system had no room for it.
    var isShortage = false
    /// These are the program's own words, about what it needs and has not.
    var isMissing = false

    init(stringLiteral value: String) { description = value }
  }

  private static func accept(_ rest: Substring) -> Result<AdapterOutcome, Complaint> {
    let (nonce, more) = split(rest)
    guard Nonce.isNonce(nonce), more == nil else {
      return .failure("ACCEPT needs the nonce, 32 hexadecimal digits, and nothing else: \(quoted(rest))")
    }
    return .success(.statement(Statement(said: .accept, nonce: nonce)))
  }

  private static func cancel(_ rest: Substring) -> Result<AdapterOutcome, Complaint> {
    let (words, detail) = split(rest)
    // A refusal without a reason is a refusal.
    if words.isEmpty { return .success(.statement(Statement(said: .cancel))) }
    let parts = words.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    guard let reason = Reason(rawValue: String(parts[0])) else {
      return .failure("CANCEL with an unknown reason \(quoted(String(parts[0])))")
    }
    guard parts.count > 1 else { return .success(.statement(Statement(said: .cancel, reason: reason, detail: detail))) }
    guard let phase = Phase(rawValue: String(parts[1])) else {
      return .failure("CANCEL at an unknown phase \(quoted(String(parts[1])))")
    }
    return .success(.statement(Statement(said: .cancel, reason: reason, phase: phase, detail: detail)))
  }

  /// The first word, and the text after it, if there is any.
  private static func split(_ text: Substring) -> (String, String?) {
    let parts = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    guard let first = parts.first else { return ("", nil) }
    return (String(first), parts.count > 1 ? String(parts[1]) : nil)
  }

  /// The last line that is not empty; a carriage return before its end does not belong to it.
  private static func lastLine(_ output: [UInt8]) -> ArraySlice<UInt8>? {
    var end = output.endIndex
    while end > 0, output[end - 1] == UInt8(ascii: "\n") || output[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    guard end > 0 else { return nil }
    let start = output[..<end].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    return output[start..<end]
  }
}
