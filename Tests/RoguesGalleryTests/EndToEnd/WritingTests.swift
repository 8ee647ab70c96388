import Foundation
import Testing

/// What a run writes, and what it does when it cannot.
@Suite struct WritingTests {
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [["--log", "/dev/full"], ["--report", "junit=/dev/full"]])
  func `a disk that is full ends the run with exit status 74 and the file's name`(flags: [String]) async throws {
    let place = try Workplace()
    let ending = try await place.run(["run", "-a", "accept-all", "trust/*"] + flags, within: 300)
    #expect(ending.status == 74, "\(ending)")
    #expect(ending.error.contains("rogues: cannot write /dev/full: No space left on device"))
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a log that cannot be written ends a run long before its last case`() async throws {
    let place = try Workplace()
    let ending = try await place.run(
      ["run", "-a", "hangs", "--timeout", "5s", "-j", "1", "--log", "/dev/full", "trust/*"], within: 300)
    #expect(ending.status == 74, "\(ending)")
  }

  @Test(arguments: ["/dev/null/x", "/no-such-folder/x"])
  func `a file that cannot be created is exit status 73 before anything is started`(path: String) async throws {
    let place = try Workplace()
    for flags in [["--log", path], ["--report", "junit=\(path)"], ["--artifacts", "/dev/null/x"]] {
      let ending = try await place.run(["run", "-a", "accept-all", "trust/*"] + flags)
      #expect(ending.status == 73, "\(ending)")
      #expect(ending.error.contains("/x: "), "\(ending)")
      #expect(ending.output.isEmpty)
    }
  }

  @Test func `a log on standard output is all that is there`() async throws {
    let place = try Workplace()
    let ending = try await place.run(["run", "-a", "accept-all", "--log", "-", "trust/unknown-ca"])
    #expect(ending.status == 1)
    try place.write(ending.output, to: "log.jsonl")
    let log = try place.log()
    #expect(log.complete == true)
    #expect(log.words("accept-all") == ["false-accept"])
    #expect(ending.error.contains("6 FALSE-ACCEPT"))
    #expect(!FileManager.default.fileExists(atPath: BuiltCommand.root.appendingPathComponent("-").path))
  }

  @Test func `reports, log and artifacts are complete, and no private key is in any of them`() async throws {
    let place = try Workplace()
    let artifacts = place.path("deep/artifacts")
    let ending = try await place.run([
      "run", "-a", "accept-all", "-a", "sends-before-checking", "--axes", "tls=1.3", "--artifacts",
      artifacts, "--log",
      place.path("log.jsonl"), "--report", "junit=\(place.path("junit.xml"))", "client-auth/*", "trust/unknown-ca",
      "revocation/leaf-revoked-fetch",
    ])
    #expect(ending.status == 1)
    let log = try place.log()
    let failed = (log.cases["accept-all"] ?? [:]).merging(log.cases["sends-before-checking"] ?? [:]) { $1 }
      .filter { $0.value.verdict != "pass" }
    #expect(failed.count > 5)
    #expect(ending.error.contains("event log: \(place.path("log.jsonl"))"))

    let junit = try XMLDocumentCheck(place.path("junit.xml"))
    #expect(junit.isWellFormed)
    #expect(junit.count(of: "testcase") == log.cases.values.map(\.count).reduce(0, +))
    #expect(junit.count(of: "failure") > 0)

    var files: [String] = []
    for case let name as String in try #require(FileManager.default.enumerator(atPath: artifacts)) {
      let url = URL(fileURLWithPath: "\(artifacts)/\(name)")
      if try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true { files.append(url.path) }
    }
    #expect(files.count { $0.hasSuffix("case.txt") } >= failed.count)
    #expect(files.contains { $0.hasSuffix("timeline.txt") } && files.contains { $0.hasSuffix("/client-leaf.der") })
    for file in files + [place.path("log.jsonl"), place.path("junit.xml")] {
      let content = try Data(contentsOf: URL(fileURLWithPath: file))
      #expect(!content.isEmpty, "\(file)")
      #expect(!Self.holdsPrivateKey(content), "\(file)")
    }
    for line in log.lines {
      for certificate in line["certificates"] as? [String] ?? [] {
        #expect(!Self.holdsPrivateKey(try #require(Data(base64Encoded: certificate))))
      }
    }
    // The look for keys is one that finds them.
    let key = Data([
      0x30, 0x81, 0x87, 0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
    ])
    #expect(Self.holdsPrivateKey(key) && Self.holdsPrivateKey(Data(key.base64EncodedString().utf8)))
  }

  /// Whether there is a key in PEM, or the head of a PKCS #8 structure for an elliptic curve as DER or base64: version
  /// 0, then the algorithm.
  static func holdsPrivateKey(_ content: Data) -> Bool {
    let head = Data([0x02, 0x01, 0x00, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01])
    // The head stands three bytes into the structure where its length takes two, so that base64 begins a group with it.
    let text = Data(head.base64EncodedString().dropLast(3).utf8)
    return content.range(of: Data("PRIVATE KEY".utf8)) != nil || content.range(of: head) != nil
      || content.range(of: text) != nil
  }

  @Test func `a comparison prints its matrix once and informs`() async throws {
    let place = try Workplace()
    let ending = try await place.run([
      "compare", "accept-all", "cancel-all", "--axes", "tls=1.3", "-s", "healthy/two-tier-chain", "-s",
      "trust/*",
    ])
    #expect(ending.status == 0, "\(ending)")
    let lines = ending.output.split(separator: "\n").map(String.init)
    for id in ["healthy/two-tier-chain", "trust/unknown-ca", "trust/same-name-ca"] {
      let name = id.split(separator: "/")[1]
      let rows = lines.filter { line in line.drop { " ≠".contains($0) }.hasPrefix("\(name) ") }
      #expect(rows.count == 1, "\(id) stands \(rows.count) times:\n\(ending.output)")
    }
  }
}
