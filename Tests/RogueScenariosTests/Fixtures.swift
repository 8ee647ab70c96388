import RogueModel
import RogueScenarios
import TestSupport

/// Files as they stand in a catalogue, written in the tests that use them.
enum Fixture {
  static let world = PinnedSite.yaml

  /// A scenario file around some lines.
  static func scenario(_ body: String, name: String = "trust/rogue-ca") -> String {
    """
    scenario: \(name)
    title: A CA that the system trusts issues for the pinned host
    why: One bad CA among hundreds is enough. This is what pinning exists for.
    level: must
    severity: critical
    references: ["RFC 5280, section 6.1"]
    world: pinned-site

    """ + body
  }

  static let vocabulary = Vocabulary(
    defects: [
      NamedDescriptor(
        name: "bad-signature", summary: "one bit of the signature is flipped",
        parameters: [.init(name: "bit", kind: .integer, summary: "which", isRequired: false)]),
      NamedDescriptor(
        name: "long-serial", summary: "a serial number of many bytes",
        parameters: [.init(name: "bytes", kind: .integer, summary: "how many", isRequired: true)]),
    ],
    behaviours: [NamedDescriptor(name: "silent-close", summary: "closes without close_notify")])

  static func load(world: String = Fixture.world, _ scenarios: (path: String, text: String)...) -> Catalogue {
    CatalogueLoader(vocabulary: vocabulary).load(
      worlds: [SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: Array(world.utf8))],
      scenarios: scenarios.map { SourceFile(path: "Scenarios/\($0.path).yaml", bytes: Array($0.text.utf8)) })
  }

  /// What is printed about a scenario with these lines in the common world.
  static func complaints(_ body: String) -> String {
    load(("trust/rogue-ca", scenario(body))).findings.map(\.rendered).joined()
  }

  /// What is printed about a world.
  static func complaints(world: String) -> String {
    load(world: world).findings.map(\.rendered).joined()
  }
}
