import Foundation
import Testing

/// Files that are broken or hostile, put to the command as a user would: exit status 65, a position, and no hanging.
@Suite struct HostileCatalogueTests {
  static func scenario(_ name: String) -> String {
    """
    scenario: mine/\(name)
    title: A scenario from outside the catalogue
    why: It is here to be tested, and it says so in two sentences. This is the second one.
    level: must
    severity: high
    references: ["RFC 5280, section 6"]
    world: pinned-site
    mutate: {server.present: [stranger-leaf, stranger]}
    expect:
      by-policy:
        system: {disposition: cancel, reason: [untrusted]}

    """
  }

  struct Slip: Sendable, CustomTestStringConvertible {
    var name: String
    var position: String
    var message: String
    /// Makes the file's bytes from those of a good one.
    var spoil: @Sendable (String) -> Data

    init(_ name: String, _ position: String, _ message: String, _ spoil: @escaping @Sendable (String) -> Data) {
      (self.name, self.position, self.message, self.spoil) = (name, position, message, spoil)
    }

    var testDescription: String { name }

    static func text(
      _ name: String, _ position: String, _ message: String, _ spoil: @escaping @Sendable (String) -> String
    ) -> Slip { Slip(name, position, message) { Data(spoil($0).utf8) } }
  }

  static let slips = [
    Slip.text("tab", "10:1", "a tab in the indentation") {
      $0.replacingOccurrences(of: "  by-policy", with: "\tby-policy")
    },
    Slip.text("cycle", "12:11", "the alias *t is inside the value that it names: a cycle") {
      $0 + "tags: &t [*t]\n"
    },
    Slip.text("deep", "12:70", "nested more than 64 levels deep") {
      $0 + "tags: " + String(repeating: "[", count: 100_000)
    },
    Slip("utf8", "12:8", "the byte 0xff is not valid UTF-8 here") {
      Data($0.utf8) + Data("tags: [".utf8) + [0xff, 0xfe]
    },
    Slip.text("twice", "12:1", "the key 'level' appears twice") { $0 + "level: should\n" },
    Slip.text("unknown-key", "5:1", "unknown key 'severty'") {
      $0.replacingOccurrences(of: "severity:", with: "severty:")
    },
    Slip.text("unknown-policy", "11:5", "the world has no policy 'sistem'") {
      $0.replacingOccurrences(of: "    system:", with: "    sistem:")
    },
    Slip.text("unknown-world", "7:8", "'pinned-sight'") {
      $0.replacingOccurrences(of: "pinned-site", with: "pinned-sight")
    },
    Slip.text("two-mutations", "8:", "one") {
      $0.replacingOccurrences(of: "stranger]}", with: "stranger], server.key: leaf}")
    },
    Slip.text("bomb", "21:15", "more than 100000 values") { scenario in
      let levels = (1...40).map { "l\($0): &l\($0) [*l\($0 - 1), *l\($0 - 1), *l\($0 - 1)]\n" }
      return scenario + "l0: &l0 [x, x, x]\n" + levels.joined()
    },
  ]

  @Test(arguments: slips)
  func `a broken scenario is reported with position and caret, by lint and by run`(slip: Slip) async throws {
    let place = try TemporaryWorkplace()
    let file = try place.write(slip.spoil(Self.scenario(slip.name)), to: "mine/\(slip.name).yaml")
    let lint = try await place.run(["lint", file])
    let run = try await place.run(["run", "-a", "accept-all", file])
    for (ending, told) in [(lint, lint.output), (run, run.error)] {
      #expect(ending.status == 65)
      let lines = told.split(separator: "\n")
      let first = lines.firstIndex { $0.hasPrefix("\(file):\(slip.position)") && $0.contains(slip.message) }
      let index = try #require(first, "\(told.prefix(2000))")
      #expect(lines[index].contains(": error: "))
      // The source line, then the caret under it.
      #expect(lines[index + 2].contains("^"), "\(told.prefix(2000))")
    }
    #expect(run.output.isEmpty)
  }

  @Test func `settings that no server supports are refused by run and by lint`() async throws {
    let place = try TemporaryWorkplace()
    let file = try place.write(Self.scenario("short") + "axes: {keys: [rsa512]}\n", to: "mine/short.yaml")
    for arguments in [["lint", file], ["run", "-a", "accept-all", file]] {
      let ending = try await place.run(arguments)
      #expect(ending.status == 65, "\(ending)")
      let told = (ending.output + ending.error).contains(
        "\(file):12:1: error: no server can sign a handshake with an RSA key")
      #expect(told, "\(ending)")
    }
  }

  @Test func `a file of 50 MB is refused before it is read`() async throws {
    let place = try TemporaryWorkplace()
    let file = try place.write(Self.scenario("large"), to: "mine/large.yaml")
    let handle = try #require(FileHandle(forWritingAtPath: file))
    try handle.truncate(atOffset: 50_000_000)
    try handle.close()
    for arguments in [["lint", file], ["run", "-a", "accept-all", file]] {
      let ending = try await place.run(arguments)
      #expect(ending.status == 65)
      #expect((ending.output + ending.error).contains("\(file):1:1: error: the file is larger than"), "\(ending)")
    }
  }

  @Test func `an error in a catalogue stops every run`() async throws {
    let place = try TemporaryWorkplace()
    try place.smallCatalogue()
    try place.write("scenario: trust/broken\n\ttitle: x\n", to: "catalogue/Scenarios/trust/broken.yaml")
    let catalogue = ["--catalogue", place.path("catalogue")]
    for asked in [
      [], ["trust/unknown-ca"], ["trust"], ["trust/broken"], ["*/b*"], ["trust/unknown-ca", "trust/nothing"],
      ["-t", "seed"],
    ] {
      let ending = try await place.run(["run", "-a", "accept-all"] + catalogue + asked)
      #expect(ending.status == 65, "\(asked)")
      #expect(ending.error.contains("catalogue/Scenarios/trust/broken.yaml:2:1: error: a tab"), "\(asked)")
    }
    #expect(try await place.run(["lint"] + catalogue).status == 65)
    // Scenarios that can be read are shown all the same.
    for (verb, status) in [(["list", "--ids"], 65), (["explain"], 0)] as [([String], Int32)] {
      let ending = try await place.run(verb + catalogue + ["trust/unknown-ca"])
      #expect(ending.status == status)
      #expect(ending.output.hasPrefix("trust/unknown-ca"))
    }
  }

  @Test func `a scenario that only a file holds is run, and is the only one`() async throws {
    let place = try TemporaryWorkplace()
    let file = try place.write(Self.scenario("own"), to: "mine/own.yaml")
    #expect(try await place.run(["lint", file]).status == 0)
    let ending = try await place.run(["run", "-q", "-a", "accept-all", "--log", place.path("log.jsonl"), file])
    #expect(ending.status == 1)
    #expect(
      try place.log().verdicts("accept-all") == [
        "mine/own[tls=1.2,policy=system]": "false-accept", "mine/own[tls=1.3,policy=system]": "false-accept",
      ])
  }
}

extension TemporaryWorkplace {
  /// A catalogue of one world and two scenarios, without adapters.
  func smallCatalogue() throws {
    for file in ["Certs/worlds/pinned-site.yaml", "Scenarios/trust/unknown-ca.yaml", "Scenarios/healthy/wildcard.yaml"]
    {
      let content = try Data(contentsOf: BuiltCommand.root.appendingPathComponent(file))
      try write(content, to: "catalogue/\(file)")
    }
  }
}
