import Foundation
import RoguePlatform
import TestSupport
import Testing

/// A package that is not this one depends on it by path and tests validators of its own, as README.md shows it.
@Suite(.nightly) struct OutsidePackageTests {
  static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "MyPins", platforms: [.macOS(.v15)],
      dependencies: [.package(name: "RoguesGallery", path: "\(BuiltCommand.root.path)")],
      targets: [
        .testTarget(name: "MyPinsTests", dependencies: [.product(name: "RogueTesting", package: "RoguesGallery")])
      ])
    """

  static let broken = """
    import RogueTesting
    import Testing

    /// What most test files have: neither name may be ours as well.
    func note(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) {
      Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
    }

    struct TrustsEverybody: ChallengeHandler {
      func handle(_ challenge: AuthenticationChallenge, _ completion: ChallengeCompletion) {
        guard let trust = challenge.space.serverTrust else { return completion(.performDefaultHandling) }
        completion(.useCredential, .trust(trust))
      }
    }

    struct RefusesEverybody: ChainValidator {
      func judge(_ flight: ServerFlight, policy: AttemptPolicy) -> ChainDecision { .cancel(.other, detail: "no") }
    }

    @Test func trustsEverybody() async throws {
      try await expectConformance(to: "trust/unknown-ca", "healthy/chain-two-tiers") { _ in TrustsEverybody() }
    }

    @Test func refusesEverybody() async throws {
      try await expectConformance(to: "trust/unknown-ca", of: RefusesEverybody.init)
    }

    @Test func refusesItsConfiguration() async throws {
      try await expectConformance(to: "healthy/chain-two-tiers[tls=1.3,policy=system]") { _ -> TrustsEverybody in
        throw ConfigurationRefusal(.clientIdentity, "my bundle is torn")
      }
    }

    @Test func selectsNothing() async throws {
      try await expectConformance(to: "trust/unknown-cat") { _ in TrustsEverybody() }
    }

    @Test func canDoNothing() async throws {
      try await expectConformance(to: "client-auth/strict-server-leaf-once") { _ in TrustsEverybody() }
    }
    """

  /// The Swift of README.md about tests, as it stands there.
  static func shown() throws -> String {
    let readme = try String(contentsOf: BuiltCommand.root.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "### In Swift, in your own tests\n").last)
    let blocks = section.components(separatedBy: "\n## ")[0].components(separatedBy: "```swift\n").dropFirst()
    return blocks.map { $0.components(separatedBy: "```")[0] }.joined(separator: "\n")
  }

  struct Ending: Sendable {
    var status: Int32
    var output: String

    /// The lines from one that begins so to the next that reports something.
    func issues(of test: String) -> [String] {
      output.components(separatedBy: "\n✘ ").dropFirst().map { String($0.prefix { $0 != "✔" && $0 != "◇" }) }
        .filter { $0.hasPrefix("Test \(test)() recorded an issue") }
    }
  }

  /// Builds what is needed of this package once more, in a folder of the build folder, so that only the first time is
  /// slow. There is no way to share what is built already: it belongs to another package's build. At the lowest priority, because
  /// other tests wait for processes meanwhile.
  static func swift(_ verb: [String], in folder: String, environment: [String: String] = [:]) throws -> Ending {
    let scratch = BuiltCommand.root.appendingPathComponent(".build/outside").path
    let common = ["--package-path", folder, "--scratch-path", scratch, "-debug-info-format", "none"]
    let result = ChildCommand(
      program: "/usr/bin/env", arguments: ["nice", "-n", "19", "swift"] + verb + common,
      environment: [
        "PATH": ProcessEnvironment.value(of: "PATH") ?? "/usr/bin:/bin", "HOME": "\(folder)/home",
        "TMPDIR": "\(folder)/tmp", "LC_ALL": "C.UTF-8",
      ].merging(environment) { $1 }, workingDirectory: folder, deadlineMilliseconds: 3_600_000, keptBytes: 4 << 20,
      floodBytes: 64 << 20
    ).runBlocking()
    guard case .exited(let status) = result.ending else { throw BuiltCommand.Abnormal(ending: result.ending) }
    return Ending(
      status: status, output: String(decoding: result.standardOutput + result.standardError, as: UTF8.self))
  }

  /// Everything that came of one package; looked at afterwards, on the task of the test.
  struct Outcome: Sendable {
    var all: Ending
    var issue: String
    var again: Ending
    var left: [String]
  }

  /// The issue that is run again by its own command.
  static let issueLine = "trust/unknown-ca[tls=1.3,policy=system]"

  static func outcome() async throws -> Outcome {
    try await blocking {
      let folder = try Files.makeTemporaryDirectory(prefix: "rogues-outside")
      defer { try? Files.removeTemporaryDirectory(folder) }
      for name in ["home", "tmp", "Tests/MyPinsTests"] { try Files.makeDirectory("\(folder)/\(name)") }
      try Files.write(manifest, to: "\(folder)/Package.swift")
      try Files.write(try shown(), to: "\(folder)/Tests/MyPinsTests/Shown.swift")
      try Files.write(broken, to: "\(folder)/Tests/MyPinsTests/Broken.swift")
      let built = try swift(["build", "--build-tests"], in: folder)
      guard built.status == 0 else { throw NotBuilt(output: String(built.output.suffix(4000))) }
      let all = try swift(["test", "--skip-build", "--disable-xctest"], in: folder)
      let issue = all.issues(of: "trustsEverybody").first { $0.contains(issueLine) } ?? all.output
      let again = try repeated(issue, folder)
      let left =
        try Files.list("\(folder)/tmp").map(\.path).filter { $0.hasPrefix("rogue") }
        + ["\(folder)/home/.cache/rogues-gallery"].filter(Files.exists)
      return Outcome(all: all, issue: issue, again: again, left: left)
    }
  }

  struct NotBuilt: Error { var output: String }

  /// What the command at the end of an issue gives.
  static func repeated(_ issue: String, _ folder: String) throws -> Ending {
    let pattern = /again +ROGUES_CASE='(.*)' ROGUES_SEED=(\w+) swift test --filter '(.*)'/
    guard let words = try pattern.firstMatch(in: issue) else { return Ending(status: -1, output: "no command") }
    return try swift(
      ["test", "--skip-build", "--disable-xctest", "--filter", String(words.3)], in: folder,
      environment: ["ROGUES_CASE": String(words.1), "ROGUES_SEED": String(words.2)])
  }

  @Test func `a package outside of this one judges its own validators`() async throws {
    let outcome = try await Self.outcome()
    let all = outcome.all
    #expect(all.status == 1, "\(all.output)")
    #expect(all.output.contains("✔ Test \"my pins hold\" passed"), "\(all.output)")
    #expect(all.output.contains("Test run with 6 tests in 0 suites failed"), "\(all.output.suffix(400))")

    #expect(all.issues(of: "trustsEverybody").count == 2)
    for words in [
      "at Broken.swift:21:30", "FALSE-ACCEPT  \(Self.issueLine)", "TrustsEverybody",
      "why        Anyone can set up a CA", "expected cancel (untrusted); application data reached the rogue server",
      "server.present: [stranger-leaf",
      "again      ROGUES_CASE='\(Self.issueLine)' ROGUES_SEED=", "swift test --filter 'Broken.swift:20'",
    ] { #expect(outcome.issue.contains(words), "\(words) is missing in\n\(outcome.issue)") }

    let refused = all.issues(of: "refusesEverybody")
    #expect(refused.contains { $0.contains("control ") && $0.contains("false-cancel") }, "\(refused)")
    #expect(refused.contains { $0.contains("trust/unknown-ca[tls=1.2") && $0.contains("inconclusive") }, "\(refused)")
    let configured = all.issues(of: "refusesItsConfiguration")
    #expect(configured.count == 1 && configured[0].contains("my bundle is torn"), "\(configured)")
    let nothing = all.issues(of: "selectsNothing")
    #expect(nothing.count == 1 && nothing[0].contains("did you mean 'trust/unknown-ca'?"), "\(nothing)")
    let unable = all.issues(of: "canDoNothing")
    #expect(unable.count == 1 && unable[0].contains("No case of 'client-auth/strict-server-leaf-once' was judged"))
    #expect(unable.allSatisfy { $0.contains("client-identity.pem") }, "\(unable)")

    let again = outcome.again
    #expect(again.status == 1, "\(again.output)")
    #expect(again.output.contains("Test run with 1 test in 0 suites failed"), "\(again.output)")
    #expect(again.output.contains("with 1 issue"), "\(again.output)")
    #expect(again.output.contains("FALSE-ACCEPT  \(Self.issueLine)"), "\(again.output)")
    #expect(outcome.left == [])
  }
}
