import Foundation
import RoguePlatform
import RoguesGallery
import Testing

/// What docs/guides/ci.md says that each CI system does: with the variables that it sets, and without the system.
@Suite struct ContinuousIntegrationTests {
  /// The variables of one of three jobs.
  enum System: String, CaseIterable, Sendable {
    case gitHub, gitLab, buildkite, bazel, kubernetes

    func variables(job: Int, _ place: TemporaryWorkplace) -> [String: String] {
      switch self {
      case .gitHub: ["GITHUB_ACTIONS": "true", "ROGUES_SHARD": "\(job + 1)/3"]
      case .gitLab: ["CI_JOB_NAME": "rogues \(job + 1)/3", "CI_NODE_INDEX": "\(job + 1)", "CI_NODE_TOTAL": "3"]
      case .buildkite: ["BUILDKITE_PARALLEL_JOB": "\(job)", "BUILDKITE_PARALLEL_JOB_COUNT": "3"]
      case .bazel:
        [
          "TEST_SHARD_INDEX": "\(job)", "TEST_TOTAL_SHARDS": "3",
          "TEST_SHARD_STATUS_FILE": place.path("status-\(job)"),
        ]
      case .kubernetes: ["JOB_COMPLETION_INDEX": "\(job)", "ROGUES_SHARD_COUNT": "3"]
      }
    }
  }

  private static func cases(_ ending: BuiltCommand.Ending) -> [String] {
    ending.output.split(separator: "\n").filter { $0.hasPrefix("  ") }.map(String.init)
  }

  private static let planning = ["run", "-n", "-a", "reference", "trust/*", "names/*"]

  @Test(arguments: System.allCases) func `the jobs of a system run each case once`(system: System) async throws {
    let place = try TemporaryWorkplace()
    let whole = try Self.cases(await BuiltCommand.run(Self.planning))
    try #require(whole.count > 100)
    var parts: [String] = []
    for job in 0..<3 {
      let ending = try await BuiltCommand.run(Self.planning, environment: system.variables(job: job, place))
      #expect(ending.status == 0)
      #expect(ending.error.contains("this is part \(job + 1)/3 of the run ("), "\(ending)")
      let part = Self.cases(ending)
      #expect(!part.isEmpty && part.count < whole.count)
      parts += part
      #expect(Files.exists(place.path("status-\(job)")) == (system == .bazel))
    }
    #expect(parts.sorted() == whole.sorted())
  }

  @Test func `the command line overrides the CI system, and a matrix of clients is not split`() async throws {
    let place = try TemporaryWorkplace()
    let whole = try Self.cases(await BuiltCommand.run(Self.planning))
    let bazel = System.bazel.variables(job: 1, place)
    let all = try await BuiltCommand.run(Self.planning + ["--shard", "1/1"], environment: bazel)
    #expect(Self.cases(all) == whole)
    // Bazel must not believe that its parts were run.
    #expect(!Files.exists(place.path("status-1")))
    let matrix = try await BuiltCommand.run(
      Self.planning, environment: ["CI_JOB_NAME": "rogues: [curl]", "CI_NODE_INDEX": "1", "CI_NODE_TOTAL": "2"])
    #expect(Self.cases(matrix) == whole)
    #expect(matrix.error.contains("CI_NODE_INDEX counts the jobs of a matrix"), "\(matrix)")
    let wrong = try await BuiltCommand.run(Self.planning, environment: ["ROGUES_SHARD": "3/2"])
    #expect(wrong.status == 64 && wrong.error.contains("ROGUES_SHARD '3/2' is not a part such as 2/4"), "\(wrong)")
  }

  @Test func `one case of a log runs again whatever part the job is`() async throws {
    let place = try TemporaryWorkplace()
    let id = "trust/unknown-ca[tls=1.3,policy=system]"
    _ = try await place.run(["run", "-q", "-a", "accept-all", id, "--log", place.path("log.jsonl")])
    for part in ["1/2", "2/2"] {
      let ending = try await BuiltCommand.run(
        ["replay", place.path("log.jsonl"), id], environment: ["ROGUES_SHARD": part])
      #expect(ending.error.contains("the verdict is that of the log, false-accept"), "\(ending)")
    }
  }

  // MARK: - The files that users take

