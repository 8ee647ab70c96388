import RogueModel
import RoguePlatform
import Testing

@testable import RogueAdapters

/// A script of the exec contract that answers `ROGUES_HELLO=1` properly and otherwise does as told.
private func adapter(_ workshop: Workshop, _ body: String) async throws -> any Adapter {
  let ready =
    #"{"type":"ready","protocol":1,"adapter":"mine","library":{"name":"sh","version":"7"},"#
    + #""capabilities":["tls1.3","anchors"],"declined":[{"capability":"tofu","why":"no store"}],"maxInFlight":1}"#
  let program = try workshop.script("if [ \"$ROGUES_HELLO\" ]; then echo '\(ready)'; exit 0; fi\n\(body)")
  return try await AdapterFactory.program(path: program).get()
}

@Suite struct ExecAdapterTests {
  let workshop: Workshop

  init() throws { workshop = try Workshop() }

  @Test func `a program describes itself for ROGUES_HELLO`() async throws {
    let description = try await adapter(workshop, "exit 1").description
    #expect(description.name == "mine")
    #expect(description.door == .exec)
    #expect(description.library == "sh")
    #expect(description.version == "7")
    #expect(description.capabilities == [.tls13, .anchors])
    #expect(description.declined == [.tofu: "no store"])
    #expect(!description.isControl)
  }

  /// A program that declares these capabilities and says this of the fields of attempts.
  private func claiming(_ capabilities: String, _ fields: String) async throws -> Result<
    any Adapter, AdapterUnavailable
  > {
    let ready =
      #"{"type":"ready","protocol":1,"adapter":"mine","library":{"name":"sh","version":"7"},"#
      + #""capabilities":[\#(capabilities)],\#(fields)}"#
    return await AdapterFactory.program(path: try workshop.script("cat <<'END'\n\(ready)\nEND"))
  }

  private static let connecting =
    #""connect.host":"h","connect.address":"a","connect.port":"p","connect.path":"p","policy.systemAnchors":"s""#
    + #","policy.userAnchors":"u","policy.hostname":"n""#

