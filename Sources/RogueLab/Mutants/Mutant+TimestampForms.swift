internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about unusual timestamps and logs.
  static let ofTimestampForms: [Mutant] = [
    Mutant(
      "reads-sct-times-as-signed", "reads the time of an SCT as a signed number",
      replaces: .vouchingLogs,
      by: { (question: TransparencyQuestion) -> TrustProblem? in
        let problem = Rule<TransparencyQuestion, TrustProblem?>.vouchingLogs.answer(question)
        guard problem != nil else { return nil }
        var counted: [SCTQuestion] = []
        for (sct, isNegative) in zip(question.scts, areNegative(question)) {
          let counts =
            isNegative
            ? Rule<SCTQuestion, String?>.knownLog.answer(sct) == nil
              && Rule<SCTQuestion, String?>.sctSignature.answer(sct) == nil
            : question.doubt(about: sct) == nil
          if counts { counted.append(sct) }
        }
        let logs = Set(counted.map { $0.timestamp.logID }).count
        let operators = Set(counted.map { $0.log?.operatorName ?? "" }).count
        return logs >= question.policy.minimum && operators >= question.policy.operators ? nil : problem
      }),
    Mutant(
      "verifies-no-scts-of-rsa-logs", "counts no SCT of a log whose key is an RSA key",
      replaces: Rule<SCTQuestion, String?>.sctSignature,
      where: { question in question.log.map { isRSAKey($0.spki) } ?? false }
    ) { _ in "a timestamp in an unknown signature algorithm" },
  ]
}

/// Whether the highest bit of each timestamp is set: such a time is in the future at the latest moment that there is (the rule's
/// allowance of 300,000 ms must not overflow).
private func areNegative(_ question: TransparencyQuestion) -> [Bool] {
  var latest = question
  latest.milliseconds = Int64.max - 300_001
  return latest.scts.map { Rule<SCTQuestion, String?>.sctTime.answer($0) != nil }
}

/// Whether a SubjectPublicKeyInfo is of an RSA key.
func isRSAKey(_ spki: [UInt8]) -> Bool {
  var outer = DERReader(spki, lengths: .any)
  guard var fields = outer.constructed(.sequence), var algorithm = fields.constructed(.sequence),
    let name = algorithm.primitive(.objectIdentifier)
  else { return false }
  // rsaEncryption, 1.2.840.113549.1.1.1.
  let rsa: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
  return name.elementsEqual(rsa)
}
