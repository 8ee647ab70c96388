internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what the leaf is for.
  static let ofPurposes: [Mutant] = [
    Mutant.alsoAccepting(
      "reads-no-purposes-without-a-name", "does not read the leaf's purposes if no host name is to be verified"
    ) { problem, question in
      guard question.policy.hostname == nil, problem.reason == .keyUsage, problem.index == 0,
        let leaf = question.findings.path.first, let facts = CertificateFacts(der: leaf)
      else { return false }
      return !facts.isIdle && facts.purposes?.contains(CertificateFacts.serverAuthentication) == false
    }.uncaught(
      because: "the checks in their circumstances catch it: `name-check=unchecked` in `circumstances/application`"),
    Mutant.alsoAccepting(
      "lets-purposes-replace-key-usage", "does not read the leaf's keyUsage if its extendedKeyUsage has serverAuth"
    ) { problem, question in
      guard problem.reason == .keyUsage, problem.index == 0, let leaf = question.findings.path.first,
        let facts = CertificateFacts(der: leaf)
      else { return false }
      // Its Netscape type has the same reason, and is read rightly.
      let netscapeType: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x86, 0xf8, 0x42, 0x01, 0x01]
      let hasType = CertificateContents(leaf)?.extensions.contains { $0.identifier == netscapeType } ?? false
      return facts.isIdle && !hasType && facts.purposes?.contains(CertificateFacts.serverAuthentication) == true
    },
    Mutant.alsoAccepting(
      "reads-critical-purposes-only", "reads the leaf's extendedKeyUsage only where it is critical"
    ) { problem, question in
      guard problem.reason == .keyUsage, problem.index == 0,
        let leaf = question.findings.path.first.flatMap({ CertificateFacts(der: $0) }), let purposes = leaf.purposes
      else { return false }
      // Not the keyUsage of the leaf, which has the same reason.
      return !leaf.hasCriticalPurposes && !leaf.isIdle && !purposes.contains(CertificateFacts.serverAuthentication)
    },
  ]
}
