#if os(Linux)
  import Foundation
  import RoguePlatform
  import Testing

  /// Other processes of the machine that come to the servers while a client is judged: they decide nothing, neither for
  /// the client nor against it.
  @Suite(
    .enabled(
      if: ["/usr/bin/curl", "/usr/bin/python3"].allSatisfy(FileManager.default.isExecutableFile(atPath:))))
  struct NeighbourTests {
    /// What the other process does at each port.
    enum Manner: String, Sendable, CaseIterable {
      /// Shakes hands, looks at the certificate and leaves: what a port scanner does.
      case scan
      /// Asks for a page, whatever the server is.
      case get
      /// Says what is no TLS.
      case garbage
      /// Comes more often than any client may.
      case flood
    }

    /// Waits for ports to stand in a file, visits each, and says of each that it was there.
    private static let neighbour = """
      import os, socket, ssl, sys, time
      place, manner = sys.argv[1:]
      seen = set()
      def visit(port):
          s = socket.create_connection(('127.0.0.1', port), 30)
          s.settimeout(30)
          if manner == 'garbage':
              s.sendall(b'not TLS at all ' * 9)
              return s.recv(1)
          c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
          c.check_hostname, c.verify_mode = False, ssl.CERT_NONE
          t = c.wrap_socket(s, server_hostname='pinned.rogues.test')
          if manner != 'scan':
              t.sendall(b'GET / HTTP/1.1\\r\\nHost: x\\r\\n\\r\\n')
              t.recv(1)
          t.close()
      while not os.path.exists(place + '/stop'):
          lines = open(place + '/ports').read().splitlines() if os.path.exists(place + '/ports') else []
          for line in lines:
              if line in seen or not line.endswith('.'): continue
              seen.add(line)
              port = int(line.split()[0])
              for _ in range(30 if manner == 'flood' else 1):
                  try:
                      visit(port)
                      open(place + '/served', 'a').write(line + '\\n')
                  except OSError: pass
              open(place + '/' + line.split()[1] + '.done', 'w').close()
          time.sleep(0.01)
      """

    /// Says where the server is, waits until the neighbour has been there, and goes on.
    private static func waits(_ place: TemporaryWorkplace) -> String {
      "echo \"$ROGUES_PORT $ROGUES_ATTEMPT .\" >> \(place.path("ports")); "
        + "until [ -e \(place.path("$ROGUES_ATTEMPT.done")) ]; do sleep 0.02; done; "
    }

    private static func arguments(_ place: TemporaryWorkplace, _ program: String) -> [String] {
      [
        "run", "-a", program, "-j", "1", "--timeout", "60s", "--axes", "tls=1.3,policy=system", "--log",
        place.path("log.jsonl"), "--catalogue", BuiltCommand.root.path, "healthy/chain-two-tiers", "trust/unknown-ca",
        "time/leaf-expired",
      ]
    }

    private static func run(
      _ place: TemporaryWorkplace, _ manner: Manner, _ program: String, in surroundings: Surroundings = .ordinary
    ) async throws -> BuiltCommand.Ending {
      let script = try place.write(neighbour, to: "neighbour.py")
      async let other = ChildCommand(
        program: "/usr/bin/python3", arguments: [script, place.folder, manner.rawValue],
        environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 600_000
      ).run()
      let result = await surroundings.run(BuiltCommand.program.path, arguments(place, program), in: place)
      try place.write("", to: "stop")
      let ended = await other
      #expect(ended.ending == .exited(0), "\(String(decoding: ended.standardError, as: UTF8.self))")
      guard case .exited(let status) = result.ending else { throw BuiltCommand.Abnormal(ending: result.ending) }
      return BuiltCommand.Ending(
        status: status, output: String(decoding: result.standardOutput, as: UTF8.self),
        error: String(decoding: result.standardError, as: UTF8.self))
    }

    private static let healthy = "healthy/chain-two-tiers[tls=1.3,policy=system]"

    @Test(arguments: Manner.allCases)
    func `a client that never connects gains nothing from a neighbour's connection`(_ manner: Manner) async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter("deaf", Self.waits(place) + "echo CANCEL untrusted")
      let ending = try await Self.run(place, manner, program)
      #expect(ending.status == 2, "\(ending)")
      let log = try place.log()
      #expect(log.words("deaf") == ["inconclusive"])
      #expect(log.verdicts("deaf").count == 3)
      for result in log.cases["deaf"]!.values {
        #expect(result.explanation.hasPrefix("no connection reached the server; "), "\(result)")
      }
      #expect(ending.output.contains("of other processes; they decided nothing: process "), "\(ending.output)")
      #expect(ending.output.contains("(python3)"), "\(ending.output)")
      #expect(place.text("served") == "", "the servers talked to it")
    }

    @Test(arguments: Manner.allCases)
    func `a client that verifies is not blamed for a neighbour's visit`(_ manner: Manner) async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter(
        "slow",
        Self.waits(place) + "n=$(${client%--insecure*}--cacert $ROGUES_DIR/system.pem ${client#*--insecure})"
          + " && echo ACCEPT $n || echo CANCEL other")
      let ending = try await Self.run(place, manner, program)
      #expect(ending.status == 0, "\(ending)")
      let log = try place.log()
      #expect(Set(log.verdicts("slow").values).isSubset(of: ["pass", "deviation"]), "\(log.cases)")
      #expect(log.verdicts("slow")[Self.healthy] == "pass")
      #expect(ending.output.contains("of other processes; they decided nothing"), "\(ending.output)")
      #expect(place.text("served") == "", "the servers talked to it")
    }

    @Test(arguments: [Manner.scan, .get])
    func `if the owner of connections is unknown, a neighbour's are neither a pass nor a leak`(
      _ manner: Manner
    ) async throws {
      let surroundings = Surroundings.withoutNetlink
      let place = try TemporaryWorkplace()
      try await surroundings.require(in: place)
      let program = try place.adapter("deaf", Self.waits(place) + "echo CANCEL untrusted")
      let ending = try await Self.run(place, manner, program, in: surroundings)
      #expect(ending.status == 2, "\(ending)")
      #expect(place.text("served") != "", "the neighbour was never there")
      let log = try place.log()
      #expect(log.words("deaf") == ["inconclusive"])
      #expect(log.verdicts("deaf").count == 3)
      for result in log.cases["deaf"]!.values {
        #expect(result.explanation.hasPrefix("the owner of the connection is unknown"), "\(result)")
      }
      #expect(ending.error.contains("rogues: the owners of connections are unknown here, because "), "\(ending)")
      #expect(!place.text("log.jsonl").contains(#""owner":"adapter""#))
    }

    /// There the numbers in `/proc` are those of others, and a stranger would pass for a child.
    @Test func `with the /proc of another pid namespace no client is judged`() async throws {
      let place = try TemporaryWorkplace()
      try await Surroundings.foreignProc.require(in: place)
      let program = try place.adapter("deaf", Self.waits(place) + "echo CANCEL untrusted")
      let ending = try await Self.run(place, .scan, program, in: .foreignProc)
      #expect(ending.status == 70, "\(ending)")
      #expect(ending.error.contains("/proc is missing, or is that of another pid namespace"), "\(ending)")
      #expect(place.text("log.jsonl") == "")
    }

    @Test func `there an adapter is judged if it declares that all connections count`() async throws {
      let surroundings = Surroundings.withoutNetlink
      let place = try TemporaryWorkplace()
      try await surroundings.require(in: place)
      let judged =
        "n=$(${client%--insecure*}--cacert $ROGUES_DIR/system.pem ${client#*--insecure})"
        + " && echo ACCEPT $n || echo CANCEL other"
      for (rule, status, words) in [
        ("started", 2, ["inconclusive"]), ("started-if-known", 0, ["pass", "deviation"]),
      ] as [(String, Int32, Set<String>)] {
        let program = try place.adapter(rule, judged, connections: rule)
        let result = await surroundings.run(
          BuiltCommand.program.path, Self.arguments(place, program), in: place)
        #expect(result.ending == .exited(status), "\(String(decoding: result.standardOutput, as: UTF8.self))")
        #expect(try place.log().words(rule).isSubset(of: words))
        #expect(
          String(decoding: result.standardError, as: UTF8.self).contains("the owners of connections are unknown here"))
      }
    }

    /// A shell that has started something and then becomes the command leaves it a child that is none of its own.
    @Test func `processes from before the command are neither served nor killed`() async throws {
      let place = try TemporaryWorkplace()
      let script = try place.write(Self.neighbour, to: "neighbour.py")
      let program = try place.adapter("deaf", Self.waits(place) + "echo CANCEL untrusted")
      let result = await ChildCommand(
        program: "/bin/sh",
        arguments: [
          "-c", #"/usr/bin/python3 "$1" "$2" scan & shift 2; exec "$@""#, "sh", script, place.folder,
          BuiltCommand.program.path,
        ] + Self.arguments(place, program),
        environment: ["PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary],
        workingDirectory: place.folder, deadlineMilliseconds: 1_200_000
      ).run()
      #expect(result.ending == .exited(2), "\(String(decoding: result.standardOutput, as: UTF8.self))")
      #expect(try place.log().words("deaf") == ["inconclusive"])
      #expect(place.text("served") == "")
      // It has visited every server, which a dead one cannot have done.
      #expect(place.text("ports").split(separator: "\n").count >= 3)
    }

    @Test func `the log names the owner of each connection`() async throws {
      let place = try TemporaryWorkplace()
      let program = try place.adapter("plain", "echo ACCEPT $($client)")
      let ending = try await place.run([
        "compare", "-q", "--axes", "tls=1.3,policy=system", "--log", place.path("log.jsonl"), "-s",
        "healthy/chain-two-tiers", "-s", "healthy/http-proxy", "-a", program, "-a", "reference", "-a", "curl",
      ])
      #expect(ending.status == 0, "\(ending)")
      var owners: [String: Set<String>] = [:]
      for line in try place.log().lines where line["type"] as? String == "case" {
        for step in try #require(line["steps"] as? [[String: Any]]) {
          let seen = try #require(step["observation"] as? [String: Any])
          for connection in try #require(seen["connections"] as? [[String: Any]]) {
            let key = "\(try #require(line["adapter"] as? String)) \(try #require(line["scenario"] as? String))"
            owners[key, default: []].insert(try #require(connection["owner"] as? String))
          }
          #expect(seen["droppedCount"] as? Int == 0)
        }
      }
      #expect(owners["plain healthy/chain-two-tiers"] == ["adapter"])
      #expect(owners["curl healthy/chain-two-tiers"] == ["adapter"])
      #expect(owners["reference healthy/chain-two-tiers"] == ["harness"])
      // The proxy's own leg; whose the connection to the proxy was was asked there.
      #expect(owners["curl healthy/http-proxy"] == ["harness"])
    }
  }
#endif
