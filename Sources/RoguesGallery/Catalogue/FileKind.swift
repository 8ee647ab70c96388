internal import RogueScenarios

/// The subject of a catalogue's file. The folder and the name determine it, so that a file can be left unread.
enum FileKind: CaseIterable {
  case world, scenario, adapter, stack, finding, corpus, family, table, circumstances, checks, profile, probes

  /// The folder that holds its files, and their form.
  var place: (folder: String, form: String) {
    switch self {
    case .world: ("Certs/worlds", "Certs/worlds/NAME.yaml")
    case .scenario: ("Scenarios", "Scenarios/FAMILY/NAME.yaml")
    case .adapter: ("Adapters", "Adapters/NAME/adapter.yaml")
    case .stack: ("Adapters/stacks", "Adapters/stacks/NAME.yaml")
    case .finding: ("Findings", "Findings/NAME.yaml")
    case .corpus: ("Findings/corpora", "Findings/corpora/NAME.yaml")
    case .family: ("Scenarios", "Scenarios/FAMILY/family.yaml")
    case .table: ("Scenarios", "Scenarios/FAMILY/NAME-table.yaml")
    case .circumstances: ("Scenarios", "Scenarios/circumstances/NAME.yaml")
    case .checks: ("Scenarios", "Scenarios/circumstances/checks.yaml")
    case .profile: ("Scenarios", "Scenarios/profiles/NAME.yaml")
    case .probes: ("Scenarios", "Scenarios/probes.yaml")
    }
  }

  /// The number of folders between the kind's folder and a file.
  var depth: Int {
    let slashes = { (path: String) in path.utf8.count { $0 == UInt8(ascii: "/") } }
    return slashes(place.form) - slashes(place.folder) - 1
  }

  /// How deep misplaced files are found; an adapter's folder may contain anything below that.
  var reach: Int { self == .adapter ? 1 : 16 }

  /// Of the folder `Scenarios`, which several kinds share; nil: another folder.
  var subject: ScenarioFolder.Subject? {
    switch self {
    case .scenario: .scenario
    case .family: .family
    case .table: .table
    case .circumstances: .circumstances
    case .checks: .checks
    case .profile: .profile
    case .probes: .probes
    case .world, .adapter, .stack, .finding, .corpus: nil
    }
  }

  /// It alone reports the errors of a folder that it shares.
  var ownsFolder: Bool { subject == nil || self == .scenario }

  /// Whether the name is meant for this kind: of an adapter's folder, the description alone is.
  func claims(_ path: String) -> Bool {
    guard SourceFiles.isYAML(path) else { return false }
    if let subject { return ScenarioFolder.subject(of: path) == subject }
    if self == .finding { return !path.hasPrefix("corpora/") }
    guard self == .adapter else { return true }
    let parts = path.split(separator: "/")
    return parts.count == 2 && parts[1].lowercased().hasPrefix("adapter.")
  }
}
