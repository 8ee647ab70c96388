package import RogueModel

extension Rule<TransparencyQuestion, TrustProblem?> {
  /// As many logs as the policy requires, of as many operators, vouch for the leaf. An SCT that does not count is as if it were
  /// not there, and so is a list that cannot be read.
  package static var vouchingLogs: Self {
    Self("transparency/vouching-logs", "RFC 6962, section 5.2") { question in
      var doubts = question.sctLists.filter { $0.scts == nil }.map { _ in "a list of SCTs that cannot be read" }
      var counted: [SCTQuestion] = []
      for sct in question.scts {
        if let doubt = question.doubt(about: sct) { doubts.append(doubt) } else { counted.append(sct) }
      }
      let (logs, operators) = (question.rules(.distinctLogs, counted), question.rules(.distinctOperators, counted))
      let needed = question.policy
      if logs < needed.minimum {
        let found = "\(logs) of \(needed.minimum) logs vouch for the certificate"
        return TrustProblem(
          .transparency, doubts.isEmpty ? found : found + ": " + doubts.joined(separator: ", "), index: 0)
      }
      guard operators < needed.operators else { return nil }
      return TrustProblem(
        .transparency, "logs of \(operators) of \(needed.operators) operators vouch for the certificate", index: 0)
    }
  }
}

extension Rule<[SCTQuestion], Int> {
  /// Two SCTs of one log are one witness, whichever ways they come.
  package static var distinctLogs: Self {
    Self("transparency/distinct-logs", "two statements of one log are one witness") { scts in
      Set(scts.map(\.timestamp.logID)).count
    }
  }

  /// Two logs of one operator are one.
  package static var distinctOperators: Self {
    Self("transparency/distinct-operators", "one operator can change all of its logs") { scts in
      Set(scts.map { $0.log?.operatorName ?? "" }).count
    }
  }
}
