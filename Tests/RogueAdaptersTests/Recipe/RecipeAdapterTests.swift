import RogueModel
import RoguePlatform
import Testing

@testable import RogueAdapters

private typealias Group = AdapterManifest.ArgumentGroup
private typealias Rule = AdapterManifest.OutcomeRule

private let nowhere = SourceLocation(file: "adapter.yaml", line: 1, column: 1)

private func rule(
  exit: Int? = nil, stderr: String? = nil, stdout: String? = nil, _ meaning: Rule.Meaning
) -> Rule {
  Rule(exitStatus: exit, standardError: stderr, standardOutput: stdout, meaning: meaning, location: nowhere)
}

extension AdapterManifest {
  /// A recipe for a program that answers `--version` with `tool 1.2.3`.
  fileprivate static func sample(
    program: String, capabilities: [Capability] = [], declined: [Capability: String] = [:],
    names: NameMapping = .connectTo, clock: Clock = .own, arguments: [ArgumentGroup] = [],
    environment: [EnvironmentVariable] = [],
    stdin: String? = nil, holds: Bool = false, files: [File] = [], outcomes: [OutcomeRule] = []
  ) -> AdapterManifest {
    var manifest = AdapterManifest(
      name: "tool", summary: "", library: "libtool", programs: ["/nonexistent/tool", program],
      versionProbe: VersionProbe(arguments: ["--version"], after: "tool "), capabilities: capabilities,
      declined: declined, names: names, startupMilliseconds: 0, packages: ["tool-bin"],
      door: .recipe(
        Recipe(
          arguments: arguments, environment: environment, standardInput: stdin, holdsStandardInput: holds,
          files: files, outcomes: outcomes)),
      folder: "/", location: nowhere)
    manifest.clock = clock
    return manifest
  }
}

@Suite struct RecipeAdapterTests {
  let workshop: Workshop

  init() throws { workshop = try Workshop() }

  private func program(_ body: String) throws -> String {
    try workshop.script("if [ \"$1\" = --version ]; then echo 'This is tool 1.2.3 (x)'; exit 1; fi\n\(body)")
  }

  /// The arguments that the program was given, one an entry.
  private func arguments(
    _ groups: [AdapterManifest.ArgumentGroup], capabilities: [Capability] = [], _ attempt: Attempt
  ) async throws -> [String] {
    let program = try program("for argument; do echo \"[$argument]\"; done")
    let manifest = AdapterManifest.sample(program: program, capabilities: capabilities, arguments: groups)
    let report = try await AdapterFactory.adapter(from: manifest).get().perform(attempt)
    return report.standardOutput.split(separator: "\n").map { String($0.dropFirst().dropLast()) }
  }

  @Test func `the program is found and its version read`() throws {
    let description = try AdapterFactory.adapter(from: .sample(program: program("true"))).get().description
    #expect(description.version == "1.2.3")
    #expect(description.door == .recipe)
    #expect(!description.usesProxy)
  }

  @Test func `a version in a file of the folder is read from any working directory`() throws {
    let script = try workshop.script("echo tool 1.2.3")
    let parts = try #require(script.lastIndex(of: "/"))
    var manifest = AdapterManifest.sample(program: "sh")
    manifest.folder = String(script[..<parts])
    let name = String(script[script.index(after: parts)...])
    #expect(!Files.exists(name))
    manifest.versionProbe = .init(arguments: [name], after: "tool ")
    #expect(try AdapterFactory.adapter(from: manifest).get().description.version == "1.2.3")
  }

