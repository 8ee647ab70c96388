import Foundation
import RoguesGallery
import TestSupport
import Testing

/// A repository that somebody begins with, and the settings in it.
@Suite(.timeLimit(.minutes(15))) struct ScaffoldTests {
  private static func run(
    _ place: TemporaryWorkplace, _ arguments: String..., at folder: String = "team"
  ) async throws -> BuiltCommand.Ending {
    try FileManager.default.createDirectory(atPath: place.path(folder), withIntermediateDirectories: true)
    return try await BuiltCommand.run(
      arguments, environment: ["TMPDIR": place.temporary, "HOME": place.path("home")],
      directory: URL(fileURLWithPath: place.path(folder)), deadlineMilliseconds: 900_000)
  }

  @Test(arguments: ["exec", "session", "recipe"])
  func `a new repository is clean, its adapter keeps the contract, and the run is green`(door: String) async throws {
    let place = try TemporaryWorkplace()
    let made = try await Self.run(place, "init", "acme", "--door", door)
    #expect(made.status == 0, "\(made)")
    let doctor = try await Self.run(place, "doctor", "acme")
    #expect(doctor.status == 0, "\(doctor)")
    // The scenario of one's own and three families, with what failed when it was made: hundreds of processes. One door says
    // that the settings work, and the sweep that the known failures of each are right.
    if door == "exec" || Sweep.isOn {
      let green = try await Self.run(place, "run", "--log", "run.jsonl")
      #expect([0, 2].contains(green.status), "\(green)")
      #expect(green.output.contains("baseline rogues-known.yaml: "), "\(green.output)")
      #expect(place.text("team/rogues-results.xml").contains("acme/swapped-leaf["))
      #expect(FileManager.default.fileExists(atPath: place.path("team/rogues-evidence/latest")))
    }
    // Nothing is overwritten.
    try place.write("happens: []\n", to: "team/rogues-known.yaml")
    let again = try await Self.run(place, "init", "acme", "--door", door)
    #expect(again.status == 0 && again.output.contains("kept   rogues.yaml") && !again.output.contains("wrote"))
    #expect(place.text("team/rogues-known.yaml") == "happens: []\n")
  }

  @Test func `flags override the settings, and each is found from below`() async throws {
    let place = try TemporaryWorkplace()
    try place.write(
      """
      adapters: [accept-all]
      scenarios: [trust/unknown-ca, names/wrong-host, "!names/wrong-host"]
      skip: ["*/*[tls=1.2]"]
      reports: {tap: out/report.tap}
      strict: true

      """, to: "team/rogues.yaml")
    try FileManager.default.createDirectory(atPath: place.path("team/below/out"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(atPath: place.path("team/out"), withIntermediateDirectories: true)
    let plan = try await Self.run(place, "run", "-n", at: "team/below")
    let lines = plan.output.split(separator: "\n").dropFirst()
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("  trust/unknown-ca[tls=1.3,") }, "\(plan)")
    #expect(plan.output.hasPrefix("accept-all "))
    let other = try await Self.run(place, "run", "-n", "-a", "reference", "names/wrong-host")
    #expect(other.output.hasPrefix("reference ") && other.output.contains("names/wrong-host[tls=1.2,"), "\(other)")
    let judged = try await Self.run(place, "run", "-q", at: "team/below")
    #expect(judged.status == 1, "\(judged)")
    #expect(place.text("team/out/report.tap").contains("not ok 1 - accept-all trust/unknown-ca"))
    // What says how to run a case again needs no settings.
    #expect(place.text("team/out/report.tap").contains("--config none"))
    let without = try await Self.run(place, "run", "--config", "none")
    #expect(without.status == 64 && without.error.contains("--adapter NAME"), "\(without)")
  }

  @Test(arguments: [
    ("adaptors: [curl]\n", "rogues.yaml:1:1: error: unknown key 'adaptors'"),
    ("reports: {junt: x.xml}\n", "did you mean 'junit'?"), ("level: most\n", "rogues.yaml:1:8: error: expected one of"),
    ("[", "rogues.yaml:"), ("profile: wbe\n", "there is no profile 'wbe'; did you mean 'web'?"),
  ])
  func `invalid settings start no run`(text: String, words: String) async throws {
    let place = try TemporaryWorkplace()
    try place.write(text, to: "team/rogues.yaml")
    let ending = try await Self.run(place, "run", "-a", "accept-all")
    #expect([64, 65].contains(ending.status) && ending.error.contains(words), "\(ending)")
    #expect(ending.output.isEmpty)
    let missing = try await Self.run(place, "run", "-a", "accept-all", "--config", "nothing.yaml")
    #expect(missing.status == 65, "\(missing)")
  }

  @Test func `new files pass lint, and none replaces an existing one`() async throws {
    let place = try TemporaryWorkplace()
    for arguments in [["world", "acme-site"], ["scenario", "acme/first"], ["adapter", "acme-app"]] {
      let made = try await BuiltCommand.run(["new"] + arguments + ["--folder", place.path("team")])
      #expect(made.status == 0, "\(made)")
      let again = try await BuiltCommand.run(["new"] + arguments + ["--folder", place.path("team")])
      #expect(again.status == 73 && again.error.contains("exists already"), "\(again)")
    }
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 0 && lint.error.contains("0 errors, 0 warnings"), "\(lint)")
    for arguments in [
      ["new", "scenario", "first"], ["new", "adapter", "A B"], ["new", "wrld", "x"], ["init", "../x"],
      ["new", "world", "x", "--door", "exec"],
    ] {
      let slip = try await BuiltCommand.run(arguments, directory: URL(fileURLWithPath: place.folder))
      #expect(slip.status == 64, "\(arguments)")
    }
    let swift = try await BuiltCommand.run([
      "new", "adapter", "my-pins", "--door", "swift", "--folder", place.path("team"),
    ])
    #expect(swift.status == 0)
    #expect(place.text("team/Tests/RogueTests/MyPinsTests.swift").hasPrefix("import RogueTesting\nimport Testing\n"))
  }
}
