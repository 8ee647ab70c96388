internal import RogueModel
internal import RoguePlatform
internal import RogueReports
internal import RogueRunner
internal import Synchronization

/// Keeps what people need to examine a case that did not pass, with this project or without: a folder for each, which
/// explains itself in its README.md.
///
/// Control characters in the output of clients and adapters are written out (`\u{1b}`), because people show these files
/// on terminals. The only private keys are those of test certificates that were minted for the run.
final class ArtifactFolder: ArtifactStore {
  private let root: String
  private let facts: KnownFacts
  private let taken = Mutex<Set<String>>([])

  init(root: String, facts: KnownFacts) {
    self.root = root
    self.facts = facts
  }

  private static let captureName = "wire.pcapng"

  /// The capture file of a case, if its folder is still where its log says.
  @Sendable static func capture(of result: CaseResult) -> [UInt8]? {
    guard let path = result.artifacts.map({ "\($0)/\(captureName)" }), Files.isRegular(path) else { return nil }
    return try? Files.read(path)
  }

  func keep(_ result: CaseResult, material: [StepMaterial]) throws(HarnessFailure) -> String {
    let folder = "\(root)/\(name(of: result))"
    do {
      try Files.makeDirectory(folder)
      let shown = Self.shown(facts.added(to: result), material)
      try Files.write(EventLog.line(of: shown) + "\n", to: "\(folder)/case.json")
      var steps: [StepFolder] = []
      for (index, step) in shown.steps.enumerated() {
        let own = material.indices.contains(index) ? material[index] : nil
        steps.append(StepFolder(step, own, of: shown, in: folder))
      }
      for step in steps { try step.write() }
      let capture = steps.compactMap(\.capture)
      if capture.contains(where: { !$0.connections.isEmpty }) {
        try Files.write(CaptureFile(capture).bytes, to: "\(folder)/\(Self.captureName)")
      }
      try Files.write(EvidenceReadme(result: shown, steps: steps).text, to: "\(folder)/README.md")
    } catch {
      throw HarnessFailure(.files, "cannot keep the artifacts of \(result.caseID)", underlying: "\(error)")
    }
    return folder
  }

  /// The path of a case's folder in the run's; no two cases of a run share one.
  private func name(of result: CaseResult) -> String {
    let wanted = "\(EvidenceName.component(result.adapter))/\(EvidenceName.ofCase(result.caseID))"
    return taken.withLock { taken in
      var name = wanted
      var number = 1
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(wanted)-\(number)"
      }
      return name
    }
  }

  /// The result with paths of this folder in the place of temporary ones, which are gone.
  private static func shown(_ result: CaseResult, _ material: [StepMaterial]) -> CaseResult {
    var shown = result
    for index in shown.steps.indices {
      guard var report = shown.steps[index].report else { continue }
      let attempt = material.indices.contains(index) ? material[index].attempt.id : nil
      let client = StepFolder.path("client", ofStep: index + 1, of: result.steps.count)
      report.command = report.command.map { TemporaryPaths.replaced(in: $0, attempt: attempt, with: client) }
      report.standardOutput = TemporaryPaths.replaced(in: report.standardOutput, attempt: attempt, with: client)
      report.standardError = TemporaryPaths.replaced(in: report.standardError, attempt: attempt, with: client)
      shown.steps[index].report = report
    }
    return shown
  }
}

/// Names of evidence that every file system and every CI's archive takes.
enum EvidenceName {
  /// File systems end at 255 bytes.
  private static let longest = 180

  /// `usage/client[tls=1.3,policy=system]` becomes `usage.client.tls1.3.system`.
  static func ofCase(_ id: String) -> String {
    let scenario = id.prefix { $0 != "[" }
    let values = id.dropFirst(scenario.count + 1).split(separator: "]", maxSplits: 1).first ?? ""
    var parts = scenario.split(separator: "/").map(String.init)
    for value in values.split(separator: ",") {
      if value.hasPrefix("policy=") {
        parts.append(String(value.dropFirst("policy=".count)))
      } else if value.hasPrefix("tls=") {
        parts.append("tls\(value.dropFirst("tls=".count))")
      } else {
        parts.append(value.split(separator: "=").joined(separator: "-"))
      }
    }
    return component(parts.joined(separator: "."))
  }

  /// A name that is one path component everywhere.
  static func component(_ name: String) -> String {
    let kept = name.utf8.prefix(longest).map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): byte
      default: UInt8(ascii: "_")
      }
    }
    let text = String(decoding: kept, as: UTF8.self)
    return text.first == "." || text.isEmpty ? "_" + text : text
  }
}

/// The temporary folders of conversations, in what clients and adapters say.
enum TemporaryPaths {
  /// In the place of a folder of which nothing is kept.
  static let gone = "TEMPORARY"

  /// Replaces `/dev/shm/rogues-…-XXXXXX/ATTEMPT` by `folder`, and other paths in there by a placeholder.
  static func replaced(in text: String, attempt: String?, with folder: String) -> String {
    guard text.contains("/rogues-") else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: "/rogues-") {
      let tail = rest[mark.upperBound...]
      let name = tail.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
      let after = tail[name.endIndex...]
      // As `Files.makeTemporaryDirectory` names them: six characters at the end.
      guard name.split(separator: "-").last?.count == 6, after.isEmpty || !(after.first?.isLetter ?? false) else {
        result += rest[..<tail.startIndex]
        rest = tail
        continue
      }
      // Its own parents may look like such a folder.
      var before = result + rest[..<mark.lowerBound]
      while let last = before.last, last.isASCII, last.isLetter || last.isNumber || "/._-".contains(last) {
        before.removeLast()
      }
      result = before
      if let attempt, after.hasPrefix("/\(attempt)") {
        result += folder
        rest = after.dropFirst(attempt.count + 1)
      } else {
        result += gone
        rest = after
      }
    }
    return result + rest
  }
}