  /// Runs a script as a CI system does.
  private static func bash(
    _ script: String, _ environment: [String: String], in folder: String
  ) async -> (status: Int32, output: String) {
    let result = await ChildCommand(
      program: "/bin/bash", arguments: ["--noprofile", "--norc", "-eo", "pipefail", "-c", "exec 2>&1\n" + script],
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"].merging(environment) { $1 },
      workingDirectory: folder, deadlineMilliseconds: 1_200_000, keptBytes: 4 << 20, floodBytes: 16 << 20
    ).run()
    let status: Int32 = if case .exited(let status) = result.ending { status } else { -1 }
    return (status, String(decoding: result.standardOutput, as: UTF8.self))
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: BuiltCommand.root.appendingPathComponent(path), encoding: .utf8)
  }

  /// An archive as `make dist` makes it, of the command that is tested.
  private static func archive(_ place: TemporaryWorkplace) async throws -> String {
    let made = await bash(
      #""$ROOT/Packaging/install" "$COMMAND" "$PWD/rogues-0-linux" && tar -cf - rogues-0-linux | gzip -1 >rogues.tar.gz"#
        + "\nsha256sum rogues.tar.gz >rogues.tar.gz.sha256",
      ["ROOT": BuiltCommand.root.path, "COMMAND": BuiltCommand.program.path], in: place.folder)
    try #require(made.status == 0, "\(made)")
    return place.path("rogues.tar.gz")
  }

  @Test func `the action downloads, checks and runs, and compiles nothing`() async throws {
    let place = try TemporaryWorkplace()
    let action = try Self.text("action.yml")
    let version = try await BuiltCommand.run(["--version"]).output.split(separator: " ")[1].prefix { $0 != "+" }
    #expect(action.contains("    default: \(version.trimmingCharacters(in: .whitespacesAndNewlines))\n"))
    let scripts = action.components(separatedBy: "      run: |\n").dropFirst().map { text in
      text.split(separator: "\n", omittingEmptySubsequences: false).prefix { $0.hasPrefix("        ") }
        .map { $0.dropFirst(8) + "\n" }.joined()
    }
    try #require(scripts.count == 2)
    let archive = try await Self.archive(place)
    var environment = [
      "ARCHIVE": "file://\(archive)", "SHA256": "", "VERSION": "0", "RELEASES": "none",
      "FETCH": BuiltCommand.root.path + "/Packaging/fetch", "RUNNER_TEMP": place.path("runner"),
      "GITHUB_PATH": place.path("path"), "GITHUB_OUTPUT": place.path("outputs"),
      "GITHUB_STEP_SUMMARY": place.path("summary.md"), "HOME": place.path("home"), "TMPDIR": place.temporary,
    ]
    let foreign = await Self.bash(
      scripts[0], environment.merging(["SHA256": String(repeating: "0", count: 64)]) { $1 }, in: place.folder)
    #expect(foreign.status == 65 && foreign.output.contains("the SHA-256 of "), "\(foreign)")
    #expect(!Files.exists(place.path("runner/rogues")))
    let installed = await Self.bash(scripts[0], environment, in: place.folder)
    try #require(installed.status == 0, "\(installed)")
    environment["PATH"] = place.text("path").trimmingCharacters(in: .newlines) + ":/usr/bin:/bin"
    environment["ARGUMENTS"] = "--adapter accept-all trust/* --axes tls=1.3"
    environment["ROGUES_SHARD"] = "2/2"
    let work = place.path("work")
    try Files.makeDirectory(work)
    let judged = await Self.bash(scripts[1], environment, in: work)
    #expect(judged.status == 1, "\(judged)")
    #expect(judged.output.contains("::error "), "annotations")
    #expect(place.text("summary.md").contains("accept-all"))
    #expect(place.text("work/rogues-results.xml").contains("<testsuites"))
    #expect(place.text("outputs") == "log=rogues-2.jsonl\nevidence=rogues-evidence\n")
    #expect(Files.exists(place.path("work/rogues-2.jsonl")) && Files.exists(place.path("work/rogues-evidence/latest")))
  }

  /// The lines that put the command on the PATH, without their margin.
  private static func installing(_ text: String) throws -> String {
    let lines = text.components(separatedBy: "\n")
    let first = try #require(lines.firstIndex { $0.contains("case $ROGUES_RELEASE in") }, "\(text)")
    let margin = lines[first].prefix { $0 == " " }
    return lines[first...].prefix { $0.hasPrefix(margin) }.map { $0.dropFirst(margin.count) + "\n" }.joined()
  }

  /// In an image that has the command: it stands in for no release that cannot be had.
  private static func expectNoStandIn(
    _ script: String, _ environment: [String: String], _ place: TemporaryWorkplace
  ) async throws {
    try place.write("#!/bin/sh\necho rogues\n", to: "image/rogues", executable: true)
    for (release, status) in ["": 0, "file:///nowhere.tar.gz": 69, "https://example.com/rogues.zip": 69] {
      let image = [
        "PATH": "\(place.path("image")):/usr/bin:/bin", "GITHUB_PATH": place.path("other"), "ROGUES_RELEASE": release,
      ]
      let ending = await bash(script, environment.merging(image) { $1 }, in: place.folder)
      #expect(ending.status == Int32(status), "\(release): \(ending)")
    }
  }

  @Test(
    arguments: InstalledPytest.isHere ? ["wheel", "archive", ""] : ["archive", ""])
  func `the workflows of init and the template of GitLab install what ROGUES_RELEASE names, or say that it is empty`(
    kind: String
  ) async throws {
    let place = try TemporaryWorkplace()
    let written = try await BuiltCommand.run(
      ["init", "shop"], environment: ["ROGUES_CATALOGUE": BuiltCommand.root.path],
      directory: URL(fileURLWithPath: place.path("")))
    #expect(written.status == 0, "\(written)")
    var environment = [
      "HOME": place.path("home"), "TMPDIR": place.temporary, "RUNNER_TEMP": place.path("runner"),
      "CI_PROJECT_DIR": place.path("project"), "GITHUB_PATH": place.path("path"), "ROGUES_IMAGE": "an image",
    ]
    if kind == "wheel" {
      let made = await Self.bash(
        #""$ROOT/Packaging/wheel" "$COMMAND" --level 1"#,
        environment.merging([
          "ROOT": BuiltCommand.root.path, "COMMAND": BuiltCommand.program.path, "ROGUES_DIST": place.path("dist"),
        ]) { $1 }, in: place.folder)
      try #require(made.status == 0, "\(made)")
      let name = try FileManager.default.contentsOfDirectory(atPath: place.path("dist")).first { $0.hasSuffix(".whl") }
      environment["ROGUES_RELEASE"] = "file://\(place.path("dist"))/\(try #require(name))"
      environment["PIP_NO_INDEX"] = "1"
      let fetched = await Self.bash(
        "'\(BuiltCommand.root.path)/Packaging/fetch' \"$ROGUES_RELEASE\" fetched && fetched/bin/rogues list --profiles --ids",
        environment, in: place.folder)
      #expect(fetched.status == 0 && fetched.output.contains("core"), "\(fetched)")
    } else if kind == "archive" {
      environment["ROGUES_RELEASE"] = "file://\(try await Self.archive(place))"
    }
    for file in [
      place.path(".github/workflows/rogues.yml"), place.path(".gitlab/rogues.gitlab-ci.yml"),
      BuiltCommand.root.path + "/Packaging/ci/rogues.gitlab-ci.yml",
    ] {
      let script = try Self.installing(try String(contentsOfFile: file, encoding: .utf8))
      let ending = await Self.bash(
        script + "command -v rogues\nrogues --version", environment, in: place.folder)
      #expect(ending.status == (kind.isEmpty ? 69 : 0), "\(file): \(ending)")
      #expect(
        ending.output.contains(kind.isEmpty ? "ROGUES_RELEASE" : "rogues \(Gallery.version)"), "\(file): \(ending)")
      try await Self.expectNoStandIn(script, environment, place)
      try? Files.removeTree(place.path("runner"))
      try? Files.removeTree(place.path("project"))
    }
    #expect(place.text("path").isEmpty == kind.isEmpty)
  }

  @Test func `GitLab's template and Bazel's script run their parts, which are joined`() async throws {
    let place = try TemporaryWorkplace()
    // The command under the name that scripts call it.
    try place.write("#!/bin/sh\nexec '\(BuiltCommand.program.path)' \"$@\"\n", to: "bin/rogues", executable: true)
    let shared = [
      "PATH": "\(place.path("bin")):/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary,
      "ROGUES_CATALOGUE": BuiltCommand.root.path,
    ]
    let template = try Self.text("Packaging/ci/rogues.gitlab-ci.yml")
    let scripts = template.components(separatedBy: "  script:\n    - ").dropFirst().map { text in
      text.components(separatedBy: "\n")[0]
    }
    try #require(scripts.count == 2)
    for job in 0..<3 {
      let environment = System.gitLab.variables(job: job, place).merging(shared) { $1 }
        .merging(["ROGUES_ARGUMENTS": "--adapter reference trust/* --axes tls=1.3"]) { $1 }
      let ending = await Self.bash(scripts[0], environment, in: place.folder)
      #expect(ending.status == 0, "\(ending)")
      #expect(place.text("rogues-results.xml").contains("<testsuites"))
    }
    let page = await Self.bash(scripts[1], shared, in: place.folder)
    #expect(page.status == 0 && Files.exists(place.path("rogues-page/index.html")), "\(page)")
    try Files.removeTree(place.path("rogues-2.jsonl"))
    let missing = await Self.bash(scripts[1], shared, in: place.folder)
    #expect(missing.status == 65 && missing.output.contains("shards are missing: 2/3"), "\(missing)")

    let script = try Self.text("Packaging/ci/rogues.sh")
    try place.write(script.replacingOccurrences(of: "rogues run", with: "rogues run trust/unknown-ca"), to: "test.sh")
    var environment = System.bazel.variables(job: 0, place).merging(shared) { $1 }
    environment["TEST_TOTAL_SHARDS"] = "1"
    environment["XML_OUTPUT_FILE"] = place.path("test.xml")
    environment["TEST_UNDECLARED_OUTPUTS_DIR"] = place.folder
    let tested = await Self.bash("sh test.sh accept-all", environment, in: place.folder)
    #expect(tested.status == 1, "\(tested)")
    #expect(place.text("test.xml").contains("<failure"))
    #expect(Files.exists(place.path("rogues.jsonl")) && Files.exists(place.path("status-0")))
  }
}
