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
    for (key, how) in entries[ManifestKeys.applies] ?? [] {
      guard let field = AttemptField(rawValue: key.text) else { continue }
      configuration.applied[field] = how
      if !field.capabilities.isEmpty, !field.capabilities.contains(where: capabilities.contains) {
        entries.reader.report(
          at: key.position, "'\(field.rawValue)' is applied, but no capability declares it",
          help: "declare one of \(words(field.capabilities)), or say under 'fixed' what holds instead")
      }
    }
    for (key, instead) in entries[ManifestKeys.fixed] ?? [] {
      guard let field = AttemptField(rawValue: key.text) else { continue }
      configuration.fixed[field] = instead
      if configuration.applied[field] != nil {
        entries.reader.report(at: key.position, "'\(field.rawValue)' is also applied")
      } else if let capability = field.capabilities.first(where: capabilities.contains) {
        entries.reader.report(
          at: key.position, "'\(field.rawValue)' is fixed, but the capability '\(capability)' says that it is applied")
      }
    }
    for field in AttemptField.allCases where configuration.applied[field] == nil {
      guard configuration.fixed[field] == nil, let capability = field.capabilities.first(where: capabilities.contains)
      else { continue }
      entries.reader.report(
        at: entries.keyPosition(ManifestKeys.applies),
        "'\(capability)' is declared, but 'applies' does not say how '\(field.rawValue)' reaches the validator")
    }
    // The harness's client connects for a validator without TLS.
    let needed = (isOffline ? [] : AttemptField.ofEveryConnection) + AttemptField.ofEveryPolicy
    let silent = needed.filter {
      configuration.applied[$0] == nil && configuration.fixed[$0] == nil
    }
    if !silent.isEmpty {
      let names = silent.map { "'\($0.rawValue)'" }.joined(separator: ", ")
      entries.reader.report(
        at: entries.keyPosition(entries.has(ManifestKeys.applies) ? ManifestKeys.applies : ManifestKeys.fixed),
        "neither 'applies' nor 'fixed' has \(names), which every attempt needs",
        help: "say under 'applies' how it reaches the validator, or under 'fixed' what holds instead")
    }
    return configuration
  }

  private static func words(_ capabilities: [Capability]) -> String {
    capabilities.map { "'\($0)'" }.joined(separator: ", ")
  }
}
