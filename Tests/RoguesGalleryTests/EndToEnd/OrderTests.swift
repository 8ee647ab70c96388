#if os(Linux)
  import Foundation
  import Testing

  /// Adapters that answer by their place in the run instead of looking.
  @Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")))
  struct OrderTests {
    static let scenarios = [
      "healthy/eku-critical", "healthy/chain-two-tiers", "names/wrong-host", "time/leaf-expired",
      "time/leaf-not-yet-valid", "trust/self-signed-leaf", "trust/unknown-ca",
    ]

    /// A client that verifies nothing. It knows the catalogue, and reads the log of the run through the harness's own
    /// descriptors: what is planned, where that stands there, and else what has been done; it answers for what comes next
    /// in the order of the catalogue, controls first.
    private static let cheat = """
      import json, os, socket, ssl, sys
      can = ["anchors", "system-anchors", "tls1.2", "tls1.3"]
      if os.environ.get("ROGUES_HELLO"):
          sys.exit(print(json.dumps({"type": "ready", "protocol": 1, "adapter": "cheat", "library":
              {"name": "X", "version": "1"}, "capabilities": can})))
      attempt = json.load(sys.stdin)
      to, known, controls, done = attempt["connect"], KNOWN, 0, []
      for number in os.listdir("/proc/%d/fd" % os.getppid()):
          try: path = os.readlink("/proc/%d/fd/%s" % (os.getppid(), number))
          except OSError: continue
          if not path.endswith("log.jsonl"): continue
          text = open(path).read()
          open(PLACE + "/spied", "a").write(text)
          for line in text.splitlines():
              event = json.loads(line)
              if "planned" in event: known = [x["scenario"] for x in event["planned"]]
              if event["type"] == "control": controls += 1
              if event["type"] == "case": done.append(event["scenario"])
      left = [x for x in known if x not in done]
      good = controls < 1 or not left or left[0].startswith("healthy/")
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
      context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
      tls = context.wrap_socket(socket.create_connection((to["address"], to["port"])), server_hostname=to["host"])
      if good:
          tls.sendall(("GET %s HTTP/1.1\\r\\nHost: %s:%d\\r\\n\\r\\n" % (to["path"], to["host"], to["port"])).encode())
          print("ACCEPT", tls.makefile().read().split()[-1])
      else:
          tls.close()
          print("CANCEL other")
      """

    @Test func `a client that guesses from the log which case is next does not get through`() async throws {
      let place = try TemporaryWorkplace()
      let known = "[" + Self.scenarios.map { "\"\($0)\"" }.joined(separator: ", ") + "]"
      let program = try place.write(
        "#!/usr/bin/python3\nKNOWN, PLACE = \(known), \"\(place.folder)\"\n" + Self.cheat, to: "cheat",
        executable: true)
      // The same order in every run.
      let ending = try await place.run(
        [
          "run", "-q", "-a", program, "-j", "1", "--timeout", "60s", "--seed", "order", "--axes",
          "tls=1.3,policy=system", "--log", place.path("log.jsonl"),
        ] + Self.scenarios)
      let log = try place.log()
      let verdicts = log.verdicts("cheat")
      #expect(verdicts.count == Self.scenarios.count, "\(ending)")
      #expect(ending.status != 0, "\(verdicts)")
      let passed = verdicts.count { ["pass", "deviation"].contains($0.value) }
      #expect(passed < verdicts.count / 2 + 2, "\(verdicts)")
      let spied = place.text("spied")
      #expect(spied.contains(#""type":"control""#) && spied.contains(#""type":"case""#))
      #expect(!spied.contains("planned"))
      // The log itself is whole in the end.
      #expect((log.lines.dropLast().last?["planned"] as? [Any])?.count == Self.scenarios.count)
    }
  }
#endif
