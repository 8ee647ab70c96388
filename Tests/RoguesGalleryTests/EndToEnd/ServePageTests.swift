import Foundation
import Testing

@testable import RoguePlatform

/// The page of `rogues serve` and of `rogues run`, asked by curl as a browser would.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct ServePageTests {
  struct Answer {
    var status: Int
    var type: String
    var body: [UInt8]
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// - Parameter more: further arguments of curl.
  static func ask(_ url: String, _ more: [String] = []) throws -> Answer {
    let result = ChildCommand(
      program: "/usr/bin/curl",
      arguments: ["--disable", "--silent", "--path-as-is", "--write-out", "\n%{http_code} %{content_type}", url] + more,
      environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 600_000, floodBytes: 64 << 20
    ).runBlocking()
    let parts = result.standardOutput.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let words = String(decoding: try #require(parts.last), as: UTF8.self).split(separator: " ", maxSplits: 1)
    return Answer(
      status: try #require(Int(words[0])), type: words.count > 1 ? String(words[1]) : "",
      body: Array(result.standardOutput.dropLast(try #require(parts.last).count + 1)))
  }

  private static func token(_ page: String) throws -> String {
    try #require(page.firstMatch(of: /name="token" value="([0-9a-f]{32})"/)).output.1.description
  }

  private static func press(_ page: String, _ action: String, _ fields: String...) throws -> Int {
    try ask(page + action, fields.flatMap { ["--data", $0] }).status
  }

  private static func opened(_ arguments: [String], _ place: TemporaryWorkplace) throws -> (Serving, String) {
    let serving = try Serving(arguments, place)
    let rogue = try #require(serving.wait(for: 1, "rogue").first)
    return (serving, try #require(rogue["page"] as? String))
  }

  @Test func `buttons do the same as keys, and only those of this page work`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let (serving, page) = try Self.opened(["pin/no-pin-matches", "trust/unknown-ca"], place)
      defer { _ = serving.end() }
      let first = try Self.ask(page)
      #expect(first.status == 200 && first.type == "text/html; charset=utf-8")
      #expect(first.text.contains("id=\"b-next\"") && first.text.contains("id=\"b-control\""))
      let token = try "token=\(Self.token(first.text))"
      #expect(try Self.press(page, "next", "token=\(String(repeating: "0", count: 32))") == 403)
      #expect(try Self.press(page, "next", "number=1") == 403)
      #expect(try Self.ask(page + "next").status == 404, "to read changes nothing")
      #expect(try Self.press(page, "quit", token) == 404)
      #expect(try Self.press(page, "open", token, "number=7") == 404)
      #expect(try Self.press(page, "open", token, "number=1") == 404, "it is open already")
      #expect(serving.lines("rogue").count == 1)

      #expect(try Self.press(page, "control", token) == 303)
      #expect(serving.wait(for: 2, "rogue").last?["healthy"] as? Bool == true)
      #expect(try Self.ask(page).text.contains("Back to the rogue"))
      #expect(try Self.press(page, "next", token) == 303)
      #expect(serving.wait(for: 3, "rogue").last?["scenario"] as? String == "trust/unknown-ca")
      #expect(!(try Self.ask(page).text.contains("id=\"b-next\"")), "it is the last one")
      #expect(try Self.press(page, "next", token) == 404)
      #expect(try Self.press(page, "open", token, "number=1") == 303)
      let back = try #require(serving.wait(for: 4, "rogue").last)
      #expect(back["scenario"] as? String == "pin/no-pin-matches" && back["healthy"] as? Bool == false)
    }
  }

  @Test func `another site's name, another path and other files lead nowhere`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let (serving, page) = try Self.opened(["trust/unknown-ca", "--listen", "127.0.0.2"], place)
      defer { _ = serving.end() }
      let parts = page.split(separator: "/")
      #expect(page.hasPrefix("http://127.0.0.2:") && parts[2].utf8.count == 32, "128 bits in hexadecimal")
      #expect(try Self.ask("http://\(parts[1])/").status == 404)
      #expect(try Self.ask(page, ["--header", "Host: rebound.example"]).status == 421)
      #expect(try Self.ask(page, ["--request", "DELETE"]).status == 405)
      for path in ["../", "..%2f..%2fetc/passwd", "/etc/passwd", "trust.mobileconfig/..", "out/trust.pem", "nothing"] {
        #expect(try Self.ask(page + path).status == 404, "\(path)")
      }
      let headers = try Self.ask(page, ["--head"])
      #expect(headers.status == 405)
      let policy = try Self.ask(page, ["--dump-header", "-"]).text
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
    }
  }

  @Test func `a device can install what the page gives it`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let (serving, page) = try Self.opened(["pin/no-pin-matches", "--axes", "policy=right-pin-last"], place)
      defer { _ = serving.end() }
      let rogue = try #require(serving.lines("rogue").first)
      let trust = try #require(rogue["trust"] as? [String]).compactMap { Data(base64Encoded: $0) }
      let root = try Self.ask(page + "rogues_trust_1.crt")
      #expect(root.type == "application/x-x509-ca-cert" && Data(root.body) == trust[0])
      let bundle = try Self.ask(page + "trust.pem")
      #expect(bundle.type == "application/x-pem-file" && bundle.text == place.text("out/trust.pem"))
      for (name, type) in [
        ("trust.mobileconfig", "application/x-apple-aspen-config"),
        ("network_security_config.xml", "text/xml; charset=utf-8"), ("trustkit.plist", "text/plain; charset=utf-8"),
        ("okhttp.txt", "text/plain; charset=utf-8"),
      ] {
        let file = try Self.ask(page + name)
        #expect(file.type == type && file.text == place.text("out/\(name)"), "\(name): \(file.type)")
      }
      let text = try Self.ask(page).text
      for name in text.matches(of: /href="([a-z_0-9.]+)"/) {
        #expect(try Self.ask(page + name.output.1).status == 200, "\(name.output.1)")
      }
      // The next rogue's policy may have no pins, and then nothing is left of these.
      #expect(text.contains("TrustKit") && text.contains("OkHttp"))
    }
  }

  @Test func `the list shows what was seen of each rogue`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let (serving, page) = try Self.opened(["trust/unknown-ca"], place)
      defer { _ = serving.end() }
      let rogue = try #require(serving.lines("rogue").first)
      let url = try #require(rogue["url"] as? String)
      let trust = ["--cacert", place.path("out/trust.pem"), url]
      func state() throws -> String { try Self.ask(page + "state.json").text }
      #expect(try state().contains("no connection"))
      #expect(try Serving.curl(rogue, trust).status == 60)
      _ = serving.wait(for: 1, "visit")
      #expect(try state().contains("refused (unconfirmed); try the control"))
      #expect(try Self.press(page, "control", "token=\(Self.token(Self.ask(page).text))") == 303)
      let control = try #require(serving.wait(for: 2, "rogue").last)
      #expect(try Serving.curl(control, trust).status == 0)
      _ = serving.wait(for: 2, "visit")
      #expect(try state().contains("refused (unconfirmed), and the control was admitted"))
      #expect(try Self.press(page, "control", "token=\(Self.token(Self.ask(page).text))") == 303)
      let again = try #require(serving.wait(for: 3, "rogue").last)
      #expect(try Serving.curl(again, ["--insecure", url]).status == 0)
      _ = serving.wait(for: 3, "visit")
      #expect(try state().contains("ADMITTED: a client accepted the rogue"))
    }
  }

  @Test func `with a host and a root of its own a client needs nothing else for all rogues`() async throws {
    let place = try TemporaryWorkplace()
    let port = try FreePort.any()
    try await blocking {
      let (serving, page) = try Self.opened(
        ["trust/unknown-ca", "names/wrong-host", "time/leaf-expired", "--axes", "tls=1.3"]
          + ["--listen", "127.0.0.1:\(port)", "--host", "api.acme.example", "--roots", place.path("root.pem")], place)
      defer { _ = serving.end() }
      let root = ["--cacert", place.path("root.pem.crt")]
      for number in 1...3 {
        let rogue = try #require(serving.wait(for: 2 * number - 1, "rogue").last)
        #expect(rogue["host"] as? String == "api.acme.example" && rogue["port"] as? Int == Int(port))
        let url = try #require(rogue["url"] as? String)
        #expect(try Serving.curl(rogue, root + [url]).status == 60, "\(rogue["case"] ?? "")")
        let token = try "token=\(Self.token(Self.ask(page).text))"
        #expect(try Self.press(page, "control", token) == 303)
        let control = try #require(serving.wait(for: 2 * number, "rogue").last)
        #expect(try Serving.curl(control, root + [url]).status == 0, "\(control["case"] ?? "")")
        #expect(control["trust"] as? [String] == rogue["trust"] as? [String])
        if number < 3 { #expect(try Self.press(page, "next", token) == 303) }
      }
      #expect(Set(serving.lines("rogue").map { ($0["trust"] as? [String])?.first }).count == 1)
    }
  }

  @Test func `all at once are below that root too, and what cannot be is left out and named`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let serving = try Serving(
        ["trust/*", "names/*", "--all", "--host", "api.acme.example", "--roots", place.path("root.pem")], place)
      let rogues = serving.wait(for: 5, "rogue")
      let ending = serving.end()
      #expect(Set(rogues.map { ($0["trust"] as? [String])?.first }).count == 1)
      #expect(
        ending.error.contains("is left out: a client that is built once cannot be configured for this"), "\(ending)")
    }
  }

  @Test func `a run is followed while it judges, to its end`() async throws {
    let place = try TemporaryWorkplace()
    let program = try place.adapter(
      "app",
      """
      sleep 0.3
      n=$(curl --disable --silent --insecure --noproxy '*' --connect-to ::$ROGUES_ADDRESS:$ROGUES_PORT $ROGUES_URL)
      case $? in 0) echo ACCEPT $n;; *) echo CANCEL;; esac
      """, capabilities: ["anchors", "system-anchors", "tls1.3"])
    try await blocking {
      let port = try FreePort.any()
      let run = try RunningCommand(
        ["run", "-a", program, "-j", "1", "--page", "127.0.0.1:\(port)", "--catalogue", BuiltCommand.root.path]
          + ["--axes", "tls=1.3,policy=system", "trust/*", "time/leaf-expired"], in: place)
      let page = "http://127.0.0.1:\(port)/"
      var states: [String] = []
      run.wait {
        if let state = try? Self.ask(page + "state.json"), state.status == 200 { states.append(state.text) }
        Thread.sleep(forTimeInterval: 0.2)
        return false
      }
      let ending = run.ending()
      #expect(ending.status == 1, "\(ending)")
      #expect(ending.error.contains("rogues: page: \(page)"), "\(ending.error)")
      #expect(states.contains { $0.contains("FALSE-ACCEPT") && !$0.contains("The run is over") }, "while it runs")
      #expect(states.last?.contains("The run is over: ") == true, "\(states.last ?? "")")
      #expect(!states.contains { $0.contains("<form") })
    }
    #expect(try await place.processesLeft() == [])
  }

  @Test func `a page at a port that is taken ends the run before it begins`() async throws {
    let place = try TemporaryWorkplace()
    let taken = try TCPListener(port: nil)
    let ending = try await place.run([
      "run", "-a", "reference", "--page", "127.0.0.1:\(taken.port)", "trust/unknown-ca",
    ])
    #expect(ending.status == 1 || ending.status >= 64, "\(ending)")
    #expect(ending.error.contains("cannot open the port of the page"), "\(ending)")
  }
}

