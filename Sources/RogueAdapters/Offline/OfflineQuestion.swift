internal import RogueModel

/// One question to a program without TLS, and its answer.
struct OfflineQuestion {
  var outcome: AdapterOutcome
  var standardOutput = ""
  var standardError = ""
  /// The command line for people.
  var command: String?

  /// A program that accepts must show that it has read what it accepts.
  mutating func checkReceipt(_ receipt: String, orElse fault: (String) -> AdapterOutcome) {
    guard case .statement(let statement) = outcome, statement.said != .cancel else { return }
    guard statement.said == .accept, statement.nonce?.lowercased() == receipt else {
      outcome = fault("it accepts with another receipt than that of the certificates that it was handed")
      return
    }
  }
}
