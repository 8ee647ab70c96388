/// The files of a catalogue's folder `Scenarios`: scenarios, and what is about them.
public enum ScenarioFolder {
  /// The kind of a file, by its path alone, so that a file can be left unread.
  public enum Subject: Sendable, Hashable, CaseIterable {
    /// `FAMILY/NAME.yaml`
    case scenario
    /// `FAMILY/table.yaml` or `FAMILY/NAME-table.yaml`
    case table
    /// `FAMILY/family.yaml`
    case family
    /// `circumstances/NAME.yaml`
    case circumstances
    /// `circumstances/checks.yaml`
    case checks
    /// `profiles/NAME.yaml`
    case profile
    /// `probes.yaml`
    case probes

    /// Whether a file of this kind has cells.
    public var hasCells: Bool { self == .table || self == .circumstances }
  }

  /// - Parameter path: Of the file, at least with the folder that it is in.
  public static func subject(of path: String) -> Subject {
    let parts = path.split(separator: "/")
    let name = (parts.last ?? "").prefix { $0 != "." }
    if parts.dropLast().last == "profiles" { return .profile }
    if name == "family" { return .family }
    if name == "probes", parts.count == 1 || parts.dropLast().last == "Scenarios" { return .probes }
    if parts.dropLast().last == "circumstances" { return name == "checks" ? .checks : .circumstances }
    return name == "table" || name.hasSuffix("-table") ? .table : .scenario
  }
}

extension SourceFile {
  /// The kind of the file, if it is in a folder `Scenarios`.
  public var subject: ScenarioFolder.Subject { ScenarioFolder.subject(of: path) }

  /// The error of the id of a scenario or table in this file; nil: none.
  func objection(to id: String, of subject: String) -> String? {
    if isNamed { return nil }
    let expected = scenarioID
    // A file without a folder in its path can only vouch for the second part.
    let given = expected.contains("/") ? id : String(id.drop { $0 != "/" }.dropFirst())
    guard given != expected else { return nil }
    return "the \(subject) is called '\(given)', its file '\(expected)'; both must be the same"
  }
}
