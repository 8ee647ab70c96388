import RogueModel
import RogueScenarios
import Testing

/// Files that break the reader of somebody else's YAML: each gives one clear message with its place, and the other
/// files are read all the same.
@Suite struct HostileFileTests {
  /// What is printed about one hostile scenario file; a healthy one beside it must still be read.
  private func complaints(_ bytes: [UInt8]) -> String {
    let healthy = SourceFile(
      path: "Scenarios/trust/fine.yaml", bytes: Array(Fixture.scenario("", name: "trust/fine").utf8))
    let catalogue = CatalogueLoader(vocabulary: Fixture.vocabulary).load(
      worlds: [SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: Array(Fixture.world.utf8))],
      scenarios: [SourceFile(path: "Scenarios/trust/rogue-ca.yaml", bytes: bytes), healthy])
    #expect(catalogue.scenarios.map(\.id) == ["trust/fine"])
    return catalogue.findings.map(\.rendered).joined()
  }

  private func complaints(_ text: String) -> String { complaints(Array(text.utf8)) }

  @Test func `a tab in the indentation`() {
    #expect(
      complaints(Fixture.scenario("expect:\n\tdisposition: accept\n")) == """
        Scenarios/trust/rogue-ca.yaml:9:1: error: a tab in the indentation
           disposition: accept
          ^
          help: indent with spaces

        """)
  }

  @Test func `a duplicate key`() {
    #expect(
      complaints(Fixture.scenario("tags: [a]\nlevel: may\n")) == """
        Scenarios/trust/rogue-ca.yaml:9:1: error: the key 'level' appears twice; the first is on line 4
          level: may
          ^^^^^

        """)
  }

  @Test func `a cycle of anchors`() {
    #expect(
      complaints(Fixture.scenario("tags: &tags\n  - a\n  - *tags\n")) == """
        Scenarios/trust/rogue-ca.yaml:10:5: error: the alias *tags is inside the value that it names: a cycle
            - *tags
              ^^^^^

        """)
  }

  @Test func `a billion laughs`() {
    var text = "a0: &a0 [ha, ha, ha, ha, ha, ha, ha, ha, ha, ha]\n"
    for level in 1...9 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    #expect(
      complaints(text) == """
        Scenarios/trust/rogue-ca.yaml:5:45: error: the file grows to more than 100000 values here, aliases expanded
          a4: &a4 [*a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3, *a3]
                                                      ^^^

        """)
  }

  @Test func `a file of 50 MB`() {
    #expect(
      complaints([UInt8](repeating: UInt8(ascii: "a"), count: 50_000_000)) == """
        Scenarios/trust/rogue-ca.yaml:1:1: error: the file has 50000000 bytes, more than the 1048576 that are read

        """)
  }

  @Test func `deep nesting`() {
    let shown = String(repeating: "[", count: 105)
    #expect(
      complaints("tags: " + String(repeating: "[", count: 100_000)) == """
        Scenarios/trust/rogue-ca.yaml:1:70: error: nested more than 64 levels deep
          tags: \(shown.prefix(134))\(String(repeating: "[", count: 29))
        \(String(repeating: " ", count: 71))^

        """)
  }

  @Test func `bytes that are not UTF-8`() {
    var bytes = Array("scenario: trust/rogue-ca\ntitle: caf".utf8)
    bytes += [0xe9, 0x0a]
    #expect(
      complaints(bytes) == """
        Scenarios/trust/rogue-ca.yaml:2:11: error: the byte 0xe9 is not valid UTF-8 here
          title: caf\u{fffd}
                    ^
          help: save the file as UTF-8

        """)
  }

  @Test func `an empty file`() {
    #expect(
      complaints("") == """
        Scenarios/trust/rogue-ca.yaml:1:1: error: the file is empty
          \("")
          ^

        """)
  }

  @Test func `another shape than a mapping`() {
    #expect(
      complaints("- scenario: trust/rogue-ca\n") == """
        Scenarios/trust/rogue-ca.yaml:1:1: error: expected a mapping, found a list
          - scenario: trust/rogue-ca
          ^

        """)
  }

  @Test func `a merge key`() {
    #expect(
      complaints("base: &base {level: must}\n<<: *base\n") == """
        Scenarios/trust/rogue-ca.yaml:2:1: error: merge keys are not supported
          <<: *base
          ^^
          help: write the keys out: a file should say everything where it is read

        """)
  }

  @Test func `too many errors to list`() {
    let lines = (0..<10_000).map { "k\($0): x\n" }.joined()
    let rendered = complaints(Fixture.scenario(lines))
    #expect(rendered.contains("trust/rogue-ca.yaml:58:1: error: more than 50 findings; the others are not shown"))
    #expect(rendered.split(separator: "\n").count { $0.contains(": error: ") } == 51)
  }

  @Test func `an unreadable world drops only its own scenarios`() {
    let other = Fixture.world.replacing("pinned-site", with: "other-site")
    let catalogue = CatalogueLoader(vocabulary: Fixture.vocabulary).load(
      worlds: [
        SourceFile(path: "Certs/worlds/pinned-site.yaml", bytes: Array("world: [".utf8)),
        SourceFile(path: "Certs/worlds/other-site.yaml", bytes: Array(other.utf8)),
      ],
      scenarios: [
        SourceFile(path: "Scenarios/trust/one.yaml", bytes: Array(Fixture.scenario("", name: "trust/one").utf8)),
        SourceFile(
          path: "Scenarios/trust/two.yaml",
          bytes: Array(Fixture.scenario("", name: "trust/two").replacing("pinned-site", with: "other-site").utf8)),
      ])
    #expect(catalogue.scenarios.map(\.id) == ["trust/two"])
    #expect(
      catalogue.findings.map(\.rendered).joined() == """
        Certs/worlds/pinned-site.yaml:1:9: error: not valid YAML: did not find expected node content, \
        while parsing a flow node
          world: [
                  ^
        Scenarios/trust/one.yaml:7:8: error: the world 'pinned-site' has errors
          world: pinned-site
                 ^^^^^^^^^^^

        """)
  }
}
