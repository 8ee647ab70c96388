internal import RogueModel
internal import RoguePlatform

/// A folder that holds `Scenarios`, `Certs/worlds` or `Adapters`: the built-in catalogue, or a user's repository.
struct CatalogueRoot: Sendable, Hashable {
  /// As it is shown in findings: empty for the working folder, else with a final slash.
  let prefix: String

  init(path: String) {
    prefix = path.isEmpty || path == "." ? "" : path.hasSuffix("/") ? path : path + "/"
  }

  /// Two parts that only the built-in catalogue has together: a copy of them is a copy of it.
  private static let marks = ["Scenarios/trust/unknown-ca.yaml", "Certs/worlds/pinned-site.yaml"]
  /// The folders by which a catalogue is recognised that the user did not name; a folder of adapters could be anything.
  private static let telling = ["Scenarios", "Certs/worlds"]
  private static let parts = telling + ["Adapters"]

  /// Whether the folder is the built-in catalogue, or one that takes its place.
  static func isBuiltIn(_ path: String) -> Bool { marks.allSatisfy { Files.exists("\(path)/\($0)") } }

  /// Whether the folder looks like a catalogue.
  static func isCatalogue(_ path: String) -> Bool { telling.contains { Files.isDirectory("\(path)/\($0)") } }

  /// An explicitly named folder is a catalogue with any of the parts.
  static func isNamedCatalogue(_ path: String) -> Bool { parts.contains { Files.isDirectory("\(path)/\($0)") } }
}
