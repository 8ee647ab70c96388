import Foundation
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

  @Test func `the built-in validator that refuses every server is detected`() async throws {
    let ending = try await BuiltCommand.run(["doctor", "cancel-all"])
    #expect(ending.status == 1)
    #expect(ending.output.contains("WRONG  does not accept a healthy server"))
    #expect(ending.output.split(separator: "\n").count { $0.hasPrefix("WRONG") } == 1)
  }

  @Test func `the built-in validator that accepts every server is detected`() async throws {
    let ending = try await BuiltCommand.run(["doctor", "accept-all"])
    #expect(ending.status == 1)
    // The most ordinary server is asked first, not one that has something rare about it.
    #expect(ending.output.contains("ok     accepts a healthy server (healthy/chain-two-tiers["))
    #expect(ending.output.contains("WRONG  accepts an untrusted server"))
  }

  @Test func `a program that answers an unknown capability is detected`() async throws {
    let (status, output) = try await doctor("echo CANCEL other")
    #expect(status == 1)
    #expect(output.contains("WRONG  it ignores requirements that it does not know"))
  }

  @Test func `an unknown capability gets its near miss`() async throws {
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

  @Test func `words on standard error are shown, more than the last of them`() async throws {
    let (status, output) = try await doctor("echo first complaint >&2; echo conclusion >&2; exit 3")
    #expect(status == 1)
    #expect(output.contains("       | first complaint\n       | conclusion\n"))
    #expect(output.contains("nothing else was tried"))
  }

  @Test func `a program that declares a process for all attempts and has one for each is found out`() async throws {
    let (status, output) = try await doctor("exit 1", capabilities: #""tls1.3","same-process""#)
    #expect(status == 1)
    #expect(output.contains("WRONG  declares same-process"))
  }

  @Test func `an offline program need not declare the versions of TLS that the harness brings`() async throws {
    let place = try TemporaryWorkplace()
    let ready =
      #"{"type": "ready", "protocol": 1, "adapter": "bare", "library": {"name": "sh", "version": "1"}, "#
      + #""capabilities": []}"#
    try place.write(
      """
      import json, hashlib, sys
      sys.stdin.readline()
      print('\(ready)', flush=True)
      for line in sys.stdin:
        attempt = json.loads(line)
        if attempt["type"] != "attempt": break
        answer = {"type": "statement", "id": attempt["id"], "disposition": "cancel", "reason": "other"}
        for need in attempt["needs"]: answer = {"type": "unsupported", "id": attempt["id"], "capability": need}
        print(json.dumps(answer), flush=True)
      """, to: "bare/bare.py")
    try place.write(
      """
      adapter: bare
      summary: it refuses everybody
      library: sh
      programs: [python3]
      version: {arguments: [--version], after: "Python "}
      capabilities: []
      offline: true
      door: session
      arguments: [bare.py]
      """, to: "bare/adapter.yaml")
    let ending = try await BuiltCommand.run(["doctor", place.path("bare")])
    #expect(!ending.output.contains("ready object"))
    #expect(ending.output.contains("WRONG  does not accept a healthy server"))
  }

  @Test func `a program that declares capabilities without code is detected, line by line`() async throws {
    let place = try TemporaryWorkplace()
    let lies = ["pin.spki.leaf", "pin.certificate.leaf", "pin.spki.ca", "revocation.crl", "revocation.require"]
    let liar = try place.write(Self.liar(declaring: lies), to: "liar.py", executable: true)
    let ending = try await BuiltCommand.run(["doctor", liar])
    #expect(ending.status == 1)
    let lines = ending.output.split(separator: "\n")
    for lie in lies { #expect(lines.contains { $0.hasPrefix("WRONG  declares \(lie) and ignores it") }) }
    #expect(lines.count { $0.hasPrefix("WRONG") } == lies.count)
    #expect(lines.contains { $0.hasPrefix("ok     anchors") })
  }

  @Test func `a program without a word for a wrong name is found out, although it declares reason`() async throws {
    let place = try TemporaryWorkplace()
    let silent = Self.liar(declaring: []).replacingOccurrences(
      of: "    print(\"CANCEL\",", with: "    error.verify_code == 62 or print(\"CANCEL\",")
    let ending = try await BuiltCommand.run(["doctor", try place.write(silent, to: "liar.py", executable: true)])
    #expect(ending.status == 1, "\(ending)")
    #expect(ending.output.contains("WRONG  declares reason, and it broke the contract"), "\(ending)")
  }

  @Test func `a client that sends its request before it refuses differs from one that ignores its anchors`()
    async throws
  {
    let place = try TemporaryWorkplace()
    let hasty = Self.liar(declaring: []).replacingOccurrences(
      of: "try:\n",
      with: """
        blind = ssl._create_unverified_context()
        with blind.wrap_socket(socket.create_connection((to["address"], to["port"])), server_hostname=to["host"]) as tls:
            tls.sendall(f"GET {to['path']} HTTP/1.1\\r\\nHost: {to['host']}\\r\\n\\r\\n".encode())
            tls.makefile().read()
        try:

        """)
    let ending = try await BuiltCommand.run(["doctor", try place.write(hasty, to: "liar.py", executable: true)])
    #expect(
      ending.output.contains("note   refuses an untrusted server when its request has left already"),
      "\(ending)")
    #expect(!ending.output.contains("declares anchors and ignores it"), "\(ending)")
    #expect(!ending.output.contains("is it configured with the attempt's anchors at all"), "\(ending)")
  }

  @Test func `fields that every attempt needs and the description omits are named at once`() async throws {
    let place = try TemporaryWorkplace()
    try place.write(
      """
      adapter: bare
      summary: it says little of itself
      library: sh
      programs: [sh]
      version: {arguments: [-c, "echo v1"], after: v}
      capabilities: [tls1.3]
      applies: {connect.host: somehow, connect.port: somehow, policy.systemAnchors: somehow}
      fixed: {policy.hostname: always}
      door: exec
      """, to: "bare/adapter.yaml")
    let ending = try await BuiltCommand.run(["doctor", place.path("bare")])
    #expect(ending.status != 0)
    #expect(
      (ending.output + ending.error).contains(
        "neither 'applies' nor 'fixed' has 'connect.address', 'connect.path', 'tls.maximum', 'policy.userAnchors'"),
      "\(ending)")
  }

  /// The adapter of docs/reference/adapters.md, with more capabilities than code.
  private static func liar(declaring lies: [String]) -> String {
    let can = (["anchors", "tls1.2", "tls1.3", "reason"] + lies).map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      #!/usr/bin/env python3
      import json, os, socket, ssl, sys
      CAN = [\(can)]
      REASONS = {9: "not-yet-valid", 10: "expired", 18: "untrusted", 19: "untrusted", 20: "untrusted", 62: "name-mismatch"}
      if os.environ.get("ROGUES_HELLO"):
          library = {"name": "Python ssl", "version": "1"}
          print(json.dumps({"type": "ready", "protocol": 1, "adapter": "liar", "library": library, "capabilities": CAN}))
          sys.exit()
      attempt = json.load(sys.stdin)
      for word in attempt["needs"]:
          if word not in CAN: sys.exit(print("UNSUPPORTED", word))
      to, policy, context = attempt["connect"], attempt["policy"], ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
      for name in [policy["anchors"]] if policy["anchors"] else [policy["systemAnchors"], policy["userAnchors"]]:
          if name and os.path.getsize(name): context.load_verify_locations(name)
      try:
          plain = socket.create_connection((to["address"], to["port"]))
          with context.wrap_socket(plain, server_hostname=to["host"]) as tls:
              tls.sendall(f"GET {to['path']} HTTP/1.1\\r\\nHost: {to['host']}:{to['port']}\\r\\n\\r\\n".encode())
              print("ACCEPT", tls.makefile().read().split()[-1])
      except ssl.SSLCertVerificationError as error:
          print("CANCEL", REASONS.get(error.verify_code, "other"), error.verify_message)
      except OSError as error: print("FAILED", "network", error)
      """
  }

  @Test func `the shell adapter of the README passes the doctor`() async throws {
    let page = try String(contentsOf: BuiltCommand.root.appendingPathComponent("README.md"), encoding: .utf8)
    let block = try #require(page.components(separatedBy: "```sh\n#!/bin/sh\n").dropFirst().first)
    let script = "#!/bin/sh\n" + block.components(separatedBy: "\n```")[0] + "\n"
    let place = try TemporaryWorkplace()
    let ending = try await BuiltCommand.run(["doctor", try place.write(script, to: "curl-sh", executable: true)])
    #expect(ending.status == 0, "\(ending)")
    #expect(!ending.output.contains("WRONG"), "\(ending.output)")
  }

  @Test func `an adapter that is not here is exit status 69`() async throws {
    let ending = try await BuiltCommand.run(["doctor", "/nonexistent/program"])
    #expect(ending.status == 69)
    #expect(ending.error.contains("not here"))
  }
}