#if os(Linux)
  /// The page and the rogues in a real browser.
  @Suite(
    .serialized,
    .enabled(
      if: ["/usr/bin/chromium", "/usr/bin/certutil", "/usr/bin/curl", "/usr/bin/python3"]
        .allSatisfy(FileManager.default.isExecutableFile(atPath:)), "needs Debian's chromium and libnss3-tools"))
  struct ServedBrowserTests {
    @Test func `the page fits a phone, and its buttons work without a reload`() async throws {
      let place = try TemporaryWorkplace()
      try await blocking {
        let serving = try Serving(["pin/no-pin-matches", "trust/unknown-ca", "names/wrong-host"], place)
        defer { _ = serving.end() }
        let rogue = try #require(serving.wait(for: 1, "rogue").first)
        let result = ChildCommand(
          program: "/usr/bin/python3", arguments: ["Tools/check-page", try #require(rogue["page"] as? String)],
          environment: ["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary],
          workingDirectory: BuiltCommand.root.path, deadlineMilliseconds: 300_000
        ).runBlocking()
        #expect(result.ending == .exited(0), "\(String(decoding: result.standardError, as: UTF8.self))")
      }
    }

    /// Chromium opens a page from disk that asks the rogue on one connection and lets it open another in reserve.
    private static func browse(
      _ place: TemporaryWorkplace, _ rogue: [String: Any], asks: Bool, trusts: Bool
    ) throws {
      let url = try #require(rogue["url"] as? String)
      let page = try place.write(
        "<link rel=preconnect crossorigin href=\"\(url)\">" + (asks ? "<img src=\"\(url)\">" : ""), to: "page.html")
      let home = place.path("browser-\(UUID().uuidString)")
      let sandbox = getuid() == 0 ? "--no-sandbox" : ""
      let script = """
        export HOME='\(home)'
        mkdir -p $HOME/.pki/nssdb
        certutil -N -d sql:$HOME/.pki/nssdb --empty-password
        \(trusts ? "certutil -A -d sql:$HOME/.pki/nssdb -n rogues -t C,, -i '\(place.path("out/trust.pem"))'" : "")
        timeout 60 chromium --headless=new --disable-gpu \(sandbox) --user-data-dir=$HOME/profile --no-first-run \
          --host-resolver-rules='MAP *.rogues.test 127.0.0.1' --disable-background-networking \
          --disable-component-update --disable-sync --virtual-time-budget=4000 --dump-dom 'file://\(page)'
        """
      _ = ChildCommand(
        program: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
        deadlineMilliseconds: 300_000, floodBytes: 64 << 20
      ).runBlocking()
    }

    @Test func `a spare connection does not count as a refusal of a control on another connection`() async throws {
      let place = try TemporaryWorkplace()
      try await blocking {
        let serving = try Serving(["healthy/chain-two-tiers", "--axes", "tls=1.3,policy=system"], place)
        let rogue = try #require(serving.wait(for: 1, "rogue").first)
        try Self.browse(place, rogue, asks: true, trusts: true)
        _ = serving.wait(for: 2, "visit")
        _ = serving.end()
        let sights = serving.lines("visit").compactMap { $0["sight"] as? String }
        #expect(sights.contains("admitted") && sights.contains("spare") && !sights.contains("refused"), "\(sights)")
      }
    }

    @Test func `a connection without a request and a refused one keep their verdicts`() async throws {
      let place = try TemporaryWorkplace()
      try await blocking {
        let serving = try Serving(["healthy/chain-two-tiers", "--axes", "tls=1.3,policy=system"], place)
        let rogue = try #require(serving.wait(for: 1, "rogue").first)
        try Self.browse(place, rogue, asks: false, trusts: true)
        let alone = serving.wait(for: 1, "visit").compactMap { $0["sight"] as? String }
        #expect(alone == ["refused"], "no request came from anybody, so nothing says that it is one in reserve")
        try Self.browse(place, rogue, asks: true, trusts: false)
        _ = serving.wait(for: alone.count + 1, "visit")
        _ = serving.end()
        let sights = serving.lines("visit").dropFirst(alone.count).compactMap { $0["sight"] as? String }
        #expect(!sights.isEmpty && Set(sights) == ["refused"], "\(sights)")
      }
    }
  }
#endif
