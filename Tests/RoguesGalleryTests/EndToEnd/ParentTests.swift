#if os(Linux)
  import Foundation
  import Testing

  /// `--adapter -`: the program that started the command is the client, and answers through the command's standard streams.
  @Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  struct ParentTests {
    /// What the program does with an attempt.
    enum Manner: String, Sendable, CaseIterable {
      case verifies, accepts, refuses
      /// Answers each attempt with another nonce.
      case invents
      /// Answers no attempt.
      case waits
      /// Answers after the deadline, with a refusal.
      case dawdles
      /// Leaves at the first attempt of a rogue.
      case leaves
      /// A process that it did not start connects for it.
      case delegates
    }

    private static let parent = """
      import json, os, socket, ssl, subprocess, sys, time
      manner, command = sys.argv[1], sys.argv[2:]
      CAN = ['anchors', 'tls1.2', 'tls1.3']
      relay = None
      if manner == 'delegates':
          # The shell ends, so that the relay descends from nothing here.
          relay = subprocess.run(['sh', '-c', 'python3 -c "$0" </dev/null &', os.environ['RELAY']], stdout=subprocess.PIPE).stdout
      rogues = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      seen = 0
      def connect(to):
          if not relay: return socket.create_connection((to['address'], to['port']))
          way = socket.create_connection(('127.0.0.1', int(relay)))
          way.sendall(f"{to['port']:05}".encode())
          return way
      def ask(attempt):
          to, policy = attempt['connect'], attempt['policy']
          context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
          if manner == 'accepts': context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
          for name in [policy['anchors']] if policy['anchors'] else [policy['systemAnchors'], policy['userAnchors']]:
              if name: context.load_verify_locations(attempt['directory'] + '/' + name)
          try:
              with context.wrap_socket(connect(to), server_hostname=to['host']) as tls:
                  tls.sendall(f"GET {to['path']} HTTP/1.1\\r\\nHost: {to['host']}:{to['port']}\\r\\n\\r\\n".encode())
                  return {'type': 'statement', 'disposition': 'accept', 'nonce': tls.makefile().read().split()[-1]}
          except ssl.SSLCertVerificationError: return REFUSAL
          except OSError as error: return {'type': 'failed', 'cause': 'network', 'detail': str(error)}
      REFUSAL = {'type': 'statement', 'disposition': 'cancel'}
      def answer(attempt):
          global seen
          if attempt['type'] == 'hello':
              return {'type': 'ready', 'protocol': 1, 'adapter': 'own', 'library': {'name': 'ssl', 'version': '1'}, 'capabilities': CAN}
          for word in attempt['needs']:
              if word not in CAN: return {'type': 'unsupported', 'id': attempt['id'], 'capability': word}
          seen += 1
          if manner == 'leaves' and seen > 1: sys.exit(9)
          if manner == 'waits': return None
          if manner == 'dawdles': time.sleep(attempt['deadlineMilliseconds'] / 1000 + 2.5)
          if manner == 'invents': ask(attempt)
          said = {'invents': {'type': 'statement', 'disposition': 'accept', 'nonce': '0' * 32}, 'refuses': REFUSAL, 'dawdles': REFUSAL}
          return {'id': attempt['id']} | (said.get(manner) or ask(attempt))
      for line in rogues.stdout:
          asked = json.loads(line)
          if asked['type'] == 'bye': break
          said = answer(asked)
          if not said: continue
          rogues.stdin.write((json.dumps(said) + '\\n').encode())
          rogues.stdin.flush()
      rogues.stdin.close()
      sys.exit(rogues.wait())
      """

    /// Connects to the port that it is told first; ends by itself.
    private static let relay = """
      import os, socket, threading
      door = socket.create_server(('127.0.0.1', 0))
      door.settimeout(60)
      print(door.getsockname()[1], flush=True)
      os.close(1); os.close(2)
      def copy(a, b):
          try:
              while data := a.recv(65536): b.sendall(data)
          except OSError: pass
          try: b.shutdown(socket.SHUT_RDWR)
          except OSError: pass
      while True:
          way = door.accept()[0]
          on = socket.create_connection(('127.0.0.1', int(way.recv(5))))
          for pair in (way, on), (on, way): threading.Thread(target=copy, args=pair, daemon=True).start()
      """

    private func run(
      _ manner: Manner, _ arguments: [String] = [], in place: TemporaryWorkplace
    ) async throws -> BuiltCommand.Ending {
      let file = try place.write(Self.parent, to: "parent.py")
      let command = [BuiltCommand.program.path, "run", "-a", "-", "--log", place.path("log.jsonl"), "--timeout", "1s"]
      return try await place.run(
        [file, manner.rawValue] + command + (arguments.isEmpty ? ["trust/unknown-ca"] : arguments),
        environment: ["RELAY": Self.relay], program: URL(fileURLWithPath: "/usr/bin/python3"))
    }

    @Test func `the program that started the command is judged`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await run(.verifies, in: place)
      #expect(ending.status == 0, "\(ending)")
      #expect(try place.log().words("own") == ["pass", "unsupported"])
      // Standard output belongs to the conversation.
      #expect(ending.error.contains("1 scenario: 1 pass"), "\(ending)")
      #expect(!ending.output.contains("pass"), "\(ending)")
    }

    @Test func `one that accepts everything is caught`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await run(.accepts, in: place)
      #expect(ending.status == 1, "\(ending)")
      #expect(ending.error.contains("FALSE-ACCEPT"), "\(ending)")
    }

    @Test(arguments: [Manner.refuses, .invents, .waits, .dawdles, .leaves])
    func `a client that reports only false results passes nothing`(_ manner: Manner) async throws {
      let place = try TemporaryWorkplace()
      let ending = try await run(manner, in: place)
      #expect(ending.status != 0, "\(ending)")
      if manner != .leaves { #expect(!(try place.log().words("own")).contains("pass"), "\(ending)") }
    }

    @Test func `cases that a client lacks are unsupported, and the status says so`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await run(.verifies, ["trust/unknown-ca", "--axes", "policy=leaf-spki"], in: place)
      #expect(ending.status == 4, "\(ending)")
      #expect(ending.error.contains("pin.spki.leaf"), "\(ending)")
    }

    @Test func `a connection of a process that it did not start is dropped`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await run(.delegates, in: place)
      #expect(ending.status == 2, "\(ending)")
      #expect(ending.error.contains("they decided nothing: "), "\(ending)")
      #expect(try place.log().words("own") == ["inconclusive", "unsupported"], "\(ending)")
    }

    @Test func `without pipes there is an error with a way out`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await place.run(["run", "-a", "-", "trust/unknown-ca"])
      #expect(ending.status == 69, "\(ending)")
      #expect(ending.error.contains("it has closed its end of standard input"), "\(ending)")
      let twice = try await place.run(["run", "-a", "-", "--log", "-", "trust/unknown-ca"])
      #expect(twice.status == 64 && twice.error.contains("let --log and --report write to files"), "\(twice)")
    }
  }
#endif
