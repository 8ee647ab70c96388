/// The common properties of a family's scenarios (`Scenarios/FAMILY/family.yaml`).
public struct ScenarioFamily: Hashable, Sendable {
  /// The part of a scenario's id before the slash.
  public var name: String
  /// The subject of the family, for headings.
  public var title: String
  /// The change to make in the client's code, by verdict.
  public var fixes: [Verdict: String]

  public init(name: String, title: String, fixes: [Verdict: String]) {
    self.name = name
    self.title = title
    self.fixes = fixes
  }

  /// The change to make in the client's code after this verdict; nil: the family has no advice.
  public func fix(for verdict: Verdict) -> String? {
    // Data that went out although the client refused: the same check is missing, or comes too late.
    fixes[verdict] ?? (verdict == .leak ? fixes[.falseAccept] : nil)
  }
}
