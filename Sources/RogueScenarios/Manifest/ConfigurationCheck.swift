internal import RogueModel
internal import RogueYAML

/// What an `adapter.yaml` says of the fields of attempts, held against what it declares.
enum ConfigurationCheck {
  /// - Returns: nil where nothing is said.
  static func configuration(
    _ entries: Entries, _ capabilities: [Capability], isOffline: Bool
  ) -> AdapterConfiguration? {
    guard entries.has(ManifestKeys.applies) || entries.has(ManifestKeys.fixed) else { return nil }
    var configuration = AdapterConfiguration(applied: [:], fixed: [:])
    var positions: [AdapterConfiguration.Contradiction.Place: YAMLPosition] = [
      .nowhere: entries.keyPosition(entries.has(ManifestKeys.applies) ? ManifestKeys.applies : ManifestKeys.fixed)
    ]
    for (key, how) in entries[ManifestKeys.applies] ?? [] {
      guard let field = AttemptField(rawValue: key.text) else { continue }
      configuration.applied[field] = how
      positions[.applied(field)] = key.position
    }
    for (key, instead) in entries[ManifestKeys.fixed] ?? [] {
      guard let field = AttemptField(rawValue: key.text) else { continue }
      configuration.fixed[field] = instead
      positions[.fixed(field)] = key.position
    }
    for found in configuration.contradictions(capabilities, isOffline: isOffline) {
      guard let position = positions[found.place] else { continue }
      entries.reader.report(at: position, found.text, help: found.help)
    }
    return configuration
  }
}
