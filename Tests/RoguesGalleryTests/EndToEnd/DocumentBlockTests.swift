import Foundation
import RoguePlatform
import TestSupport
import Testing

/// What README and docs tell people to type works as it stands there.
struct DocumentBlockTests {
  /// A folder after following the documents: every program and file of theirs.
  private func workplace() throws -> TemporaryWorkplace {
    let place = try TemporaryWorkplace()
    let shell = try #require(try DocumentBlocks.block("sh", of: "README.md", holding: "# curl-sh"))
    try place.write(shell, to: "curl-sh", executable: true)
    let scenario = try #require(try DocumentBlocks.block("yaml", of: "README.md", holding: "scenario: own/rogue-ca"))
    try place.write(scenario, to: "own/rogue-ca.yaml")
    let python = try #require(
      try DocumentBlocks.block("python", of: "docs/reference/adapters.md", holding: "ROGUES_HELLO"))
    try place.write(python, to: "mine.py", executable: true)
    let manifest = try #require(
      try DocumentBlocks.block("yaml", of: "docs/reference/adapters.md", holding: "adapter: mine\n"))
    try place.write(manifest, to: "Adapters/mine/adapter.yaml")
    try place.write(python, to: "Adapters/mine/mine.py", executable: true)
    try place.write(
      """
      <network-security-config><domain-config>
        <domain includeSubdomains="true">acme.example</domain>
        <pin-set><pin digest="SHA-256">AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=</pin></pin-set>
      </domain-config></network-security-config>
      """, to: "network_security_config.xml")
    let shipped = BuiltCommand.root.appendingPathComponent("Adapters/gnutls-cli/adapter.yaml")
    try place.write(try String(contentsOf: shipped, encoding: .utf8), to: "try/gnutls-cli/adapter.yaml")
    return place
  }

  /// Runs a line through a shell in the place, in which `rogues` is the built command.
  private func run(_ line: String, in place: TemporaryWorkplace) async throws -> (status: Int32, output: String) {
    let script = #"rogues() { "\#(BuiltCommand.program.path)" "$@"; }; \#(line) 2>&1"#
    let result = try await blocking {
      ChildCommand(
        program: "/bin/sh", arguments: ["-c", script],
        environment: [
          "PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary, "LC_ALL": "C.UTF-8",
        ],
        workingDirectory: place.folder, deadlineMilliseconds: 600_000, keptBytes: 64 << 20, floodBytes: 64 << 20
      ).runBlocking()
    }
    guard case .exited(let status) = result.ending else { throw BuiltCommand.Abnormal(ending: result.ending) }
    return (status, String(decoding: result.standardOutput, as: UTF8.self))
  }

  @Test func `after make run the next block of README finds the command`() async throws {
    let readme = try String(contentsOf: BuiltCommand.root.appendingPathComponent("README.md"), encoding: .utf8)
    let blocks = readme.split(separator: "\n\n").filter { $0.hasPrefix("    ") }
    let place = try workplace()
    try FileManager.default.createDirectory(atPath: place.path(".build/release"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: place.path(".build/release/rogues"), withDestinationPath: BuiltCommand.program.path)
    let index = try #require(blocks.firstIndex { $0.contains("make run ") })
    // To where the shell has something else to find.
    let lines = blocks[index + 1].split(separator: "\n").prefix(2)
    let ending = try await run("unset -f rogues; \(lines.joined(separator: "\n"))", in: place)
    #expect(lines.count == 2 && ending.status == 0 && ending.output.contains("trust/"), "\(lines): \(ending.output)")
  }

  @Test func `README's shell adapter passes the doctor, and is judged as documented`() async throws {
    let place = try workplace()
    let doctor = try await run("rogues doctor ./curl-sh", in: place)
    #expect(doctor.status == 0, "\(doctor.output)")
    let judged = try await run(
      "rogues run --timeout 60s --adapter ./curl-sh 'trust/*' healthy/chain-two-tiers", in: place)
    #expect(judged.status == 0, "\(judged.output)")
    #expect(judged.output.contains(" pass"))
  }

  @Test func `README's scenario lints and runs under the name that the text gives it`() async throws {
    let place = try workplace()
    let lint = try await run("rogues lint own/rogue-ca.yaml", in: place)
    #expect(lint.status == 0, "\(lint.output)")
    let judged = try await run("rogues run --timeout 60s --adapter openssl own/rogue-ca.yaml", in: place)
    #expect(judged.status == 0, "\(judged.output)")
    let fooled = try await run("rogues run --adapter accept-all own/rogue-ca.yaml", in: place)
    #expect(fooled.status == 1, "\(fooled.output)")
    #expect(fooled.output.contains("FALSE-ACCEPT  own/rogue-ca  accept-all"))
  }

  @Test func `the adapter of docs passes the doctor, bare and in a folder`() async throws {
    let place = try workplace()
    for named in ["./mine.py", "Adapters/mine"] {
      let doctor = try await run("rogues doctor \(named)", in: place)
      #expect(doctor.status == 0, "\(doctor.output)")
    }
    let judged = try await run(
      "rogues run --timeout 60s --adapter ./mine.py trust/unknown-ca healthy/chain-two-tiers", in: place)
    #expect(judged.status == 0, "\(judged.output)")
  }

  /// The recipe without TLS is shown without what every description has.
  @Test func `the recipes of docs pass the doctor`() async throws {
    let place = try TemporaryWorkplace()
    let curl = try #require(
      try DocumentBlocks.block("yaml", of: "docs/reference/adapters.md", holding: "adapter: curl\n"))
    try place.write(curl, to: "shown/curl/adapter.yaml")
    let verify = try #require(
      try DocumentBlocks.block("yaml", of: "docs/reference/adapters.md", holding: "offline: true\n"))
    let head = """
      adapter: verify
      summary: openssl verify
      library: OpenSSL
      programs: [openssl]
      version: {arguments: [version], after: "OpenSSL "}
      capabilities: [anchors]

      """
    try place.write(head + verify, to: "shown/verify/adapter.yaml")
    for named in ["shown/curl", "shown/verify"] {
      let doctor = try await run("rogues doctor \(named)", in: place)
      #expect(doctor.status == 0, "\(doctor.output)")
    }
  }

  @Test func `the worlds and scenarios of docs are as good as those of the catalogue`() async throws {
    let place = try TemporaryWorkplace()
    // They are called as what they are taken from, which stands beside them.
    var blocks: [(kind: String, name: String, text: String)] = []
    for block in try DocumentBlocks.blocks(of: "docs/reference/scenarios.md") where block.language == "yaml" {
      let first = block.text.prefix { $0 != "\n" }.prefix { $0 != "#" }
      let words = first.components(separatedBy: ": ").map { $0.trimmingCharacters(in: .whitespaces) }
      guard words.count == 2, ["world", "scenario"].contains(words[0]) else { continue }
      blocks.append((words[0], words[1], block.text))
    }
    #expect(blocks.count >= 3)
    let worlds = Set(blocks.filter { $0.kind == "world" }.map(\.name))
    #expect(!worlds.isEmpty)
    for (kind, name, text) in blocks {
      var text = text
      for world in worlds { text = text.replacingOccurrences(of: "world: \(world)", with: "world: shown-\(world)") }
      text = text.replacingOccurrences(
        of: "scenario: \(name)", with: "scenario: shown/\(name.split(separator: "/").last ?? "")")
      let path =
        kind == "world" ? "Certs/worlds/shown-\(name)" : "Scenarios/shown/\(name.split(separator: "/").last ?? "")"
      try place.write(text, to: path + ".yaml")
    }
    let lint = try await run("rogues lint --catalogue .", in: place)
    #expect(lint.status == 0, "\(lint.output)")
  }

  /// `rogues.yaml` as README and a page show it, with the known failures that another page shows.
  @Test(arguments: [("README.md", "acme"), ("docs/guides/own-repository.md", "acme-app")])
  func `the settings of docs start a run`(page: String, adapter: String) async throws {
    let place = try workplace()
    let settings = try #require(try DocumentBlocks.block("yaml", of: page, holding: "adapters: [\(adapter)]"))
    try place.write(settings, to: "rogues.yaml")
    let known = try #require(try DocumentBlocks.block("yaml", of: "docs/guides/baseline.md", holding: "happens:\n"))
    try place.write(known, to: "rogues-known.yaml")
    let manifest = place.text("Adapters/mine/adapter.yaml")
    try place.write(
      manifest.replacing("adapter: mine\n", with: "adapter: \(adapter)\n"), to: "Adapters/\(adapter)/adapter.yaml")
    try place.write(place.text("mine.py"), to: "Adapters/\(adapter)/mine.py", executable: true)
    try place.write(place.text("own/rogue-ca.yaml"), to: "Scenarios/own/rogue-ca.yaml")
    let planned = try await run("rogues run --dry-run", in: place)
    #expect(planned.status == 0, "\(planned.output)")
    #expect(planned.output.contains("\(adapter) "), "\(planned.output)")
    try place.write(settings.replacing("profile: ", with: "profile: not-"), to: "rogues.yaml")
    let refused = try await run("rogues run --dry-run", in: place)
    #expect(refused.status == 64 || refused.status == 65, "\(refused.output)")
  }

  @Test func `the profile of an app that docs show is clean`() async throws {
    let place = try workplace()
    for (page, line) in [("docs/guides/baseline.md", "profile: shop-app\n")] {
      let block = try #require(try DocumentBlocks.block("yaml", of: page, holding: line))
      let name = try #require(block.split(separator: "\n").first?.dropFirst("# ".count))
      try place.write(block, to: String(name))
    }
    let lint = try await run("rogues lint --catalogue .", in: place)
    #expect(lint.status == 0 && !lint.output.contains("error: "), "\(lint.output)")
  }

  /// A command that serves until it is quit gets a quit, and no address or port that this machine may lack.
  private static func served(_ command: String) -> String {
    // Nobody connects, and a person interrupts it.
    if command.hasPrefix("rogues doctor --") {
      let here = "'\(BuiltCommand.program.path)'" + command.dropFirst("rogues".count)
      return "timeout --preserve-status 5 \(here.replacing("192.168.1.20:8443", with: "127.0.0.2")); [ $? = 130 ]"
    }
    guard command.hasPrefix("rogues serve ") else { return command }
    return "echo q | "
      + command.replacing("192.168.1.20", with: "127.0.0.2").replacing(":8443", with: "")
  }

  /// Every line that calls the command is understood: known verbs and flags, adapters, scenarios, files. Runs are
  /// planned and not made; what a machine does not have is said as such.
  @Test(.sweep) func `every line that calls the command is one that it understands`() async throws {
    let place = try workplace()
    // A foreign corpus, with a case that the page of corpora names.
    let corpus = try await run(
      #"rogues export --file limbo.json trust/unknown-ca && sed -i '0,/"id": "[^"]*"/s//"id": "rfc5280::nc::permitted-self-issued"/' limbo.json"#,
      in: place)
    #expect(corpus.status == 0, "\(corpus.output)")
    var count = 0
    // OwnRepositoryTests follows that page from its first line to its last, in the repository that it makes.
    for block in try DocumentBlocks.all() where !block.place.hasPrefix("docs/guides/own-repository.md") {
      for command in DocumentBlocks.commands(in: block) {
        // Placeholders are for people.
        guard command.allSatisfy({ !"<>…".contains($0) }), !command.contains("NAME") else { continue }
        count += 1
        let isJudging = ["rogues run ", "rogues compare"].contains { command.hasPrefix($0) }
        let ending = try await run(isJudging ? command + " --dry-run" : Self.served(command), in: place)
        #expect(
          [0, 69].contains(ending.status), "\(block.place): \(command): \(ending.status): \(ending.output.suffix(600))")
      }
    }
    #expect(count > 20, "fewer lines than there are: are they found?")
  }
}