  @Test func `a missing program is unavailable, with the packages that bring it`() throws {
    let result = AdapterFactory.adapter(from: .sample(program: "no-such-tool"))
    guard case .failure(let unavailable) = result else {
      Issue.record("taken all the same")
      return
    }
    #expect(
      unavailable.description
        == "the program '/nonexistent/tool' or 'no-such-tool' is not installed; apt-get install tool-bin")
    #expect(unavailable.packages == ["tool-bin"])
  }

  @Test(arguments: [
    ("echo other 1.0", "does not say its version as described (after 'tool '), but 'other 1.0'"),
    ("echo the tool is not installed; exit 69", "the tool is not installed; apt-get install tool-bin"),
  ])
  func `a program without a version is unavailable`(script: String, words: String) throws {
    let program = try workshop.script(script)
    guard case .failure(let unavailable) = AdapterFactory.adapter(from: .sample(program: program)) else {
      Issue.record("taken all the same")
      return
    }
    #expect(unavailable.description.contains(words), "\(unavailable.description)")
  }

  @Test func `each part of the policy adds its arguments, in order, and last comes last`() async throws {
    let groups = [
      Group(when: .last, arguments: [.text("{url}")]), Group(when: .always, arguments: [.text("-s")]),
      Group(when: .anchors, arguments: [.text("--anchors")]), Group(when: .stores, arguments: [.text("--stores")]),
      Group(when: .crl, arguments: [.text("--crl")]), Group(when: .staple, arguments: [.text("--staple")]),
      Group(when: .fetch, arguments: [.text("--fetch")]), Group(when: .require, arguments: [.text("--require")]),
      Group(when: .bestEffort, arguments: [.text("--best-effort")]),
      Group(when: .identityPEM, arguments: [.text("--pem")]),
      Group(when: .identityPKCS12, arguments: [.text("--p12")]),
      Group(when: .hostname, arguments: [.text("--name={hostname}")]),
      Group(when: .noHostname, arguments: [.text("--no-name")]), Group(when: .time, arguments: [.text("{time}")]),
      Group(when: .alpn, arguments: [.text("--alpn")]), Group(when: .transparency, arguments: [.text("--ct")]),
    ]
    let url = "https://pinned.rogues.test:1/a3f9"
    #expect(try await arguments(groups, .sample()) == ["-s", "--stores", "--name=pinned.rogues.test", url])
    let full = Attempt.sample(alpn: ["http/1.1"]) { policy in
      policy.anchors = [[1]]
      policy.hostname = nil
      policy.revocation = AttemptPolicy.Revocation(
        mode: .require, methods: [.ocspFetch],
        crls: [AttemptPolicy.NamedCRL(issuer: "root", der: [1])])
      policy.identity = AttemptPolicy.Identity(
        form: .pem, leaf: [1], chain: [], privateKey: [2], password: "")
      policy.time = Timestamp(secondsSince1970: 0)
      policy.transparency = AttemptPolicy.Transparency(logs: [], minimum: 1, operators: 1)
    }
    #expect(
      try await arguments(groups, full) == [
        "-s", "--anchors", "--fetch", "--require", "--pem", "--no-name", "1970-01-01T00:00:00Z",
        "--alpn", "--ct", url,
      ])
    var offline = full
    offline.policy.revocation.allowsNetwork = false
    for (method, argument) in [(AttemptPolicy.Revocation.Method.crl, "--crl"), (.ocspStaple, "--staple")] {
      offline.policy.revocation.methods = [method, .ocspFetch]
      let kept = try await arguments(groups, offline)
      #expect(kept.contains(argument) && !kept.contains("--fetch"))
    }
    let off = Attempt.sample { policy in
      policy.revocation = AttemptPolicy.Revocation(mode: .off, methods: [.crl, .ocspStaple], crls: [])
      policy.identity = AttemptPolicy.Identity(
        form: .pkcs12, leaf: [1], chain: [], privateKey: [2], password: "")
    }
    #expect(try await arguments(groups, off).contains("--p12"))
    #expect(try await arguments(groups, off).allSatisfy { !["--staple", "--require", "--crl"].contains($0) })
  }

  @Test func `pins become one argument or several`() async throws {
    let groups = [
      Group(
        when: .spkiPins,
        arguments: [
          .text("--pins"), .joined(each: "sha256//{base64}", separator: ";"), .repeated(each: ["-p", "{hex}"]),
        ])
    ]
    let pins = [[UInt8]("abc".utf8), []].map { AttemptPolicy.Pin(kind: .spki, position: .leaf, der: $0) }
    let attempt = Attempt.sample {
      $0.pinSets = [.sample(pins, host: "PINNED.rogues.test."), .sample(pins, host: "other")]
    }
    // The digests of "abc" and of nothing are in FIPS 180-4's examples.
    #expect(
      try await arguments(groups, attempt) == [
        "--pins",
        "sha256//ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=;sha256//47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
        "-p", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "-p",
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      ])
  }

  @Test func `braces, files and unknown placeholders`() async throws {
    let groups = [
      Group(when: .always, arguments: [.text("{{x}"), .text("a{port}b{host}c"), .text("{roots}"), .text("{state}")])
    ]
    let given = try await arguments(groups, .sample())
    #expect(given[0] == "{x}")
    #expect(given[1] == "a1bpinned.rogues.testc")
    #expect(given[2].hasSuffix("/a3f9/roots.pem"))
    #expect(given[3].hasSuffix("/state"))
    for template in ["{p12}", "{proxy}", "{crls}", "{nonsense}", "{open"] {
      await #expect(throws: HarnessFailure.self, "\(template)") {
        try await arguments([Group(when: .always, arguments: [.text(template)])], .sample())
      }
    }
  }

  @Test func `a field that the command line cannot express is unsupported, never dropped`() async throws {
    let key = AttemptPolicy.Pin(kind: .spki, position: .leaf, der: [1])
    let certificate = AttemptPolicy.Pin(kind: .certificate, position: .leaf, der: [1])
    let policies: [[AttemptPolicy.PinSet]] = [
      [.sample([])], [.sample([key]), .sample([key])], [.sample([key, certificate])],
      [.sample([key]), .sample([key], host: "rogues.test", includeSubdomains: true)],
    ]
    let program = try program("echo \(someNonce)")
    let groups = [
      Group(when: .spkiPins, arguments: [.repeated(each: ["{hex}"])]),
      Group(when: .certificatePins, arguments: [.repeated(each: ["{der}"])]),
    ]
    let adapter = try AdapterFactory.adapter(from: .sample(program: program, arguments: groups)).get()
    for sets in policies {
      guard case .unsupported = try await adapter.perform(.sample { $0.pinSets = sets }).outcome else {
        Issue.record("\(sets)")
        continue
      }
    }
    // A set for another host does not apply.
    let other = try await adapter.perform(.sample { $0.pinSets = [.sample([key]), .sample([], host: "rogues.test")] })
    #expect(other.outcome == .statement(Statement(said: .accept, nonce: someNonce)))
    // Each of them would have to say good, where one is enough.
    let several = Attempt.sample { policy in
      policy.revocation = AttemptPolicy.Revocation(mode: .require, methods: [.crl, .ocspStaple], crls: [])
    }
    guard case .unsupported(capability: "revocation.ocsp-staple", _) = try await adapter.perform(several).outcome else {
      Issue.record("several methods were taken")
      return
    }
  }

  @Test func `a pin that the recipe has no arguments for is unsupported`() async throws {
    let groups = [Group(when: .spkiPins, arguments: [.repeated(each: ["{hex}"])])]
    let adapter = try AdapterFactory.adapter(
      from: .sample(program: program("echo \(someNonce)"), arguments: groups)
    ).get()
    let pin = AttemptPolicy.Pin(kind: .certificate, position: .ca, der: [1])
    guard
      case .unsupported(let capability, _) = try await adapter.perform(.sample { $0.pinSets = [.sample([pin])] })
        .outcome
    else {
      Issue.record("asked without the pin")
      return
    }
    #expect(capability == "pin.certificate.ca")
  }

  @Test func `a missing capability is reported before any program starts`() async throws {
    let program = try program("touch \(workshop.folder)/started")
    let manifest = AdapterManifest.sample(
      program: program, capabilities: [.tls12], declined: [.revocationCRL: "it has no option for CRLs"])
    let report = try await AdapterFactory.adapter(from: manifest).get().perform(
      .sample(needs: [.tls12, .revocationCRL]))
    #expect(report.outcome == .unsupported(capability: "revocation.crl", why: "it has no option for CRLs"))
    #expect(!Files.exists("\(workshop.folder)/started"))
  }

  @Test(
    arguments: [
      (
        "echo expired certificate >&2; exit 60",
        .statement(Statement(said: .cancel, reason: .expired, phase: .handshake, detail: "expired certificate"))
      ),
      (
        "echo other certificate >&2; exit 60",
        .statement(Statement(said: .cancel, reason: .other, phase: .afterHandshake, detail: "other certificate"))
      ),
      ("echo refused; exit 7", .failed(cause: .network, detail: "refused")),
      // The number of a thread is another in every run.
      ("echo 40B70E95C17F0000:error:0A000126:eof; exit 7", .failed(cause: .network, detail: "error:0A000126:eof")),
      ("echo 0A000126:eof; exit 7", .failed(cause: .network, detail: "0A000126:eof")),
      (
        "echo said on stdout; exit 9",
        .statement(Statement(said: .cancel, reason: .revoked, phase: .handshake, detail: "said on stdout"))
      ),
      (
        "echo head; echo \(someNonce); echo expired >&2; exit 60",
        .statement(Statement(said: .accept, nonce: someNonce))
      ),
      ("printf '\(someNonce)\\r\\n'", .statement(Statement(said: .accept, nonce: someNonce))),
    ] as [(String, AdapterOutcome)])
  func `the first rule that matches decides, and the nonce before all`(body: String, outcome: AdapterOutcome)
    async throws
  {
    let manifest = AdapterManifest.sample(
      program: try program(body),
      outcomes: [
        rule(exit: 60, stderr: "expired", .cancel(.expired, .handshake)),
        rule(exit: 60, .cancel(.other, .afterHandshake)), rule(exit: 7, .failed(.network)),
        rule(stdout: "on stdout", .cancel(.revoked, .handshake)),
      ])
    #expect(try await AdapterFactory.adapter(from: manifest).get().perform(.sample()).outcome == outcome)
  }

  @Test(arguments: [
    "exit 0", "exit 61", "echo x\(someNonce)", "echo \(someNonce)0; exit 61", "echo expired >&2; exit 2",
  ])
  func `an ending that is not listed is an adapter error`(body: String) async throws {
    let manifest = AdapterManifest.sample(
      program: try program(body), outcomes: [rule(exit: 60, stderr: "expired", .cancel(.expired, .handshake))])
    let fault = try #require(try await AdapterFactory.adapter(from: manifest).get().perform(.sample()).outcome.fault)
    #expect(fault.kind == .garbled)
    #expect(fault.detail.contains("no outcome of the recipe matches"))
  }

  @Test func `a crash does not count as a refusal even if its output fits a rule`() async throws {
    let manifest = AdapterManifest.sample(
      program: try program("echo expired >&2; kill -SEGV $$"),
      outcomes: [rule(stderr: "expired", .cancel(.expired, .handshake))])
    let fault = try #require(try await AdapterFactory.adapter(from: manifest).get().perform(.sample()).outcome.fault)
    #expect(fault.kind == .crashed)
  }

  @Test func `environment, input and configuration files are filled in`() async throws {
    let manifest = AdapterManifest.sample(
      program: try program("cat; cat client.cnf; echo \"$TOOL_CA\"; stat -c %a client.cnf"),
      environment: [AdapterManifest.EnvironmentVariable(name: "TOOL_CA", value: "{roots}")],
      stdin: "GET {path} for {host}:{port}\n",
      files: [AdapterManifest.File(name: "client.cnf", content: "ca={roots}\n")])
    let report = try await AdapterFactory.adapter(from: manifest).get().perform(.sample())
    let lines = report.standardOutput.split(separator: "\n").map(String.init)
    #expect(lines[0] == "GET /a3f9 for pinned.rogues.test:1")
    #expect(lines[1] == "ca=\(lines[2])")
    #expect(lines[2].hasSuffix("/roots.pem"))
    #expect(lines[3] == "600")
    let command = try #require(report.command)
    #expect(command.hasPrefix("printf 'GET /a3f9 for pinned.rogues.test:1\\n' | TOOL_CA=/"))
  }

  @Test func `held input ends when the reply is there`() async throws {
    let manifest = AdapterManifest.sample(
      program: try program("(sleep 0.2; echo \(someNonce)) & cat >/dev/null; wait; exit 1"), stdin: "hello\n",
      holds: true)
    let report = try await AdapterFactory.adapter(from: manifest).get().perform(.sample(deadline: 3_600_000))
    #expect(report.outcome == .statement(Statement(said: .accept, nonce: someNonce)))
    #expect((200..<3_600_000).contains(report.milliseconds))
  }

  @Test(.enabled(if: PreloadedLibrary.nssWrapper.path != nil))
  func `names reach loopback through libnss-wrapper`() async throws {
    let manifest = AdapterManifest.sample(
      program: try program("getent hosts pinned.rogues.test other.rogues.test"), names: .nssWrapper)
    let report = try await AdapterFactory.adapter(from: manifest).get().perform(.sample(host: "Pinned.Rogues.test."))
    let lines = report.standardOutput.split(separator: "\n")
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("127.0.0.1") == true)
  }

  @Test(.enabled(if: PreloadedLibrary.faketime.path != nil))
  func `the clock is stopped at the attempt's time, and only if the attempt has one`() async throws {
    let manifest = AdapterManifest.sample(
      program: try program("date +%s; sleep 1.1; date +%s"), capabilities: [.clock], clock: .libfaketime)
    let adapter = try AdapterFactory.adapter(from: manifest).get()
    #expect(adapter.description.capabilities.contains(.clock))
    var attempt = Attempt.sample()
    let before = WallClock.secondsSince1970
    let now = try await adapter.perform(attempt).standardOutput.split(separator: "\n").compactMap { Int64($0) }
    #expect(now.count == 2 && now[0] >= before && now[1] > now[0])
    attempt.policy.time = Timestamp(secondsSince1970: 1_500_000_000)
    #expect(try await adapter.perform(attempt).standardOutput == "1500000000\n1500000000\n")
  }

  /// libfaketime removes its objects where a process exits by itself; one that is killed leaves them to us.
  @Test(.enabled(if: PreloadedLibrary.faketime.path != nil && Files.exists("/dev/shm")))
  func `libfaketime's shared memory is removed with the client, however it ends`() async throws {
    for ending in ["exit 3", "kill -ABRT $$", "exec sleep 600"] {
      // It says its number while its objects are there, and that they are.
      let manifest = AdapterManifest.sample(
        program: try program("echo $$; ls /dev/shm/*faketime*_$$; \(ending)"), capabilities: [.clock],
        clock: .libfaketime)
      let adapter = try AdapterFactory.adapter(from: manifest).get()
      var attempt = Attempt.sample(deadline: 2_000)
      attempt.policy.time = Timestamp(secondsSince1970: 1_500_000_000)
      let lines = try await adapter.perform(attempt).standardOutput.split(separator: "\n")
      let number = try #require(lines.first, "\(ending)")
      #expect(lines.count == 1 + PreloadedLibrary.clockObjects.count, "\(ending): \(lines)")
      for object in PreloadedLibrary.clockObjects { #expect(!Files.exists("\(object)\(number)"), "\(ending)") }
    }
  }

  @Test func `the server's name has the letters of the host and not its final dot`() async throws {
    let arguments = try await arguments(
      [Group(when: .always, arguments: [.text("{sni}"), .text("{host}")])], .sample(host: "Pinned.Rogues.test."))
    #expect(arguments == ["Pinned.Rogues.test", "Pinned.Rogues.test."])
  }
}
