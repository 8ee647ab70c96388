#if os(Linux)
  import Foundation
  import RoguePlatform

  /// A client that runs before the command does, as an app does in an emulator, and an adapter that only asks it to connect:
  /// a stand-in for `adb`, `simctl`, a test hook.
  struct TriggeredClient {
    /// How the client is declared, from strict to loose.
    enum Level: String, Sendable, CaseIterable {
      case process = "pid-file", cgroup, network, user, address, anybody
    }

    /// What the client does when it is asked.
    enum Manner: String, Sendable, CaseIterable {
      /// Verifies with the roots that it is handed.
      case verifies
      /// Accepts everything.
      case accepts
      /// Ends every handshake, whatever the server is.
      case refuses
      /// Goes to the first server that it was ever told of, and refuses.
      case strays
      /// Shakes hands, looks, and leaves; then the adapter says that the app has refused.
      case looks
      /// Sends data of its own to every server; then the adapter says that the app has refused.
      case talks
    }

    let place: TemporaryWorkplace
    let level: Level
    let manner: Manner
    /// Whether the client is what the adapter declares.
    var isDeclared = true
    /// With a network of its own.
    var isElsewhere = false
    /// Instead of the usual client, which reads attempts: a program in Python.
    var app = Self.usualApp
    /// Instead of the usual adapter.
    var trigger: (@Sendable (TriggeredClient) throws -> String)?
    /// Instead of the usual run.
    var command: (@Sendable (TriggeredClient) async throws -> BuiltCommand.Ending)?

    static let usualApp = """
      import glob, json, os, socket, ssl, sys, time
      place, manner = sys.argv[1:]
      first = []
      def ask(attempt):
          to = attempt['connect']
          first.append((to['address'], to['port']))
          context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
          if manner in ('accepts', 'looks', 'talks'): context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
          if manner == 'verifies': context.load_verify_locations(cadata=attempt['roots'])
          try:
              server = socket.create_connection(first[0] if manner == 'strays' else first[-1], 5)
              with context.wrap_socket(server, server_hostname=to['host']) as tls:
                  path = '/of-my-own' if manner == 'talks' else to['path']
                  if manner != 'looks':
                      tls.sendall(f"GET {path} HTTP/1.1\\r\\nHost: {to['host']}:{to['port']}\\r\\n\\r\\n".encode())
                      said = tls.makefile().read().split()
                      if said[1:2] == ['200']: return 'ACCEPT ' + said[-1]
          except ssl.SSLCertVerificationError: return 'CANCEL other'
          except OSError as error: return 'CANCEL other' if manner == 'strays' else 'FAILED network ' + str(error)
          return 'CANCEL other'
      open(place + '/began', 'w').close()
      while not os.path.exists(place + '/stop'):
          for name in glob.glob(place + '/ask/*.json'):
              attempt = json.load(open(name))
              os.unlink(name)
              open(place + '/said/t', 'w').write(ask(attempt))
              os.rename(place + '/said/t', place + '/said/' + attempt['id'])
          time.sleep(0.01)
      """

    /// Tells the client of the attempt, and says what it said.
    private var usualTrigger: String {
      """
      #!/usr/bin/python3
      import json, os, sys, time
      place = '\(place.folder)'
      if os.environ.get('ROGUES_HELLO'):
          print(json.dumps({'type': 'ready', 'protocol': 1, 'adapter': 'app', 'library': {'name': 'ssl', 'version': '1'},
              'connections': open(place + '/rule').read(), 'capabilities': ['anchors', 'tls1.2', 'tls1.3']}))
          sys.exit()
      attempt = json.load(sys.stdin)
      policy = attempt['policy']
      names = [policy['anchors']] if policy['anchors'] else [policy['systemAnchors'], policy['userAnchors']]
      attempt['roots'] = ''.join(open(name).read() for name in names if name)
      with open(place + '/ask/t', 'w') as file: json.dump(attempt, file)
      os.rename(place + '/ask/t', place + '/ask/' + attempt['id'] + '.json')
      until, said = time.time() + attempt['deadlineMilliseconds'] / 1000, place + '/said/' + attempt['id']
      while not os.path.exists(said):
          if time.time() > until: sys.exit(print('FAILED timeout the app did not answer'))
          time.sleep(0.01)
      print('CANCEL other the app has refused' if '\(manner.rawValue)' in ('looks', 'talks') else open(said).read())
      """
    }

    // MARK: The client's surroundings

    /// Of the test's network, which no other test has.
    private let number = Int.random(in: 0..<60_000)
    var host: String { "10.\(213 + number / 15_000).\(number / 64 % 250).\(number % 64 * 4 + 1)" }
    private var guest: String { "10.\(213 + number / 15_000).\(number / 64 % 250).\(number % 64 * 4 + 2)" }
    private var group: String { "/rogues-test-\(number)" }
    private static let groups = ["/sys/fs/cgroup/cgroup.procs", "/sys/fs/cgroup/pids/cgroup.procs"].first {
      FileManager.default.fileExists(atPath: $0)
    }.map { String($0.dropLast("/cgroup.procs".count)) }
    private static let user = 41_213

    /// Whether this machine lets a test make such surroundings.
    static func isPossible(_ level: Level) -> Bool {
      let tools = ["/usr/bin/setpriv", "/usr/bin/unshare", "/usr/sbin/ip"]
      guard getuid() == 0, tools.allSatisfy(FileManager.default.isExecutableFile(atPath:)) else {
        return [.process, .address, .anybody].contains(level)
      }
      return level != .cgroup || groups != nil
    }

    var rule: String {
      switch level {
      case .process: "pid-file \(place.path(isDeclared ? "app.pid" : "other.pid"))"
      case .cgroup: "cgroup \(group)"
      case .network: "network /proc/\(place.text(isDeclared ? "app.pid" : "other.pid").prefix { $0.isNumber })/ns/net"
      case .user: "user \(Self.user)"
      case .address: "address \(isDeclared ? (needsNetwork ? guest : "127.0.0.1") : "127.0.0.9")"
      case .anybody: "anybody"
      }
    }

    private var needsNetwork: Bool { isElsewhere || level == .network && isDeclared }

    /// Starts the client: its number is in a file, and it is what is declared. Another process is there, which is idle.
    private var launcher: String {
      let python = "exec /usr/bin/python3 '\(place.path("app.py"))' '\(place.folder)' \(manner.rawValue)"
      let enter = level == .cgroup ? "echo $$ > \(Self.groups ?? "")\(group)/cgroup.procs; " : ""
      let user = level == .user && isDeclared
      let become =
        user ? "exec setpriv --reuid \(Self.user) --regid \(Self.user) --clear-groups sh -c \"\(python)\"" : python
      let network =
        "until [ -e \(place.path("wired")) ]; do sleep 0.02; done; ip addr add \(guest)/30 dev v\(number); "
        + "ip link set v\(number) up; "
      let start = "echo $$ > \(place.path("app.pid")); \(isDeclared ? enter : "")"
      let idle =
        "\(level == .network ? "unshare -n " : "")sh -c 'echo $$ > \(place.path("other.pid")); \(isDeclared ? "" : enter)"
        + "exec sleep 1000' & other=$!\n"
      let make = level == .cgroup ? "mkdir \(Self.groups ?? "")\(group)\n" : ""
      guard needsNetwork else {
        return make + idle + "sh -c '\(start)\(become)' & app=$!; wait $app; kill $other\n"
      }
      return make + idle + """
        unshare -n sh -c '\(start)\(network)\(become)' & app=$!
        until [ -s \(place.path("app.pid")) ]; do sleep 0.02; done
        ip link add h\(number) type veth peer name v\(number)
        ip link set v\(number) netns $(cat \(place.path("app.pid")))
        ip addr add \(host)/30 dev h\(number); ip link set h\(number) up; touch \(place.path("wired"))
        wait $app; kill $other

        """
    }

    // MARK: The run

    static let scenarios = ["healthy/chain-two-tiers", "trust/unknown-ca", "time/leaf-expired"]

    /// Starts the client, runs the command, and ends the client.
    func run(
      _ arguments: [String] = [], asking: [String] = ["--axes", "tls=1.3,policy=anchor"] + Self.scenarios,
      environment: [String: String] = [:]
    ) async throws -> BuiltCommand.Ending {
      try place.write(app, to: "app.py")
      for folder in ["ask", "said"] {
        try FileManager.default.createDirectory(atPath: place.path(folder), withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.path(folder))
      }
      try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: place.folder)
      let launcher = try place.write(launcher, to: "launcher.sh")
      async let client = ChildCommand(
        program: "/bin/sh", arguments: [launcher], environment: ["PATH": "/usr/sbin:/usr/bin:/bin"],
        deadlineMilliseconds: 600_000
      ).run()
      while ["began", "app.pid", "other.pid"].contains(where: {
        !FileManager.default.fileExists(atPath: place.path($0))
      }) {
        try await Task.sleep(for: .milliseconds(10))
      }
      try place.write(rule, to: "rule")
      let program = try trigger?(self) ?? place.write(usualTrigger, to: "adapters/app", executable: true)
      if let command {
        let result: Result<BuiltCommand.Ending, any Error>
        do { result = .success(try await command(self)) } catch { result = .failure(error) }
        try place.write("", to: "stop")
        _ = await client
        return try result.get()
      }
      let listen = needsNetwork ? ["--listen", "\(host):8443"] : []
      let ending = try await place.run(
        ["run", "-a", program, "--log", place.path("log.jsonl")] + listen + arguments
          + ["--catalogue", BuiltCommand.root.path] + asking, environment: environment)
      try place.write("", to: "stop")
      let ended = await client
      if level == .cgroup, let groups = Self.groups { rmdir(groups + group) }
      guard case .exited = ended.ending else { throw BuiltCommand.Abnormal(ending: ended.ending) }
      return ending
    }
  }
#endif
