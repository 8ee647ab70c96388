internal import RogueModel
internal import RogueYAML

/// Compares the statements of an `adapter.yaml` about fields of attempts with its capabilities.
struct ConfigurationCheck {
  /// Nil if undeclared.
  var configuration: AdapterConfiguration?
  private var positions: [AdapterConfiguration.Contradiction.Place: YAMLPosition] = [:]

  init(_ entries: Entries) {
    guard entries.has(ManifestKeys.applies) || entries.has(ManifestKeys.fixed) else { return }
    var configuration = AdapterConfiguration(applied: [:], fixed: [:])
    positions[.nowhere] =
      entries.keyPosition(entries.has(ManifestKeys.applies) ? ManifestKeys.applies : ManifestKeys.fixed)
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
    self.configuration = configuration
  }

  /// Reports what cannot be. What is inherited is reported where the section begins.
  func check(_ reader: NodeReader, _ capabilities: [Capability], isOffline: Bool) {
    guard let configuration, let section = positions[.nowhere] else { return }
    for found in configuration.contradictions(capabilities, isOffline: isOffline) {
      reader.report(at: positions[found.place] ?? section, found.text, help: found.help)
    }
  }
}