  @Test(
    arguments: [
      (#"{"openssl":"3.0.17","python-ssl":""}"#, nil), (#"["openssl"]"#, "the stacks of its library are not an object"),
      (#"{"openssl":3}"#, "the stack 'openssl' has no version"),
    ] as [(String, String?)])
  func `a program may name its stack`(stacks: String, complaint: String?) async throws {
    let ready =
      #"{"type":"ready","protocol":1,"adapter":"mine","library":{"name":"sh","version":"7","stacks":\#(stacks)},"#
      + #""capabilities":["tls1.3"]}"#
    switch await AdapterFactory.program(path: try workshop.script("cat <<'END'\n\(ready)\nEND")) {
    case .success(let adapter):
      #expect(complaint == nil)
      #expect(adapter.description.stacks == ["openssl": "3.0.17", "python-ssl": ""])
    case .failure(let error):
      #expect(complaint.map { error.description.contains($0) } == true, "\(error.description)")
    }
  }

  @Test func `a program may declare how fields reach its validator, and which are fixed`() async throws {
    let fields = #""applies":{\#(Self.connecting)},"fixed":{"tls.maximum":"1.3","tls.minimum":"1.2"}"#
    let description = try await claiming(#""tls1.3""#, fields).get().description
    #expect(description.configuration?.fixed == [.maximumTLS: "1.3", .minimumTLS: "1.2"])
    #expect(description.configuration?.applied[.hostname] == "n")
    #expect(try await claiming(#""tls1.3""#, #""fixed":null"#).get().description.configuration == nil)
  }

  @Test(arguments: [
    (#""tls1.3""#, #""applies":[]"#, "the applies of its ready object is not an object"),
    (
      #""tls1.3""#, #""fixed":{"tls.minimun":"1.2"}"#,
      "'tls.minimun', which no attempt has; did you mean 'tls.minimum' or 'tls.maximum'?"
    ),
    (#""tls1.3""#, #""applies":{"tls.alpn":true}"#, "the applies of its ready object has no text for 'tls.alpn'"),
    (#""tls1.3""#, #""applies":{"policy.time":"t"}"#, "'policy.time' is applied, but no capability declares it"),
    (#""tls1.3""#, #""applies":{"tls.alpn":"a"},"fixed":{"tls.alpn":"b"}"#, "'tls.alpn' is also applied"),
    (#""tls1.3","anchors""#, #""fixed":{"tls.alpn":"b"}"#, "'anchors' is declared, but 'applies' does not say how"),
    (#""tls1.3""#, #""fixed":{"tls.alpn":"b"}"#, "neither 'applies' nor 'fixed' has 'connect.host', "),
  ])
  func `a program's statements about fields must be complete and match its capabilities`(
    capabilities: String, fields: String, words: String
  ) async throws {
    guard case .failure(let unavailable) = try await claiming(capabilities, fields) else {
      Issue.record("taken all the same")
      return
    }
    #expect(unavailable.description.contains(words), "\(unavailable)")
  }

  @Test func `a program that is a link is started by the link's name`() async throws {
    let ready =
      #"{"type":"ready","protocol":1,"adapter":"called","library":{"name":"sh","version":"7"},"capabilities":["tls1.3"]}"#
    let program = try workshop.script("case $0 in */called) echo '\(ready)' ;; esac")
    let link = "\(workshop.folder)/called"
    try Files.replaceLink(link, to: program)
    #expect(try await AdapterFactory.program(path: link).get().description.name == "called")
  }

  @Test(arguments: [
    ("exit 1", "exit status 1"), ("echo no pinner here >&2; exit 1", "exit status 1, and said 'no pinner here'"),
    ("echo hello", "printed 'hello'; expected one JSON object"), ("true", "printed nothing; expected one JSON object"),
    ("echo '{\"type\":\"hello\"}'", "has not the type ready"),
    ("echo '{\"type\":\"ready\",\"protocol\":2}'", "does not speak protocol 1"),
    ("echo '{\"type\":\"ready\",\"protocol\":1}'", "names no adapter"), ("kill -9 $$", "SIGKILL"),
  ])
  func `a program that does not describe itself is unavailable, with a reason`(
    body: String, words: String
  ) async throws {
    let program = try workshop.script(body)
    let result = await AdapterFactory.program(path: program)
    guard case .failure(let unavailable) = result else {
      Issue.record("taken all the same")
      return
    }
    #expect(unavailable.description.contains(words), "\(unavailable)")
  }

  @Test(arguments: [
    ("", ConnectionRule.started), (#""connections":"started","#, .started),
    (#""connections":"started-if-known","#, ConnectionRule(.startedIfKnown)),
    (#""connections":"parent","#, ConnectionRule(.parent)), (#""connections":"parent 7","#, nil),
    (#""connections":"address 10.0.2.15","#, ConnectionRule(.address, "10.0.2.15")),
    (#""connections":"nobody","#, nil), (#""connections":"address","#, nil), (#""connections":true,"#, nil),
  ])
  func `a program declares whose connections count`(words: String, rule: ConnectionRule?) async throws {
    let ready =
      #"{"type":"ready","protocol":1,"adapter":"a",\#(words)"library":{"name":"sh","version":"7"},"capabilities":[]}"#
    switch await AdapterFactory.program(path: try workshop.script("echo '\(ready)'")) {
    case .success(let adapter): #expect(adapter.description.connections == rule)
    case .failure(let unavailable):
      #expect(rule == nil && unavailable.description.contains(ConnectionRule.grammar), "\(unavailable)")
    }
  }

  @Test func `a path without a program behind it is unavailable`() async throws {
    try Files.write("text", to: "\(workshop.folder)/text", mode: 0o644)
    for (path, words) in [("/nonexistent", "No such file"), ("\(workshop.folder)/text", "not an executable program")] {
      guard case .failure(let unavailable) = await AdapterFactory.program(path: path) else {
        Issue.record("taken all the same")
        continue
      }
      #expect(unavailable.description.contains(words), "\(unavailable)")
    }
  }

  @Test func `the answer comes with both streams and a command to run again`() async throws {
    let adapter = try await adapter(workshop, "echo debug >&2; echo 'CANCEL expired not after 2001'")
    let report = try await adapter.perform(.sample())
    #expect(
      report.outcome == .statement(Statement(said: .cancel, reason: .expired, detail: "not after 2001")))
    #expect(report.standardError == "debug\n")
    let command = try #require(report.command)
    #expect(command.contains("ROGUES_PORT=1 "))
    #expect(await workshop.shell(command).hasSuffix("CANCEL expired not after 2001\n"))
  }

  @Test func `an exit status other than 0 makes any answer inconclusive`() async throws {
    let adapter = try await adapter(workshop, "echo CANCEL expired; exit 2")
    let fault = try #require(try await adapter.perform(.sample()).outcome.fault)
    #expect(fault.kind == .garbled)
    #expect(fault.detail.contains("exit status 2"))
  }

  @Test(
    arguments: [
      ("kill -SEGV $$", .crashed, "signal 11 (SIGSEGV)"), ("echo nonsense", .garbled, "'nonsense'"),
      ("true", .garbled, "printed nothing"), ("yes", .flooded, "without end"),
      ("echo CANCEL expired; sleep 600", .hung, "still running"),
    ] as [(String, AdapterFault.Kind, String)])
  func `a broken program is a fault of its kind`(body: String, kind: AdapterFault.Kind, words: String) async throws {
    let program = try workshop.script(body)
    let door = ExecDoor(program: program, arguments: [], graceMilliseconds: 100)
    let description = AdapterDescription(name: "x", door: .exec, library: "", version: "", capabilities: [])
    let deadline = kind == .hung ? 400 : 3_600_000
    let report = try await ChildAdapter(description: description, door: door).perform(.sample(deadline: deadline))
    let fault = try #require(report.outcome.fault)
    #expect(fault.kind == kind)
    #expect(fault.detail.contains(words), "\(fault)")
  }

  @Test func `a program that vanished is not started`() async throws {
    let adapter = try await adapter(workshop, "true")
    try Files.removeTree("\(workshop.folder)/program")
    let fault = try #require(try await adapter.perform(.sample()).outcome.fault)
    #expect(fault.kind == .notStarted)
  }

  @Test func `the attempt arrives as JSON, in variables and in the working folder`() async throws {
    let adapter = try await adapter(
      workshop, "cat; echo; pwd; echo \"$ROGUES_DIR|$ROGUES_STATE\"; ls; env | sort >&2; echo CANCEL other")
    let report = try await adapter.perform(.sample { $0.anchors = [[4, 5]] })
    let lines = report.standardOutput.split(separator: "\n").map(String.init)
    let json = try JSON(parsing: try #require(lines.first))
    #expect(json["type"]?.string == "attempt")
    #expect(json["id"]?.string == "a3f9")
    #expect(json["connect"]?["port"]?.integer == 1)
    #expect(json["policy"]?["anchors"]?.string == "anchors.pem")
    #expect(json["policy"]?["userAnchors"] == .null)
    #expect(lines[2].hasPrefix(lines[1]))
    #expect(lines.contains("anchors.pem"))
    #expect(lines.contains("system.pem"))
    let variables = report.standardError.split(separator: "\n").map { $0.prefix { $0 != "=" } }
    let own = variables.filter { !$0.hasPrefix("ROGUES_") }
    #expect(
      Set(own) == [
        "PATH", "HOME", "LANG", "TMPDIR", "PWD", "OPENSSL_CONF", "GNUTLS_SYSTEM_PRIORITY_FILE",
        "NSS_IGNORE_SYSTEM_POLICY",
      ])
    #expect(
      Set(variables.filter { $0.hasPrefix("ROGUES_") }) == [
        "ROGUES_PROTOCOL", "ROGUES_ATTEMPT", "ROGUES_NEEDS", "ROGUES_HOST", "ROGUES_ADDRESS", "ROGUES_PORT",
        "ROGUES_PATH",
        "ROGUES_URL", "ROGUES_PROXY", "ROGUES_DIR", "ROGUES_STATE", "ROGUES_DEADLINE_MS", "ROGUES_CHILD_TAG",
      ])
  }

  @Test func `attempts share state and HOME within a conversation and nothing beyond`() async throws {
    let adapter = try await adapter(
      workshop,
      "cat $ROGUES_STATE/seen $HOME/seen; echo $ROGUES_ATTEMPT | tee $ROGUES_STATE/seen $HOME/seen >/dev/null\n"
        + "echo \"$ROGUES_STATE\"; echo CANCEL other")
    let reports = try await adapter.withConversation("c1") { conversation in
      [
        try await conversation.perform(.sample(id: "one")).standardOutput,
        try await conversation.perform(.sample(id: "two")).standardOutput,
      ]
    }
    let second = reports[1].split(separator: "\n")
    #expect(second.prefix(2) == ["one", "one"])
    #expect(!Files.exists(String(second[2])))
    let other = try await adapter.perform(.sample(id: "three")).standardOutput.split(separator: "\n")
    #expect(other.count == 2)
    #expect(other[0] != second[2])
  }

  @Test func `an error in a conversation is rethrown, and its folder is removed`() async throws {
    struct Trouble: Error {}
    let adapter = try await adapter(workshop, "echo $ROGUES_STATE > \(workshop.folder)/seen; echo CANCEL other")
    await #expect(throws: Trouble.self) {
      try await adapter.withConversation("c1") { conversation in
        _ = try await conversation.perform(.sample())
        throw Trouble()
      }
    }
    let state = String(decoding: try Files.read("\(workshop.folder)/seen"), as: UTF8.self).split(separator: "\n")[0]
    #expect(!Files.exists(String(state)))
  }

  @Test func `a cancelled run is a cancellation, not a verdict`() async throws {
    let adapter = try await adapter(workshop, "sleep 600")
    let task = Task { try await adapter.perform(.sample(deadline: 3_600_000)) }
    try await Task.sleep(for: .milliseconds(200))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
