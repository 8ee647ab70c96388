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

    private static func run(_ place: TemporaryWorkplace, _ manner: Manner, _ program: String) async throws
      -> BuiltCommand.Ending
    {
      let script = try place.write(neighbour, to: "neighbour.py")
      async let other = ChildCommand(
        program: "/usr/bin/python3", arguments: [script, place.folder, manner.rawValue],
        environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 600_000
      ).run()
      let ending = try await place.run([
        "run", "-a", program, "-j", "1", "--timeout", "60s", "--axes", "tls=1.3,policy=system", "--log",
        place.path("log.jsonl"), "healthy/chain-two-tiers", "trust/unknown-ca", "time/leaf-expired",
      ])
      try place.write("", to: "stop")
      let ended = await other
      #expect(ended.ending == .exited(0), "\(String(decoding: ended.standardError, as: UTF8.self))")
      #expect(place.text("served") == "", "the servers talked to it")
      return ending
    }

    private static let healthy = "healthy/chain-two-tiers[tls=1.3,policy=system]"

    @Test(arguments: Manner.allCases)
    func `a client that never connects earns nothing by a neighbour's visit`(_ manner: Manner) async throws {
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
    }

    @Test func `whose each connection is stands in the log`() async throws {
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
