import Foundation
import Testing

@testable import RoguePlatform

/// What a run writes, and what it does when it cannot.
@Suite struct WritingTests {
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [["--log", "/dev/full"], ["--report", "junit=/dev/full"]])
  func `a disk that is full ends the run with exit status 74 and the file's name`(flags: [String]) async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(["run", "-a", "accept-all", "trust/*"] + flags)
    #expect(ending.status == 74, "\(ending)")
    #expect(ending.error.contains("rogues: cannot write /dev/full: No space left on device"))
    #expect(try await place.processesLeft() == [])
    #expect(try place.foldersLeft() == [])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
  func `a log that cannot be written ends a run long before its last case`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["run", "-a", "hangs", "--timeout", "5s", "-j", "1", "--log", "/dev/full", "trust/*"])
    #expect(ending.status == 74, "\(ending)")
  }

  @Test func `a default log that cannot be written gives a warning and a status, and the run continues`()
    async throws
  {
    let place = try TemporaryWorkplace()
    // The folder that it would be kept in holds, in its place, a device that is always full.
    guard Files.isExecutable("/usr/bin/prlimit") else { try Test.cancel("prlimit is not installed") }
    let script = #"trap '' XFSZ; exec /usr/bin/prlimit --fsize=4096 "$0" "$@""#
    let result = await ChildCommand(
      program: "/bin/sh",
      arguments: ["-c", script, BuiltCommand.program.path, "run", "-a", "reference", "trust/*", "--axes", "tls=1.3"],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary, "LC_ALL": "C.UTF-8",
      ], workingDirectory: BuiltCommand.root.path, deadlineMilliseconds: 3_600_000
    ).run()
    let error = String(decoding: result.standardError, as: UTF8.self)
    #expect(result.ending == .exited(74), "\(error)")
    #expect(error.components(separatedBy: "the event log ends here, the run continues").count == 2, "\(error)")
    #expect(!error.contains("event log: "))
    let logs = try Files.list(place.path("home/.cache/rogues-gallery/runs")).filter { $0.path.hasSuffix(".jsonl") }
    let log = try Files.read(place.path("home/.cache/rogues-gallery/runs/\(try #require(logs.first).path)"))
    // Cut off, but not in the middle of a line.
    #expect(log.isEmpty || log.last == UInt8(ascii: "\n"))
  }

  @Test(arguments: ["1949-12-31T00:00:00Z", "1971-12-31T23:59:59Z", "9999-01-01T00:00:00Z"])
  func `a clock outside the range of certificates is a usage error with a reason`(clock: String) async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(["run", "-a", "reference", "healthy/chain-two-tiers", "--at", clock])
    #expect(ending.status == 64, "\(ending)")
    #expect(ending.error.contains("rogues: --at \(clock) is outside what certificates can say"), "\(ending)")
  }

  @Test(arguments: ["1972-01-01T00:00:00Z", "2050-01-01T00:00:00Z", "8900-01-01T00:00:00Z"])
  func `the ends of the range of certificates are accepted`(clock: String) async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run([
      "run", "-q", "-a", "reference", "--axes", "tls=1.3,policy=system", "healthy/chain-two-tiers", "time/*", "--at",
      clock,
    ])
    #expect(ending.status == 0, "\(ending)")
  }

  @Test func `no file of a run that people show on a terminal steers it`() async throws {
    let place = try TemporaryWorkplace()
    let program = try place.adapter(
      "steers",
      #"""
      printf '\033[31m\007\001\302\233\342\200\256 err\n' >&2
      printf '\033]0;title\007\n'
      printf 'CANCEL other \033[31mred\033[2J\302\2331m\342\200\256reversed\b\n'
      """#)
    let ending = try await place.run([
      "run", "-a", program, "--axes", "tls=1.3,policy=system", "healthy/chain-two-tiers", "--artifacts",
      place.path("out"), "--report", "junit=\(place.path("out/junit.xml"))",
    ])
    #expect(ending.status != 0)
    var shown = 0
    for case let name as String in try #require(FileManager.default.enumerator(atPath: place.path("out"))) {
      guard ["txt", "xml", "jsonl", "md", "json"].contains(name.split(separator: ".").last ?? "") else { continue }
      let text = place.text("out/\(name)")
      shown += 1
      for scalar in text.unicodeScalars where scalar != "\n" && scalar != "\t" {
        let isControl = scalar.properties.generalCategory == .control || (0x202a...0x202e).contains(scalar.value)
        #expect(!isControl, "\(name): U+\(String(scalar.value, radix: 16))")
      }
      if name.hasSuffix("stderr.txt") { #expect(text.contains("\\u{1b}[31m\\u{7}")) }
    }
    #expect(shown >= 4)
  }

  @Test(arguments: ["/dev/null/x", "/no-such-folder/x"])
  func `a file that cannot be created is exit status 73 before anything is started`(path: String) async throws {
    let place = try TemporaryWorkplace()
    for flags in [["--log", path], ["--report", "junit=\(path)"], ["--artifacts", "/dev/null/x"]] {
      let ending = try await place.run(["run", "-a", "accept-all", "trust/*"] + flags)
      #expect(ending.status == 73, "\(ending)")
      #expect(ending.error.contains("/x: "), "\(ending)")
      #expect(ending.output.isEmpty)
    }
  }

  @Test func `a log on standard output is all that is there`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(["run", "-a", "accept-all", "--log", "-", "trust/unknown-ca"])
    #expect(ending.status == 1)
    try place.write(ending.output, to: "log.jsonl")
    let log = try place.log()
    #expect(log.complete == true)
    #expect(log.words("accept-all") == ["false-accept"])
    #expect(ending.error.contains("1 FALSE-ACCEPT"))
    #expect(!FileManager.default.fileExists(atPath: BuiltCommand.root.appendingPathComponent("-").path))
  }

  @Test func `reports, log and artifacts are complete, and no private key is in any of them`() async throws {
    let place = try TemporaryWorkplace()
    let artifacts = place.path("deep/artifacts")
    let ending = try await place.run([
      "run", "-a", "accept-all", "-a", "sends-before-checking", "--axes", "tls=1.3", "--artifacts",
      artifacts, "--log",
      place.path("log.jsonl"), "--report", "junit=\(place.path("junit.xml"))", "client-auth/*", "trust/unknown-ca",
      "revocation/ocsp-leaf-revoked",
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
    #expect(files.count { $0.hasSuffix("/README.md") } >= failed.count)
    #expect(files.contains { $0.hasSuffix("timeline.txt") } && files.contains { $0.hasSuffix("/client-leaf.pem") })
    for file in files + [place.path("log.jsonl"), place.path("junit.xml")] {
      let content = try Data(contentsOf: URL(fileURLWithPath: file))
      // A client's list of intermediates is empty if it has none.
      #expect(!content.isEmpty || file.contains("/client/"), "\(file)")
      // The keys that the server and the client used are evidence, and for nobody else's eyes.
      let isKey = file.hasSuffix("/server.key") || file.contains("/client/client")
      #expect(!Self.holdsPrivateKey(content) || isKey, "\(file)")
      guard isKey else { continue }
      let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(file)")
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
    let place = try TemporaryWorkplace()
    let ending = try await place.run([
      "compare", "accept-all", "cancel-all", "--axes", "tls=1.3", "-s", "healthy/chain-two-tiers", "-s",
      "trust/*",
    ])
    #expect(ending.status == 0, "\(ending)")
    let lines = ending.output.split(separator: "\n").map(String.init)
    for id in ["healthy/chain-two-tiers", "trust/unknown-ca", "trust/same-name-ca"] {
      let rows = lines.filter { line in line.drop { " ≠".contains($0) }.hasPrefix("\(id) ") }
      #expect(rows.count == 1, "\(id) stands \(rows.count) times:\n\(ending.output)")
    }
  }
}
