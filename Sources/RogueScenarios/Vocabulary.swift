public import RogueModel
internal import RogueStimuli

/// The defects and behaviours that worlds and scenarios may use, with their parameters.
///
/// The composition root supplies it: this module does not import the stages that implement them.
public struct Vocabulary: Sendable {
  /// Of certificates.
  public var defects: [NamedDescriptor]
  /// Of servers.
  public var behaviours: [NamedDescriptor]

  public init(defects: [NamedDescriptor] = [], behaviours: [NamedDescriptor] = []) {
    self.defects = defects
    self.behaviours = behaviours
  }

  /// All keywords of a scenario: generated ones, and those in its file.
  public var keywords: @Sendable (Scenario) -> [String] {
    let keywords = Keywords(defects: defects, behaviours: behaviours)
    return { keywords.all(of: $0) }
  }
}
