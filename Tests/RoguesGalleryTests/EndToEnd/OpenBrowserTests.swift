#if os(Linux)
  import Foundation
  import RoguePlatform
  import TestSupport
  import Testing

  /// A Chromium that was open before, asked by WebDriver with the adapter that users copy.
  @Suite(
    .serialized, .timeLimit(.minutes(20)),
    .enabled(
      if: ["/usr/bin/chromium", "/usr/bin/chromedriver", "/usr/bin/certutil", "/usr/bin/curl", "/usr/bin/python3"]
        .allSatisfy(FileManager.default.isExecutableFile(atPath:)),
      "needs Debian's chromium, chromium-driver and libnss3-tools"))
  struct OpenBrowserTests {
    private static let hosts = ["--host", "api.acme.example"]

    /// The file as a user changes it.
    private static func adapter(_ place: TemporaryWorkplace, driver: UInt16, browser: UInt16) throws -> String {
      let shipped = try String(
        contentsOf: BuiltCommand.root.appendingPathComponent("Adapters/templates/browser/browser.py"), encoding: .utf8)
      let text = shipped.replacing("127.0.0.1:9515", with: "127.0.0.1:\(driver)")
        .replacing("127.0.0.1:9222", with: "127.0.0.1:\(browser)")
        .replacing("/tmp/rogues-browser.pid", with: place.path("browser.pid")).replacing("browser-app", with: "app")
      return try place.write(text, to: "adapters/app", executable: true)
    }

    /// What browser.md says that the user starts, until `stop` is there.
    private static func launcher(_ place: TemporaryWorkplace, driver: UInt16, browser: UInt16, flags: String) -> String
    {
      """
      export HOME='\(place.path("browser-home"))'
      mkdir -p $HOME/.pki/nssdb
      certutil -N -d sql:$HOME/.pki/nssdb --empty-password
      csplit -sz -f $HOME/root- '\(place.path("root.pem.crt"))' '/BEGIN CERT/' '{*}'
      for root in $HOME/root-*; do certutil -A -d sql:$HOME/.pki/nssdb -n $root -t C,, -i $root; done
      chromium --headless=new --disable-gpu --user-data-dir=$HOME/profile --remote-debugging-port=\(browser) \
        --host-resolver-rules='MAP *.acme.example 127.0.0.1' --disable-background-networking \
        --disable-component-update --disable-sync --no-first-run \(flags) about:blank & b=$!
      chromedriver --port=\(driver) & d=$!
      until curl -s 127.0.0.1:\(driver)/status && curl -s 127.0.0.1:\(browser)/json/version; do
        sleep 0.2; [ ! -e '\(place.path("stop"))' ] || break
      done
      echo $b >'\(place.path("browser.pid"))'
      until [ -e '\(place.path("stop"))' ]; do sleep 0.2; done
      kill $d $b; wait
      """
    }

    private static func walk(
      _ place: TemporaryWorkplace, flags: String, _ scenarios: [String]
    ) async throws -> BuiltCommand.Ending {
      let plain = try place.adapter("plain", "echo CANCEL")
      let made = try await place.run(
        ["run", "-a", plain, "--dry-run", "--roots", place.path("root.pem")] + hosts
          + ["--catalogue", BuiltCommand.root.path, "trust/unknown-ca"])
      #expect(made.status == 0, "\(made)")
      let (driver, browser) = (try FreePort.any(), try FreePort.any())
      let sandbox = getuid() == 0 ? "--no-sandbox " : ""
      let script = try place.write(
        launcher(place, driver: driver, browser: browser, flags: sandbox + flags), to: "launcher.sh")
      async let open = ChildCommand(
        program: "/bin/sh", arguments: [script], environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 900_000,
        floodBytes: 64 << 20
      ).run()
      for _ in 0..<600 where place.text("browser.pid").isEmpty { try await Task.sleep(for: .milliseconds(200)) }
      let program = try adapter(place, driver: driver, browser: browser)
      let ending = try await place.run(
        ["run", "-a", program, "--axes", "tls=1.3,policy=anchor", "--timeout", "30s", "--log", place.path("log.jsonl")]
          + ["--listen", "127.0.0.1:\(try FreePort.any())", "--roots", place.path("root.pem")] + hosts
          + ["--catalogue", BuiltCommand.root.path] + scenarios)
      try place.write("", to: "stop")
      _ = await open
      return ending
    }

    private static let scenarios = [
      "healthy/chain-two-tiers", "trust/unknown-ca", "time/leaf-expired", "names/wrong-host",
    ]

    @Test func `it is judged where it is, as the process that it was before`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await Self.walk(place, flags: "", Self.scenarios)
      #expect(ending.status == 0, "\(ending)")
      let log = try place.log()
      #expect(log.verdicts("app").count == Self.scenarios.count, "\(ending)")
      #expect(log.words("app").isSubset(of: ["pass", "deviation"]), "\(log.cases)")
      #expect(!ending.output.contains("unverified owner"), "\(ending)")
    }

    /// The blocks of the page, as they are printed, from the installed package or wheel: only the ports are others here, and the
    /// browser has no window.
    @Test(.nightly, arguments: FrontEndTests.Installation.walked)
    func `the page leads from nothing to a verdict in five minutes`(
      _ installation: FrontEndTests.Installation
    ) async throws {
      let place = try await FrontEndTests.workplace(installation)
      let begin = Date()
      let (listen, driver, browser) = (try FreePort.any(), try FreePort.any(), try FreePort.any())
      func own(_ text: String) -> String {
        let sandbox = getuid() == 0 ? "--no-sandbox " : ""
        return text.replacing("127.0.0.1:8443", with: "127.0.0.1:\(listen)").replacing("=9515", with: "=\(driver)")
          .replacing("=9222", with: "=\(browser)").replacing("/tmp/rogues-home", with: place.path("browser-home"))
          .replacing("/tmp/rogues-browser.pid", with: place.path("browser.pid"))
          .replacing("chromium --", with: "chromium --headless=new --disable-gpu \(sandbox)--")
      }
      let blocks = try DocumentBlocks.blocks(of: "docs/guides/devices/browser.md").filter { $0.language == "sh" }.map {
        own($0.text)
      }
      try #require(blocks.count == 3)
      let adapter = "Adapters/app/app.py"
      let ending = try await FrontEndTests.bash(
        """
        trap 'kill $(jobs -p)' EXIT
        export TMPDIR=/tmp    # Chromium has a socket there, whose path may have 108 octets
        set +e
        \(blocks[0])
        [ $? = 69 ] || exit 99
        set -e
        sed -i 's/127.0.0.1:9515/127.0.0.1:\(driver)/; s/127.0.0.1:9222/127.0.0.1:\(browser)/; s|/tmp/rogues-browser.pid|\(place.path("browser.pid"))|' \(adapter)
        \(blocks[1])
        for _ in $(seq 300); do
          curl -s 127.0.0.1:\(driver)/status && curl -s 127.0.0.1:\(browser)/json/version && break; sleep 0.2
        done >/dev/null
        \(blocks[2])
        """, in: place, at: place.path("walk"))
      #expect(ending.status == 0, "\(ending.output)")
      #expect(ending.output.contains("made the roots") && ending.output.contains(" pass"), "\(ending.output)")
      let minutes = Date().timeIntervalSince(begin) / 60
      #expect(minutes < 5 * 3, "\(minutes) minutes, on a machine that may do three things at once")
    }

    @Test func `a browser that accepts everything is caught`() async throws {
      let place = try TemporaryWorkplace()
      let ending = try await Self.walk(place, flags: "--ignore-certificate-errors", Self.scenarios)
      #expect(ending.status == 1, "\(ending)")
      #expect(try place.log().words("app").contains("false-accept"), "\(ending)")
    }

    @Test func `where none is open the run does not begin`() async throws {
      let place = try TemporaryWorkplace()
      let program = try Self.adapter(place, driver: try FreePort.any(), browser: try FreePort.any())
      let ending = try await place.run([
        "run", "-a", program, "--catalogue", BuiltCommand.root.path, "trust/unknown-ca",
      ])
      #expect(ending.status == 69 && ending.error.contains("no browser is open"), "\(ending)")
    }
  }
#endif
