import RogueModel
import RoguePlatform
import Testing

@testable import RoguesGallery

@Suite struct DiagnosisTests {
  @Test func `one wrong line makes a diagnosis bad, a note does not`() {
    var diagnosis = Diagnosis()
    diagnosis.add(.good, "starts")
    diagnosis.add(.note, "something")
    #expect(diagnosis.isHealthy)
    diagnosis.add(.bad, "lies")
    #expect(!diagnosis.isHealthy)
    #expect(diagnosis.text == "ok     starts\nnote   something\nWRONG  lies\n")
  }
}

/// The verb as people call it.
@Suite(.timeLimit(.minutes(15))) struct DoctorTests {
  /// An exec adapter with that answer to every attempt.
  private func program(_ folder: String, capabilities: String, answer: String) throws -> String {
    let path = "\(folder)/program"
    let ready =
      #"{"type":"ready","protocol":1,"adapter":"mine","library":{"name":"sh","version":"1"},"#
      + #""capabilities":[\#(capabilities)]}"#
    try Files.write(
      "#!/bin/sh\nif [ \"$ROGUES_HELLO\" ]; then echo '\(ready)'; exit 0; fi\n\(answer)\n", to: path, mode: 0o755)
    return path
  }

  private func doctor(_ answer: String, capabilities: String = #""tls1.3""#) async throws -> (Int32, String) {
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-doctor")
    defer { try? Files.removeTree(folder) }
    let ending = try await BuiltCommand.run(
      ["doctor", try program(folder, capabilities: capabilities, answer: answer)])
    return (ending.status, ending.output)
  }

  @Test func `the built-in validator that refuses everybody is found out`() async throws {
    let ending = try await BuiltCommand.run(["doctor", "cancel-all"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("WRONG  does not accept a server with which nothing is wrong"))
    #expect(ending.output.split(separator: "\n").count { $0.hasPrefix("WRONG") } == 1)
  }

  @Test func `the built-in validator that accepts everybody is found out`() async throws {
    let ending = try await BuiltCommand.run(["doctor", "accept-all"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("ok     accepts a server with which nothing is wrong"))
    #expect(ending.output.contains("WRONG  accepts a server that nobody vouches for"))
  }

  @Test func `a program that answers what it should not know is found out`() async throws {
    let (status, output) = try await doctor("echo CANCEL other")
    #expect(status == 1)
    #expect(output.contains("WRONG  asked for what cannot exist it does not say unsupported"))
  }

  @Test func `a capability that nobody knows gets its near miss`() async throws {
    let (status, output) = try await doctor("exit 1", capabilities: #""tls1.3","pin.spki.leef""#)
    #expect(status == 1)
    #expect(output.contains("'pin.spki.leef'"))
    #expect(output.contains("pin.spki.leaf"))
  }

  @Test func `a broken program is found out with its words`() async throws {
    let (status, output) = try await doctor("echo no such thing >&2; exit 3")
    #expect(status == 1)
    #expect(output.contains("exit status 3") && output.contains("no such thing"))
  }

  @Test func `an adapter that is not here is exit status 69`() async throws {
    let ending = try await BuiltCommand.run(["doctor", "/nonexistent/program"])
    #expect(ending.status == 69)
    #expect(ending.error.contains("not here"))
  }
}
