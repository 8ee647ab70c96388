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
  func `a new repository is clean, its adapter keeps the contract, and no run of the template is green`(
    door: String
  ) async throws {
    let place = try TemporaryWorkplace()
    let made = try await Self.run(place, "init", "acme", "--door", door)
    #expect(made.status == 0, "\(made)")
    let doctor = try await Self.run(place, "doctor", "acme")
    #expect(doctor.status == 0, "\(doctor)")
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 0 && lint.error.contains("0 errors, 0 warnings"), "\(lint)")
    // It pins, and all is right; but it is nobody's client.
    let arguments = ["run", "acme/*", "trust/unknown-ca", "--axes", "tls=1.3", "--report", "badge=badge.json"]
    let template = try await BuiltCommand.run(
      arguments, environment: ["TMPDIR": place.temporary, "HOME": place.path("home")],
      directory: URL(fileURLWithPath: place.path("team")), deadlineMilliseconds: 900_000)
    #expect(template.status == 4, "\(template)")
    #expect(template.error.contains("exit 4: acme: it is the template of 'rogues init'"), "\(template.error)")
    #expect(template.output.contains("lacking (1)"), "\(template.output)")
    #expect(place.text("team/badge.json").contains("orange"), "\(place.text("team/badge.json"))")
    let manifest = place.text("team/Adapters/acme/adapter.yaml")
    try place.write(
      manifest.split(separator: "\n").filter { !$0.hasPrefix("template:") }.joined(separator: "\n") + "\n",
      to: "team/Adapters/acme/adapter.yaml")
    let own = try await BuiltCommand.run(
      arguments + ["--log", "own.jsonl"], environment: ["TMPDIR": place.temporary, "HOME": place.path("home")],
      directory: URL(fileURLWithPath: place.path("team")), deadlineMilliseconds: 900_000)
    #expect(own.status == 0 && !own.error.contains("exit"), "\(own)")
    #expect(place.text("team/badge.json").contains("brightgreen"))
    // The pin was judged.
    let verdicts = try RunLog(path: place.path("team/own.jsonl")).verdicts("acme")
    #expect(verdicts.contains { $0.key.contains("policy=leaf-") && $0.value == "pass" }, "\(verdicts)")
    // Nothing is overwritten.
    let again = try await Self.run(place, "init", "acme", "--door", door)
    #expect(again.status == 0 && again.output.contains("kept   rogues.yaml") && !again.output.contains("wrote"))
  }

  @Test func `a ready adapter is copied under another name, and one that is there is taken`() async throws {
    let place = try TemporaryWorkplace()
    // The baseline is there already, so nothing has to run for it.
    for folder in ["copied", "taken"] { try place.write("happens: []\n", to: "\(folder)/rogues-known.yaml") }
    let copied = try await Self.run(place, "init", "shop", "--from", "python-ssl", at: "copied")
    #expect(copied.status == 0, "\(copied)")
    #expect(place.text("copied/Adapters/shop/adapter.yaml").contains("adapter: shop\n"))
    #expect(place.text("copied/rogues.yaml").contains("adapters: [shop]"))
    let doctor = try await Self.run(place, "doctor", "shop", at: "copied")
    #expect(doctor.status == 0, "\(doctor)")
    // It is the original's client, and not the shop's.
    let template = try await Self.run(place, "run", "shop/*", at: "copied")
    #expect(template.status == 4 && template.error.contains("exit 4: shop: it is the template"), "\(template)")
    let failed = try await Self.run(place, "run", "-q", "usage/eku-*", "--axes", "tls=1.3", at: "copied")
    #expect(failed.status != 0 && failed.error.contains("shop: it is the template"), "\(failed)")
    let other = try await Self.run(place, "init", "shop", "--from", "wget", at: "copied")
    #expect(other.status == 73 && other.error.contains("is no copy of 'wget'"), "\(other)")
    let same = try await Self.run(place, "init", "shop", "--from", "python-ssl", at: "copied")
    #expect(same.status == 0 && !same.output.contains("wrote"), "\(same)")
    let manifest = place.text("copied/Adapters/shop/adapter.yaml").split(separator: "\n")
    try place.write(
      manifest.filter { !$0.hasPrefix("template:") }.joined(separator: "\n") + "\n",
      to: "copied/Adapters/shop/adapter.yaml")
    let green = try await Self.run(place, "run", "shop/*", at: "copied")
    #expect(green.status == 0, "\(green)")
    // What several adapters share comes along.
    let shared = try await Self.run(place, "init", "other", "--from", "urllib3", at: "copied")
    #expect(
      shared.status == 0 && FileManager.default.fileExists(atPath: place.path("copied/Adapters/shared/session.py")))
    let client = try place.adapter("client", "echo CANCEL other")
    try FileManager.default.moveItem(atPath: client, toPath: place.path("taken/client"))
    let taken = try await Self.run(place, "init", "shop", "--adapter", "./client", at: "taken")
    #expect(taken.status == 0, "\(taken)")
    #expect(place.text("taken/rogues.yaml").contains("adapters: [./client]"), "\(place.text("taken/rogues.yaml"))")
    for slip in [["--from", "no-such"], ["--adapter", "./nothing"], ["--from", "curl", "--door", "exec"]] {
      let ending = try await BuiltCommand.run(
        ["init", "shop"] + slip, directory: URL(fileURLWithPath: place.path("taken")))
      #expect(ending.status == 64, "\(ending)")
    }
  }

  @Test func `the workflows of Swift tests run them, and others name no account that nobody gave`() async throws {
    let place = try TemporaryWorkplace()
    let swift = try await Self.run(place, "init", "acme", "--door", "swift", at: "swift")
    #expect(swift.status == 0, "\(swift)")
    for file in [".github/workflows/rogues.yml", ".gitlab/rogues.gitlab-ci.yml"] {
      let text = place.text("swift/\(file)")
      #expect(text.contains("swift test") && !text.contains("rogues run"), "\(text)")
    }
    #expect(place.text("swift/Tests/RogueTests/AcmeTests.swift").contains("Issue.record("))
    // Nothing else is judged in its place.
    let run = try await Self.run(place, "run", at: "swift")
    #expect(run.status == 64 && run.error.contains("--adapter NAME"), "\(run)")
    #expect(run.error.contains("run 'swift test'") && run.error.utf8.count < 400, "\(run.error)")
    _ = try await Self.run(place, "init", "acme", at: "bare")
    let bare = place.text("bare/.github/workflows/rogues.yml")
    #expect(bare.contains("'rogues' is not on the PATH") && !bare.contains("OWNER"), "\(bare)")
    _ = try await Self.run(place, "init", "acme", "--owner", "acme-org", at: "owned")
    #expect(place.text("owned/.github/workflows/rogues.yml").contains("uses: acme-org/rogues-gallery@v0.1.0"))
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
    ("listen: 0.0.0.0:8443\n", "rogues.yaml:1:9: error: '0.0.0.0:8443' is not an IPv4 address of this machine"),
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

  /// Its file says what it was built with, and 'rogues run' needs no flags.
  @Test func `a client that is built once is set up, and its baseline is of its own run`() async throws {
    let place = try TemporaryWorkplace()
    let program = try BuiltClientTests.app(place, checks: "--insecure")
    let (port, roots) = (try FreePort.any(), place.path("root.pem"))
    let made = try await Self.run(
      place, "init", "shop", "--adapter", program, "--listen", "127.0.0.1:\(port)", "--host", "Api.acme.example",
      "--roots",
      roots)
    #expect(made.status == 0, "\(made)")
    let settings = place.text("team/rogues.yaml")
    #expect(
      settings.contains("\nlisten: 127.0.0.1:\(port)\nhost: [api.acme.example]\nroots: \(roots)\n"), "\(settings)")
    #expect(place.text("root.pem.crt").contains("BEGIN CERTIFICATE"))
    #expect(place.text("team/rogues-known.yaml").contains("trust/unknown-ca"), "\(made)")
    let plan = try await Self.run(place, "run", "-n")
    #expect(plan.error.contains("a client that is built once can run"), "\(plan)")
    let other = try await Self.run(place, "run", "-n", "-a", "accept-all", "trust/unknown-ca")
    #expect(other.status == 0 && !other.error.contains("built once"), "\(other)")
    let relative = try await Self.run(
      place, "init", "shop", "--from", "android", "--roots", "keys/root.pem", "--folder", "apps/shop", at: "relative")
    #expect(
      relative.status == 73 || place.text("relative/apps/shop/rogues.yaml").contains("roots: ../../keys/root.pem"))
  }

  @Test(arguments: [("android", "sh"), ("ios", "sh"), ("browser", "py")])
  func `an adapter for an app is written under its name, and is no green client`(kind: String, ending: String)
    async throws
  {
    let place = try TemporaryWorkplace()
    let made = try await Self.run(place, "new", "adapter", "shop", "--from", kind)
    #expect(made.status == 0 && made.output.contains("rogues doctor Adapters/shop/shop.\(ending) --listen"), "\(made)")
    let program = place.text("team/Adapters/shop/shop.\(ending)")
    #expect(program.contains("\"shop\"") || program.contains(#"\"shop\""#), "\(program)")
    #expect(FileManager.default.isExecutableFile(atPath: place.path("team/Adapters/shop/shop.\(ending)")))
    let again = try await Self.run(place, "new", "adapter", "shop", "--from", kind)
    #expect(again.status == 73 && again.error.contains("exists already"), "\(again)")
    let run = try await Self.run(place, "run", "-a", "Adapters/shop/shop.\(ending)", "trust/unknown-ca")
    #expect(run.status == 69, "\(run)")
    let repository = try await Self.run(place, "init", "app", "--from", kind, at: "whole")
    #expect(
      repository.status == 0 && place.text("whole/rogues.yaml").contains("adapters: [./Adapters/app/app.\(ending)]"),
      "\(repository)")
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
