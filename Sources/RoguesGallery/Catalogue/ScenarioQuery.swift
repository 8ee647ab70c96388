internal import RogueModel
internal import RogueScenarios

/// The selected scenarios.
struct ScenarioQuery {
  /// Patterns and paths of scenario files that choose; empty: all.
  var patterns: [String]
  /// Patterns of decision tables that a profile chooses.
  var tables: [String]
  var tags: [String]
  var restriction: Restriction

  /// - Parameters:
  ///   - patterns: with `!` in front they leave out.
  ///   - profile: it chooses where no pattern does, and leaves out what it does not choose.
  init(
    patterns: [String], tags: [String] = [], skips: [String] = [], level: Level? = nil, severity: Severity? = nil,
    profile: Profile? = nil
  ) {
    let (chosen, left) = Restriction.split(patterns)
    self.patterns = chosen.isEmpty ? profile?.patterns ?? [] : chosen
    tables = chosen.isEmpty ? profile?.tables ?? [] : []
    self.tags = tags
    restriction = Restriction(skips: left + skips, level: level, severity: severity, profile: profile)
  }

  /// Reads the profile that the choice names.
  init(
    patterns: [String], tags: [String], _ choice: RunOptions.Choice, _ catalogues: Catalogues
  ) throws(HarnessFailure) {
    self.init(
      patterns: patterns, tags: tags, skips: choice.skips, level: choice.level, severity: choice.severity,
      profile: try choice.profile.map { (name) throws(HarnessFailure) in try catalogues.profile(named: name) })
  }
}
