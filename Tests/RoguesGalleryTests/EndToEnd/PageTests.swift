import Foundation
import RoguePlatform
import TestSupport
import Testing

/// `--report html=DIR`: the folder that a run writes, and how a browser sees it.
@Suite struct PageTests {
  private static let few = ["trust/*", "--axes", "tls=1.3,policy=system", "-q"]

  @Test func `a run writes a folder of pages, and the next run replaces it`() async throws {
    let place = try TemporaryWorkplace()
    let report = "html=\(place.path("site"))"
    let first = try await place.run(["compare", "accept-all", "reference", "--report", report, "-s"] + Self.few)
    #expect(first.status == 0, "\(first)")
    let index = place.text("site/index.html")
    #expect(index.contains("2 validators"))
    #expect(FileManager.default.fileExists(atPath: place.path("site/scenarios/trust/unknown-ca/accept-all.html")))
    #expect(place.text("site/scenarios/trust/unknown-ca.html").contains("What is served"))

    let second = try await place.run(["run", "-a", "reference", "--report", report] + Self.few)
    #expect(second.status == 0, "\(second)")
    #expect(place.text("site/index.html").contains("1 validator,"))
    // Evidence of an earlier run would be taken for this one's.
    #expect(!FileManager.default.fileExists(atPath: place.path("site/scenarios/trust/unknown-ca/accept-all.html")))
    for entry in try Files.list(place.path("site"), recursively: true) where entry.kind == .file {
      #expect(!place.text("site/\(entry.path)").contains(place.path("")), "\(entry.path)")
    }
  }

  @Test func `a failure's page has the capture of its evidence, also when it is made from the log`() async throws {
    let place = try TemporaryWorkplace()
    let judged = try await place.run(
      [
        "run", "-a", "accept-all", "--report", "html=\(place.path("site"))", "--artifacts", place.path("out"),
        "--log", place.path("log.jsonl"),
      ] + Self.few)
    #expect(judged.status == 1, "\(judged)")
    let again = try await place.run(["report", place.path("log.jsonl"), "--to", "html=\(place.path("again"))"])
    #expect(again.status == 0, "\(again)")
    let kept = try Files.read(place.path("out/latest/accept-all/trust.unknown-ca.tls1.3.system/wire.pcapng"))
    #expect(kept.count > 1000)
    for site in ["site", "again"] {
      #expect(try Files.read(place.path("\(site)/scenarios/trust/unknown-ca/accept-all-1.pcapng")) == kept)
      let page = place.text("\(site)/scenarios/trust/unknown-ca/accept-all.html")
      #expect(page.contains("href=\"accept-all-1.pcapng\"") && page.contains("<dt>fix</dt>"))
    }
  }

  @Test func `a folder with other things in it is left alone, before anything runs`() async throws {
    let place = try TemporaryWorkplace()
    try Files.makeDirectory(place.path("mine"))
    try Files.write("precious", to: place.path("mine/index.html"))
    let ending = try await place.run(
      ["run", "-a", "reference", "--report", "html=\(place.path("mine"))"] + Self.few)
    #expect(ending.status == 73, "\(ending)")
    #expect(ending.error.contains("is not empty, and no page of rogues is in it; name a new folder"))
    #expect(place.text("mine/index.html") == "precious")
    #expect(try Files.list(place.path("mine")).count == 1)
  }

  @Test func `a page does not fit into standard output`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(["run", "-a", "reference", "--report", "html=-"] + Self.few)
    #expect(ending.status == 64, "\(ending)")
    #expect(ending.error.contains("give a folder: --report html=DIR"))
  }

  @Test(.sweep) func `Chromium opens it from disk, filters it, follows its links, and logs no error`()
    async throws
  {
    let names = ["chromium", "chromium-browser"]
    guard names.contains(where: { Files.executable(named: $0, searchPath: "/usr/bin:/usr/local/bin") != nil }) else {
      try Test.cancel("chromium is not installed")
    }
    let place = try TemporaryWorkplace()
    let run = try await place.run([
      "compare", "curl", "openssl", "accept-all", "reference", "--report", "html=\(place.path("site"))", "-q", "-s",
      "trust/*", "-s", "client-auth/*", "--axes", "tls=1.2",
    ])
    #expect(run.status == 0, "\(run)")
    let result = await ChildCommand(
      program: "/usr/bin/env", arguments: ["python3", "Tools/check-page", place.path("site")],
      environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary],
      workingDirectory: BuiltCommand.root.path, deadlineMilliseconds: 300_000
    ).run()
    #expect(result.ending == .exited(0), "\(String(decoding: result.standardError, as: UTF8.self))")
  }
}
