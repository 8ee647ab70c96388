internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueRunner

/// Keeps what people need to examine a case that did not pass: a folder for each, with the certificates, the adapter's
/// output, and the evidence as a timeline.
///
/// Private keys are never written here. Control characters in the output of clients and adapters are written out
/// (`\u{1b}`), because people show these files on terminals.
struct ArtifactFolder: ArtifactStore {
  var root: String

  func keep(_ result: CaseResult, hierarchies: [Hierarchy]) throws(HarnessFailure) -> String {
    let folder = "\(root)/\(Self.safe(result.adapter))/\(Self.safe(result.caseID))"
    do throws(SystemError) {
      try Files.makeDirectory(folder)
      try Files.write(summary(of: result), to: "\(folder)/case.txt")
      for step in result.steps {
        let prefix = "\(folder)/step-\(step.step)"
        let timeline = Timeline(step.observation).lines.map { $0.visible(keepsLines: false) + "\n" }
        try Files.write(timeline.joined(), to: "\(prefix)-timeline.txt")
        guard let report = step.report else { continue }
        for (text, name) in [(report.standardOutput, "stdout"), (report.standardError, "stderr")] where !text.isEmpty {
          try Files.write(text.visible(keepsLines: true), to: "\(prefix)-\(name).txt")
        }
      }
      for (index, hierarchy) in hierarchies.enumerated() {
        let certificates = "\(folder)/step-\(index + 1)-certificates"
        try Files.makeDirectory(certificates)
        for certificate in hierarchy.certificates.values {
          try Files.write(certificate.der, to: "\(certificates)/\(Self.safe(certificate.name)).der")
        }
      }
    } catch {
      throw HarnessFailure(.files, "cannot keep the artifacts of \(result.caseID)", underlying: error.description)
    }
    return folder
  }

  private func summary(of result: CaseResult) -> String {
    var lines = [
      "case      \(result.caseID)", "adapter   \(result.adapter)", "verdict   \(result.judgement.verdict.rawValue)",
      "because   \(result.judgement.explanation)", "scenario  \(result.location)", "why       \(result.why)",
      "again     \(result.reproduce)",
    ]
    if let missed = result.missedDeadline {
      lines.append("asked     twice, the second time alone; at first: \(missed.judgement.explanation)")
    }
    for step in result.steps {
      lines.append("")
      lines.append("step \(step.step)  \(step.mutation ?? "healthy")")
      lines.append("  expected  \(step.expected)")
      lines.append("  verdict   \(step.judgement.verdict.rawValue): \(step.judgement.explanation)")
      if let command = step.report?.command { lines.append("  command   \(command)") }
    }
    return lines.map { $0.visible(keepsLines: false) + "\n" }.joined()
  }

  /// A name that is one path component everywhere.
  private static func safe(_ name: String) -> String {
    let kept = name.map { $0.isLetter || $0.isNumber || "-_.=,".contains($0) ? $0 : "_" }
    return kept.first == "." ? "_" + String(kept) : String(kept)
  }
}
