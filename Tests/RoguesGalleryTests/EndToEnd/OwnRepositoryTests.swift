import Foundation
import RogueModel
import RoguePlatform
import Testing

@testable import RoguesGallery

/// Worlds, scenarios and adapters of a company, in a repository beside the built-in catalogue.
@Suite(.timeLimit(.minutes(15))) struct OwnRepositoryTests {
  /// The repository of docs/guides/own-repository.md, with an adapter.
  private static func repository() throws -> TemporaryWorkplace {
    let place = try TemporaryWorkplace()
    let page = try String(
      contentsOf: BuiltCommand.root.appendingPathComponent("docs/guides/own-repository.md"), encoding: .utf8)
    for block in page.components(separatedBy: "```yaml\n# ").dropFirst() {
      let lines = block.components(separatedBy: "\n```")[0].split(
        separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      try place.write(lines[1] + "\n", to: "acme/\(lines[0])")
    }
    try place.write(
      """
      adapter: acme-app
      summary: it refuses everybody
      library: sh
      programs: [sh]
      version: {arguments: [-c, "echo 1"], after: ""}
      capabilities: [tls1.2, tls1.3]
      door: exec
      arguments: [app.sh]
      """, to: "acme/Adapters/acme-app/adapter.yaml")
    try place.write("echo CANCEL other\n", to: "acme/Adapters/acme-app/app.sh", executable: true)
    return place
  }

  private static func run(_ place: TemporaryWorkplace, _ arguments: String..., at folder: String = "acme") async throws
    -> BuiltCommand.Ending
  {
    try await run(place, arguments, at: folder)
  }

  private static func run(_ place: TemporaryWorkplace, _ arguments: [String], at folder: String = "acme") async throws
    -> BuiltCommand.Ending
  {
    try await BuiltCommand.run(
      arguments, environment: ["TMPDIR": place.temporary],
      directory: URL(fileURLWithPath: place.path(folder)), deadlineMilliseconds: 600_000)
  }

  /// libcurl has the same library and stack, and does not fail there.
  @Test func `a copy of a built-in adapter gets what is known of the original`() async throws {
    let place = try TemporaryWorkplace()
    try place.write("", to: "shop/.keep")
    let written = try await Self.run(place, "init", "shop-curl", "--from", "curl", "--owner", "acme", at: "shop")
    #expect(written.status == 0, "\(written.output)")
    let run = try await Self.run(
      place, "run", "-a", "shop-curl", "client-auth/strict-server-duplicated-leaf", at: "shop")
    #expect(run.status == 1, "\(run.output)")
    #expect(run.output.contains("docs/records/findings.md#"), "\(run.output)")
  }

  @Test func `a repository as the page describes it passes lint, and adds to the built-in catalogue`() async throws {
    let place = try Self.repository()
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 0, "\(lint.output)")
    #expect(lint.output.isEmpty)
    let ids = try await Self.run(place, "list", "--ids").output.split(separator: "\n")
    #expect(ids.contains("acme/swapped-leaf"))
    #expect(ids.contains("trust/unknown-ca"))
    let adapters = try await Self.run(place, "list", "--adapters", "--ids").output.split(separator: "\n")
    #expect(adapters.contains("acme-app"))
    #expect(adapters.contains("accept-all"))
    #expect(Set(["curl", "openssl"]).isSubset(of: adapters.map(String.init)))
  }

  @Test func `real clients and built-in ones are judged by it, from inside and from elsewhere`() async throws {
    let place = try Self.repository()
    let inside = try await Self.run(
      place, "run", "-a", "curl", "-a", "reference", "--axes", "tls=1.3", "acme/*", at: "acme/Scenarios/acme")
    #expect(inside.status == 0, "\(inside)")
    #expect(inside.output.contains(" pass; 4 cases"), "\(inside.output)")
    let doctor = try await Self.run(place, "doctor", "curl")
    #expect(doctor.status == 0, "\(doctor)")
    #expect(doctor.output.contains("ok     accepts a healthy server"), "\(doctor.output)")
    let outside = try await Self.run(
      place, "run", "-a", "accept-all", "--axes", "tls=1.3", "--catalogue", place.path("acme"), "acme/*", at: "tmp")
    #expect(outside.status == 1)
    #expect(outside.output.contains("acme/swapped-leaf[tls=1.3,policy=leaf-spki]"), "\(outside.output)")
    let own = try await Self.run(place, "run", "-a", "acme-app", "--axes", "tls=1.3,policy=system", "acme/*")
    // A validator that refuses everything refuses the control too, and nothing follows.
    #expect(own.status == 2, "\(own)")
  }

  @Test func `several repositories add up, however they are named`() async throws {
    let place = try Self.repository()
    try place.write(HostileCatalogueTests.scenario("second"), to: "team/Scenarios/mine/second.yaml")
    let flags = try await Self.run(
      place, "list", "--ids", "--catalogue", "acme", "--catalogue", "team/", "acme/*", "mine/*", "trust/unknown-ca",
      at: ".")
    #expect(flags.output == "acme/swapped-leaf\nmine/second\ntrust/unknown-ca\n", "\(flags)")
    let named = try await BuiltCommand.run(
      ["list", "--ids", "acme/*", "mine/*"],
      environment: ["ROGUES_CATALOGUE": "\(place.path("acme")):\(place.path("team"))"],
      directory: URL(fileURLWithPath: "/"))
    #expect(named.output == "acme/swapped-leaf\nmine/second\n", "\(named)")
  }

  @Test(arguments: [
    ("Certs/worlds/pinned-site.yaml", "the world 'pinned-site' is already in"),
    ("Scenarios/trust/unknown-ca.yaml", "the id 'trust/unknown-ca' belongs to"),
    ("Adapters/curl/adapter.yaml", "the adapter 'curl' belongs to"),
  ])
  func `a name of the built-in catalogue cannot be hidden by a repository's`(
    file: String, message: String
  ) async throws {
    let place = try Self.repository()
    let content = try Data(contentsOf: BuiltCommand.root.appendingPathComponent(file))
    try place.write(content, to: "acme/\(file)")
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 65)
    let line = lint.output.split(separator: "\n").first { $0.hasPrefix("\(file):") }
    #expect(line?.contains(message) == true, "\(lint.output)")
    #expect(try await Self.run(place, "run", "-a", "curl", "acme/*").status == 65)
  }

  @Test func `a file outside the catalogue's layout is reported, never skipped`() async throws {
    let place = try Self.repository()
    let folder = place.path("acme/Scenarios/acme")
    for name in ["short.yml", "shouted.YAML"] {
      try place.write("scenario: acme/x\n", to: "acme/Scenarios/acme/\(name)")
    }
    try place.write("scenario: acme/x\n", to: "acme/Scenarios/acme/below/deep.yaml")
    try place.write("scenario: acme/x\n", to: "acme/Scenarios/above.yaml")
    try FileManager.default.createDirectory(atPath: "\(folder)/folder.yaml", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/dangling.yaml", withDestinationPath: "nowhere")
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/around", withDestinationPath: "../../Scenarios")
    #expect(mkfifo("\(folder)/pipe.yaml", 0o600) == 0)
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 65)
    for (file, message) in [
      ("acme/short.yml", "files of a catalogue end in .yaml"),
      ("acme/shouted.YAML", "files of a catalogue end in .yaml"),
      ("acme/below/deep.yaml", "the file is not at the depth of Scenarios/FAMILY/NAME.yaml"),
      ("above.yaml", "the file is not at the depth of Scenarios/FAMILY/NAME.yaml"),
      ("acme/folder.yaml", "this is a folder"),
      ("acme/dangling.yaml", "the link leads nowhere"), ("acme/around", "leads back into a folder above it"),
      ("acme/pipe.yaml", "this is not a file that can be read"),
    ] {
      let line = lint.output.split(separator: "\n").first { $0.hasPrefix("Scenarios/\(file):1:1: error: ") }
      #expect(line?.contains(message) == true, "\(file): \(lint.output)")
    }
    #expect(try await Self.run(place, "run", "-a", "accept-all", "acme/*").status == 65)
  }

  @Test func `a family that is a link to a folder is read`() async throws {
    let place = try Self.repository()
    try place.write(HostileCatalogueTests.scenario("linked"), to: "elsewhere/linked.yaml")
    try FileManager.default.createSymbolicLink(
      atPath: place.path("acme/Scenarios/mine"), withDestinationPath: place.path("elsewhere"))
    #expect(try await Self.run(place, "list", "--ids", "mine/*").output == "mine/linked\n")
  }

  @Test func `a pipe without a writer does not block`() async throws {
    let place = try TemporaryWorkplace()
    let pipe = place.path("pipe.yaml")
    #expect(mkfifo(pipe, 0o600) == 0)
    let ending = try await Self.run(place, "lint", pipe, at: ".")
    #expect(ending.status == 65)
    #expect(ending.output.contains("\(pipe):1:1: error:"), "\(ending)")
  }

  @Test func `an empty catalogue is reported`() throws {
    let place = try TemporaryWorkplace()
    try FileManager.default.createDirectory(atPath: place.path("Scenarios"), withIntermediateDirectories: true)
    let empty = try Listing(Catalogues(only: place.folder), patterns: [], tags: [], index: nil)
    #expect(empty.emptiness?.contains("there is no scenario in \(place.folder)/") == true)
  }

  @Test func `an empty repository beside the built-in catalogue is reported`() async throws {
    let place = try TemporaryWorkplace()
    try place.write("nothing\n", to: "acme/Scenarios/README")
    try place.write("nothing\n", to: "acme/Certs/worlds/README")
    for arguments in [["list", "--ids"], ["list", "trust/unknown-ca"], ["lint"]] {
      let ending = try await Self.run(place, arguments)
      #expect(ending.status == 0, "\(arguments): \(ending)")
      #expect(
        (ending.output + ending.error).contains("there is nothing in .: a scenario is"), "\(arguments): \(ending)")
    }
    try place.write(HostileCatalogueTests.scenario("own"), to: "acme/Scenarios/mine/own.yaml")
    let listed = try await Self.run(place, ["list", "--ids"])
    #expect(listed.error.isEmpty && listed.output.contains("mine/own\n"), "\(listed)")
  }

  @Test func `a command that finds only an empty catalogue reports it, and judges nothing`() async throws {
    let place = try TemporaryWorkplace()
    try place.write("nothing\n", to: "catalogue/Scenarios/README")
    try FileManager.default.createDirectory(atPath: place.path("bin"), withIntermediateDirectories: true)
    // Away from the catalogue that stands above the one that was built.
    let program = URL(fileURLWithPath: place.path("bin/rogues"))
    if link(BuiltCommand.program.path, program.path) != 0 {
      try FileManager.default.copyItem(at: BuiltCommand.program, to: program)
    }
    for arguments in [["list"], ["run", "-a", "reference"], ["compare", "reference"]] {
      let ending = try await BuiltCommand.run(
        arguments, environment: ["TMPDIR": place.temporary],
        directory: URL(fileURLWithPath: place.path("catalogue")), program: program)
      #expect(ending.status == 4, "\(arguments): \(ending)")
      #expect(ending.error.contains("there is no scenario in "), "\(arguments): \(ending)")
    }
  }

  @Test func `a named file may have any name, and replaces a scenario with its id`() async throws {
    let place = try TemporaryWorkplace()
    let text = HostileCatalogueTests.scenario("own").replacingOccurrences(of: "mine/own", with: "trust/unknown-ca")
    let file = try place.write(text, to: "my-scenario.yaml")
    for arguments in [
      ["lint", file], ["list", "--ids", file], ["explain", file],
      ["run", "-a", "reference", "--axes", "tls=1.3", file],
    ] {
      let ending = try await BuiltCommand.run(arguments, directory: URL(fileURLWithPath: place.folder))
      #expect(ending.status == 0, "\(arguments): \(ending)")
      let said = ending.output + ending.error
      #expect(said.contains("warning: this file replaces 'trust/unknown-ca' of"), "\(arguments): \(said)")
    }
    let short = try place.write(HostileCatalogueTests.scenario("own"), to: "draft.yml")
    let list = try await BuiltCommand.run(["list", "--ids", short, "trust/unknown-ca"])
    #expect(list.output == "mine/own\ntrust/unknown-ca\n", "\(list)")
  }
}
