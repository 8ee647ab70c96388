import Foundation
import Testing

@testable import RoguePlatform

/// OpenSSL, a shell and Wireshark are enough to read the evidence of a case that did not pass.
@Suite struct EvidenceFolderTests {
  /// Runs a case and gives the folder that it left.
  private static func evidence(
    _ place: TemporaryWorkplace, _ adapter: String, _ pattern: String, axes: String
  ) async throws -> String {
    let ending = try await place.run([
      "run", "-q", "-a", adapter, pattern, "--axes", axes, "--artifacts", place.path("out"),
    ])
    #expect(ending.status == 1, "\(ending)")
    let cases = place.path("out/latest/\(adapter)")
    let names = try FileManager.default.contentsOfDirectory(atPath: cases)
    try #require(names.count == 1, "\(names)")
    return "\(cases)/\(names[0])"
  }

  /// Runs a line as a reader would, in that folder.
  private static func shell(_ line: String, in folder: String) async -> (status: Int32, output: String) {
    let result = await ChildCommand(
      program: "/bin/sh", arguments: ["-c", line + " 2>&1"],
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder, "LC_ALL": "C.UTF-8"], workingDirectory: folder,
      deadlineMilliseconds: 600_000, keptBytes: 4 << 20, floodBytes: 16 << 20
    ).run()
    let status: Int32 = if case .exited(let status) = result.ending { status } else { -1 }
    return (status, String(decoding: result.standardOutput, as: UTF8.self))
  }

  /// The commands of a README, in order.
  private static func commands(_ readme: String) -> [String] {
    readme.components(separatedBy: "```sh\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
  }

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private static func mode(_ path: String) throws -> Int {
    try #require(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test func `the commands of a README reproduce the fault without this project`() async throws {
    let place = try TemporaryWorkplace()
    let folder = try await Self.evidence(place, "accept-all", "trust/unknown-ca", axes: "tls=1.3,policy=system")
    #expect(folder.hasSuffix("/trust.unknown-ca.tls1.3.system"))
    let readme = Self.text("\(folder)/README.md")
    #expect(readme.contains("FALSE-ACCEPT  trust/unknown-ca[tls=1.3,policy=system]"))
    #expect(readme.contains("## What to change\n\n"))
    #expect(!readme.contains(place.temporary))
    let commands = Self.commands(readme)
    try #require(commands.count == 3)

    let verified = await Self.shell(commands[0], in: folder)
    #expect(verified.status != 0)
    #expect(verified.output.contains("self-signed certificate in certificate chain"), "\(verified)")

    // A port that is free on this machine now.
    let served = commands[1].replacingOccurrences(of: " 4433 ", with: " \(try FreePort.any()) ")
    let refused = await Self.shell(served, in: folder)
    #expect(refused.status == 0, "\(refused)")
    #expect(refused.output.contains("no request reached the rogue server"))
    let careless = await Self.shell(
      served.replacingOccurrences(of: "curl ", with: "curl --insecure "), in: folder)
    #expect(careless.status == 1, "\(careless)")
    #expect(careless.output.contains("ACCEPTED"))

    // Silence of a client that never came proves nothing.
    let absent = await Self.shell("./replay.sh \(try FreePort.any()) true", in: folder)
    #expect(absent.status == 2, "\(absent)")
    #expect(absent.output.contains("the client never connected"))

    guard Files.isExecutable("/usr/bin/tshark") else { return }
    let capture = await Self.shell(commands[2] + " -Y http.request -T fields -e http.host", in: folder)
    #expect(capture.output.contains("pinned.rogues.test"), "decrypted: \(capture)")
  }

  @Test(arguments: ["tls=1.2,policy=leaf-spki", "tls=1.3,policy=leaf-spki"])
  func `the key log in a capture decrypts the request of an accepted rogue`(axes: String) async throws {
    let place = try TemporaryWorkplace()
    let folder = try await Self.evidence(place, "accept-all", "trust/unknown-ca", axes: axes)
    guard Files.isExecutable("/usr/bin/tshark") else { try Test.cancel("tshark is not installed") }
    let fields = await Self.shell(
      "tshark -r wire.pcapng -Y http -T fields -e http.request.method -e http.response.code", in: folder)
    #expect(fields.output.contains("GET"), "\(fields)")
    #expect(fields.output.contains("200"), "\(fields)")
    let faults = await Self.shell(
      "(tshark -r wire.pcapng -Y '_ws.malformed || tcp.analysis.flags' 2>/dev/null)", in: folder)
    #expect(faults.output == "")
  }

  @Test func `if s_server cannot present the fault, the script serves nothing and gives the reason`() async throws {
    let place = try TemporaryWorkplace()
    let folder = try await Self.evidence(
      place, "accept-all", "names/virtual-host-shows-default-certificate", axes: "tls=1.3,policy=system")
    let replayed = await Self.shell("./replay.sh", in: folder)
    #expect(replayed.status == 3, "\(replayed)")
    #expect(replayed.output.contains("cannot"), "\(replayed)")
    #expect(Self.text("\(folder)/README.md").contains("There is no replay with `openssl s_server`, because it cannot"))
  }

  @Test func `keys are private, names are plain, and no path is one of a folder that is gone`() async throws {
    let place = try TemporaryWorkplace()
    let folder = try await Self.evidence(
      place, "curl", "client-auth/no-client-certificate-to-wrong-pin", axes: "tls=1.3,policy=pinned-chain-pem")
    let names = try #require(FileManager.default.enumerator(atPath: folder)?.allObjects as? [String])
    #expect(names.contains("client/client.key"), "\(names)")
    // What the client's command names is there.
    let command = try #require(Self.text("\(folder)/README.md").components(separatedBy: "--cert ").last)
    #expect(Files.exists("\(folder)/\(command.prefix { $0 != " " })"))
    for name in names {
      #expect(name.utf8.allSatisfy { ![UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: " ")].contains($0) })
      let text = Self.text("\(folder)/\(name)")
      #expect(!text.contains("/rogues-"), "\(name) names a temporary folder")
      if text.contains("PRIVATE KEY") || name.hasSuffix(".p12") { #expect(try Self.mode("\(folder)/\(name)") == 0o600) }
    }
  }

  @Test func `each step of a case has its own files, and one capture has all connections`() async throws {
    let place = try TemporaryWorkplace()
    let folder = try await Self.evidence(
      place, "accept-all", "session/resumed-new-pin", axes: "tls=1.3,policy=leaf-spki")
    for step in ["step-1", "step-2"] {
      for name in ["presented.pem", "trust.pem", "attempt.json", "timeline.txt", "replay.sh"] {
        #expect(Files.exists("\(folder)/\(step)/\(name)"), "\(step)/\(name)")
      }
    }
    #expect(Files.exists("\(folder)/wire.pcapng"))
    #expect(Self.text("\(folder)/README.md").contains("### Step 2"))
  }
}
