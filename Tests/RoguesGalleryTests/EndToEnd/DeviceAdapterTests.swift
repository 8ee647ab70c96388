#if os(Linux)
  import Foundation
  import RoguePlatform
  import TestSupport
  import Testing

  /// The adapters that users copy for their apps: what a device's tools say is never taken for what the app said.
  @Suite(
    .sweep, .timeLimit(.minutes(20)),
    .enabled(
      if: ["/bin/bash", "/usr/bin/perl", "/usr/bin/pgrep"].allSatisfy(FileManager.default.isExecutableFile(atPath:))))
  struct DeviceAdapterTests {
    private static func shipped(_ name: String) throws -> String {
      try String(
        contentsOf: BuiltCommand.root.appendingPathComponent("Adapters/templates/\(name.prefix { $0 != "." })/\(name)"),
        encoding: .utf8)
    }

    /// The file as a user changes it, and tools that fail.
    private static func adapter(
      _ name: String, _ place: TemporaryWorkplace, _ changes: [(line: String, to: String)] = []
    ) throws -> String {
      try place.write(DeviceTools.adb(place), to: "tools/adb", executable: true)
      try place.write(DeviceTools.xcrun(place), to: "tools/xcrun", executable: true)
      var lines = try shipped(name).components(separatedBy: "\n")
      for change in changes {
        let index = try #require(lines.firstIndex { $0.hasPrefix(change.line) })
        lines[index] = change.to
      }
      // Without the time that real devices take, and with the name that the tests' logs have.
      for index in lines.indices {
        lines[index] = lines[index].replacing(#"\"startup\": 20000"#, with: #"\"startup\": 0"#)
      }
      let text = lines.joined(separator: "\n").replacing(/(android|ios)-app/, with: "app")
      return try place.write(text, to: "adapters/app", executable: true)
    }

    private static func path(_ place: TemporaryWorkplace) -> [String: String] {
      ["PATH": "\(place.path("tools")):/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]
    }

    /// An adb server stands there while `body` runs.
    private static func withServer<Result: Sendable>(
      _ place: TemporaryWorkplace, _ body: @Sendable () async throws -> Result
    ) async throws -> Result {
      async let server = ChildCommand(
        program: "/bin/bash",
        arguments: [
          "-c",
          "exec -a 'adb -L tcp:5037 fork-server server --reply-fd 4' /bin/bash -c \"until [ -e '\(place.path("stop"))' ]; do sleep 0.1; done\"",
        ], environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 600_000
      ).run()
      let result: Swift.Result<Result, any Error>
      do {
        // The adapter says that no server runs until this one has its name, which a busy machine delays.
        while await ChildCommand(
          program: "/usr/bin/pgrep", arguments: ["-f", "adb.* fork-server"], deadlineMilliseconds: 10_000
        ).run().ending != .exited(0) { try await Task.sleep(for: .milliseconds(20)) }
        result = .success(try await body())
      } catch { result = .failure(error) }
      try place.write("", to: "stop")
      _ = await server
      return try result.get()
    }

    private static func run(_ place: TemporaryWorkplace, _ program: String) async throws -> BuiltCommand.Ending {
      try await withServer(place) {
        try await place.run(
          [
            "run", "-a", program, "--axes", "tls=1.3,policy=anchor", "--timeout", "5s", "--log",
            place.path("log.jsonl"),
            "--catalogue", BuiltCommand.root.path, "healthy/chain-two-tiers", "trust/unknown-ca",
          ], environment: path(place))
      }
    }

    private static func provesNothing(_ place: TemporaryWorkplace, _ ending: BuiltCommand.Ending, _ words: String)
      throws
    {
      #expect(ending.status == 2, "\(ending)")
      let verdicts = try place.log().words("app")
      #expect(verdicts.isSubset(of: ["inconclusive", "error", "not-run"]) && !verdicts.isEmpty, "\(verdicts)")
      let explanations = try place.log().cases["app"]?.values.map(\.explanation) ?? []
      #expect(explanations.contains { $0.contains(words) }, "\(ending)")
    }

    @Test(arguments: [
      ("none", "no devices/emulators found"), ("two", "more than one device/emulator"),
      ("unauthorized", "device unauthorized."), ("offline", "device offline"), ("missing", "does not exist."),
      ("stuck", "Status: timeout"), ("crash", "it crashed, or the device went"), ("slow", "am start"),
      ("undebuggable", "package not debuggable"), ("garbled", "java.lang.NullPointerException"),
      ("mute", "the app wrote no answer"),
    ])
    func `output of adb never counts as a refusal`(state: String, words: String) async throws {
      let place = try TemporaryWorkplace()
      let program = try Self.adapter("android.sh", place, [("connections=", "connections=anybody")])
      try place.write("device", to: "state")
      try place.write(state, to: "later")
      try place.write("1\n", to: "app.pid")
      try place.write("", to: "ask/kept")
      try Self.provesNothing(place, try await Self.run(place, program), words)
    }

    @Test(arguments: [
      ("none", "no simulator is booted"), ("two", "2 simulators are booted"), ("shutdown", "current state: Shutdown"),
      ("missing", "No such file or directory"), ("denied", "failed to launch"), ("crash", "it crashed"),
      ("slow", "simctl launch"), ("garbled", "Unexpectedly found nil"), ("mute", "the app wrote no answer"),
    ])
    func `output of simctl never counts as a refusal`(state: String, words: String) async throws {
      let place = try TemporaryWorkplace()
      let program = try Self.adapter("ios.sh", place)
      try place.write("booted", to: "state")
      try place.write(state, to: "later")
      try place.write("1\n", to: "app.pid")
      try Self.provesNothing(place, try await Self.run(place, program), words)
    }

    @Test(arguments: [
      ("android.sh", "none", "no devices/emulators found"), ("ios.sh", "none", "no simulator is booted"),
    ])
    func `without a device the run does not begin`(file: String, state: String, words: String) async throws {
      let place = try TemporaryWorkplace()
      let program = try Self.adapter(file, place)
      try place.write(state, to: "state")
      let ending = try await Self.run(place, program)
      #expect(ending.status == 69 && ending.error.contains(words), "\(ending)")
    }

    @Test(arguments: ["run", "doctor"])
    func `the root is made before the app is there, because it is built with it`(verb: String) async throws {
      let place = try TemporaryWorkplace()
      let program = try place.write("#!/bin/sh\necho no app >&2; exit 69\n", to: "adapters/app", executable: true)
      let ending = try await place.run(
        [verb] + (verb == "run" ? ["-a", program, "trust/unknown-ca"] : [program])
          + ["--host", "api.acme.example", "--roots", place.path("root.pem"), "--catalogue", BuiltCommand.root.path])
      #expect(ending.status == 69 && ending.error.contains("made the root"), "\(ending)")
      #expect(place.text("root.pem.crt").contains("BEGIN CERTIFICATE"))
    }

    /// An app with OkHttp or URLSession in its place: it knows its host, its root, and nothing of attempts.
    private static let app = """
      \(PinningApp.functions)
      import glob, os, socket, sys, time, urllib.parse
      place, manner = sys.argv[1:]
      def ask(url):
          to = urllib.parse.urlsplit(url)
          context = ssl.create_default_context(cafile=place + '/root.pem.crt')
          if manner == 'accepts': context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
          try:
              server = socket.create_connection((open(place + '/address').read(), to.port), 5)
              with context.wrap_socket(server, server_hostname=to.hostname) as tls:
                  if manner != 'accepts' and not meets(tls, place + '/pins'): return 'CANCEL other no pin fits'
                  tls.sendall(f"GET {to.path} HTTP/1.1\\r\\nHost: {to.netloc}\\r\\n\\r\\n".encode())
                  said = tls.makefile().read().split()
                  return 'ACCEPT ' + said[-1] if said[1:2] == ['200'] else 'FAILED server ' + ' '.join(said[:2])
          except ssl.SSLCertVerificationError as error: return 'CANCEL other ' + error.verify_message
          except ssl.SSLError as error:
              return ('FAILED server ' if 'ALERT' in str(error) or 'EOF' in str(error) else 'CANCEL protocol ') + str(error)
          except OSError as error: return 'FAILED network ' + str(error)
      os.makedirs(place + '/files', exist_ok=True)
      open(place + '/began', 'w').close()
      while not os.path.exists(place + '/stop'):
          for name in glob.glob(place + '/ask/*.url'):
              url, said = open(name).read(), place + '/files/rogues-' + os.path.basename(name)[:-4]
              os.unlink(name)
              with open(said + '.t', 'w') as file: file.write(ask(url))
              os.rename(said + '.t', said)
          time.sleep(0.01)
      """

    /// From the page: the adapter that it writes, changed as it says, and the roots and pins that its doctor makes.
    private static func begin(
      _ manner: TriggeredClient.Manner, _ installation: FrontEndTests.Installation
    ) async throws -> (client: TriggeredClient, run: String) {
      let place = try await FrontEndTests.workplace(installation)
      try place.write(DeviceTools.adb(place), to: "bin/adb", executable: true)
      try place.write("device", to: "state")
      let blocks = try DocumentBlocks.blocks(of: "docs/guides/devices/android.md").filter { $0.language == "sh" }
      try #require(blocks.count == 2)
      let prepared = try await FrontEndTests.bash(blocks[0].text, in: place, at: place.path("walk"))
      // No adb server runs here, or that of another test.
      #expect(prepared.status != 0, "\(prepared)")
      // The build comes after the roots: it has both CAs and the pins.
      try place.write(try #require(PinningApp.pins(in: prepared.output), "\(prepared)"), to: "pins")
      try place.write(place.text("walk/acme-root.pem.crt"), to: "root.pem.crt")
      var client = TriggeredClient(place: place, level: .network, manner: manner)
      client.app = app
      client.trigger = { client in
        try client.place.write(client.host, to: "address")
        let changes = [
          "connections=": "connections='\(client.rule)'",
          "can=": "can='anchors system-anchors tls1.2 tls1.3 pin.spki.chain'",
        ]
        let lines = client.place.text("walk/Adapters/app/app.sh").components(separatedBy: "\n").map { line in
          changes.first { line.hasPrefix($0.key) }?.value ?? line
        }
        return try client.place.write(lines.joined(separator: "\n"), to: "walk/Adapters/app/app.sh", executable: true)
      }
      return (client, blocks[1].text)
    }

    /// From an empty folder and the installed package or wheel to a gate: an app with a network of its own, at its own host, below roots
    /// that it has.
    @Test(
      .nightly, .enabled(if: TriggeredClient.isPossible(.network), "network namespaces need root"),
      arguments: [
        (TriggeredClient.Manner.verifies, FrontEndTests.Installation.package), (.accepts, .package),
        (.verifies, .wheel),
      ])
    func `the page of Android leads from nothing to a gate in a quarter of an hour`(
      _ manner: TriggeredClient.Manner, _ installation: FrontEndTests.Installation
    ) async throws {
      let begin = Date()
      var (client, line) = try await Self.begin(manner, installation)
      let place = client.place
      client.command = { [line] client in
        // OpenSSL tries no second path, so some controls of these tables prove nothing here.
        let command =
          line.replacing("127.0.0.1:8443", with: "\(client.host):8443").trimmingCharacters(in: .newlines)
          + " --level must --axes tls=1.3 --skip chain/path-table --skip trust/clone-table --log '\(place.path("log.jsonl"))'"
        let ending = try await FrontEndTests.bash(command, in: place, at: place.path("walk"))
        return BuiltCommand.Ending(status: ending.status, output: ending.output, error: "")
      }
      let ending = try await Self.withServer(place) { [client] in try await client.run() }
      let verdicts = try place.log().verdicts("app")
      let count = { (word: String) in verdicts.values.count { $0 == word } }
      #expect(count("pass") > 0 && count("harness-error") == 0 && count("error") == 0, "\(ending)")
      let isJudged = { (scenario: String, word: String) in
        verdicts.contains { $0.key.hasPrefix("\(scenario)[") && $0.value == word }
      }
      #expect(isJudged("trust/unknown-ca", manner == .accepts ? "false-accept" : "pass"), "\(ending)")
      #expect(isJudged("trust/rogue-ca-in-system-store", manner == .accepts ? "false-accept" : "pass"), "\(ending)")
      #expect(ending.status == (manner == .accepts ? 1 : 0), "\(ending)")
      #expect(manner == .accepts || count("false-accept") + count("leak") + count("false-cancel") == 0, "\(ending)")
      let minutes = Date().timeIntervalSince(begin) / 60
      #expect(minutes < 15, "\(minutes) minutes")
    }
  }
#endif
