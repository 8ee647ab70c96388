import Foundation
import RoguePlatform
import TestSupport
import Testing

/// The commands of docs/records/findings.md show, without this project, what the ledger says.
@Suite(.timeLimit(.minutes(15))) struct LedgerCommandsTests {
  @Test(.sweep) func `the commands of every finding print the output in their comments`() async throws {
    let place = try TemporaryWorkplace()
    let script = BuiltCommand.root.appendingPathComponent("Tools/ledger-commands").path
    let caller = ProcessInfo.processInfo.environment
    let environment = [
      "PATH": caller["PATH"] ?? "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary,
      "LC_ALL": "C.UTF-8", "ROGUES_CLIENTS": caller["ROGUES_CLIENTS"] ?? "usual",
    ]
    let result = try await blocking {
      ChildCommand(
        program: "/usr/bin/env", arguments: ["python3", script], environment: environment,
        workingDirectory: place.folder, deadlineMilliseconds: 840_000, keptBytes: 16 << 20, floodBytes: 16 << 20
      ).runBlocking()
    }
    let lines = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n")
    // What is wrong alone: reports are cut.
    let wrong = lines.filter { !$0.hasPrefix("right ") && !$0.hasPrefix("not run ") }
    #expect(
      result.ending == .exited(0),
      "\(wrong.joined(separator: "\n")) \(String(decoding: result.standardError, as: UTF8.self))")
    // Those of OpenSSL, GnuTLS, curl, wget, Go, Java and NSS, which `make test-ci` installs.
    #expect(lines.count { $0.hasPrefix("right ") } > 70)
    print(lines.last ?? "")
  }
}
