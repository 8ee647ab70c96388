import Foundation
import Testing

@testable import RoguePlatform

/// `rogues serve`, with clients that it did not start.
@Suite struct ServeTests {
  @Test func `a client that refuses is unconfirmed, one that sends its request is admitted`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let serving = try Serving(["trust/unknown-ca"], place)
      let rogue = try #require(serving.wait(for: 1, "rogue").first)
      let url = try #require(rogue["url"] as? String)
      #expect(rogue["expected"] as? String == "cancel (untrusted)")
      let trust = place.path("out/trust.pem")
      #expect(try Serving.curl(rogue, ["--cacert", trust, url]).status == 60)
      #expect(try Serving.curl(rogue, ["--insecure", url]).status == 0)
      let visits = serving.wait(for: 2, "visit")
      #expect(visits.map { $0["sight"] as? String } == ["refused", "admitted"])
      #expect(visits.map { $0["confirmed"] as? Bool } == [false, true])
      #expect(visits[0]["says"] as? String == "alert unknown_ca from the client")
      #expect(serving.end().status == 0)
    }
    #expect(try await place.processesLeft() == [])
  }

  @Test func `the keys h and n open the control and the next rogue, and remove earlier files`() async throws {
    let place = try TemporaryWorkplace()
    let script = #"printf 'h\nh\nn\nx\nn\nq\n' | "$0" serve --json -o "$1" pin/no-pin-matches trust/unknown-ca"#
    let result = await ChildCommand(
      program: "/bin/sh", arguments: ["-c", script, BuiltCommand.program.path, place.path("out")],
      environment: [
        "PATH": "/usr/bin:/bin", "HOME": place.path("home"), "TMPDIR": place.temporary, "LC_ALL": "C.UTF-8",
      ], workingDirectory: BuiltCommand.root.path, deadlineMilliseconds: 1_200_000
    ).run()
    #expect(result.ending == .exited(0))
    let lines = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n").compactMap {
      try? JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]
    }
    let scenarios = lines.map { $0["scenario"] as? String }
    #expect(scenarios == ["pin/no-pin-matches", "pin/no-pin-matches", "pin/no-pin-matches", "trust/unknown-ca"])
    #expect(lines.map { $0["healthy"] as? Bool } == [false, true, false, false])
    #expect(Set(lines.map { $0["port"] as? Int }).count == 1)
    // The control and the rogue are one world: what was installed for one holds for the other.
    #expect(lines[0]["trust"] as? [String] == lines[1]["trust"] as? [String])
    #expect(lines[0]["pins"] as? [String] == lines[1]["pins"] as? [String])
    let error = String(decoding: result.standardError, as: UTF8.self)
    #expect(error.contains("'x' is none of h, n, c and q"))
    #expect(error.contains("that was the last one"))
    // The last one has no pins.
    #expect(!Files.exists(place.path("out/okhttp.txt")))
  }

  @Test func `trust and pins are files that other readers take, and their CAs are limited`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let serving = try Serving(["pin/no-pin-matches", "--axes", "policy=right-pin-last"], place)
      let rogue = try #require(serving.wait(for: 1, "rogue").first)
      defer { _ = serving.end() }
      let trust = try #require(rogue["trust"] as? [String]).compactMap { Data(base64Encoded: $0) }
      let pins = try #require(rogue["pins"] as? [String])
      try #require(!trust.isEmpty && pins.count == 3)

      let profile = try #require(
        try PropertyListSerialization.propertyList(
          from: Data(place.text("out/trust.mobileconfig").utf8), format: nil) as? [String: Any])
      let payloads = try #require(profile["PayloadContent"] as? [[String: Any]])
      #expect(payloads.map { $0["PayloadContent"] as? Data } == trust)
      #expect(payloads.allSatisfy { $0["PayloadType"] as? String == "com.apple.security.root" })
      let removal = try #require(profile["RemovalDate"] as? Date)
      #expect((1...8).contains(removal.timeIntervalSinceNow / 86_400))

      let kit = try #require(
        try PropertyListSerialization.propertyList(
          from: Data(place.text("out/trustkit.plist").utf8), format: nil) as? [String: Any])
      let domains = try #require(kit["TSKPinnedDomains"] as? [String: [String: Any]])
      let digests = pins.map { $0.replacingOccurrences(of: "sha256/", with: "") }
      #expect(domains["www.shop.rogues.test"]?["TSKPublicKeyHashes"] as? [String] == digests)

      let android = try XMLDocumentCheck(place.path("out/network_security_config.xml"))
      #expect(android.isWellFormed)
      #expect(android.count(of: "certificates") == trust.count)
      #expect(android.count(of: "pin") == pins.count)
      for (index, der) in trust.enumerated() {
        let path = place.path("out/rogues_trust_\(index + 1).der")
        #expect(FileManager.default.contents(atPath: path) == der)
        let text = ChildCommand(
          program: "/usr/bin/openssl", arguments: ["x509", "-inform", "der", "-in", path, "-noout", "-text"],
          environment: ["PATH": "/usr/bin"], deadlineMilliseconds: 600_000
        ).runBlocking()
        let shown = String(decoding: text.standardOutput, as: UTF8.self)
        #expect(shown.contains("X509v3 Name Constraints: critical"), "\(shown)")
        #expect(shown.contains("DNS:rogues.test") && shown.contains("IP:0.0.0.0/0.0.0.0"), "\(shown)")
        let ends = ChildCommand(
          program: "/usr/bin/openssl",
          arguments: ["x509", "-inform", "der", "-in", path, "-noout", "-checkend", "\(8 * 86_400)"],
          environment: ["PATH": "/usr/bin"], deadlineMilliseconds: 600_000
        ).runBlocking()
        #expect(ends.ending == .exited(1), "it ends within days")
      }
      for pin in pins { #expect(place.text("out/okhttp.txt").contains("\"\(pin)\"")) }
    }
  }

  @Test func `a client that trusts the limited CA and pins the key accepts the control`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let serving = try Serving(["healthy/chain-two-tiers", "--axes", "policy=leaf-spki"], place)
      let rogue = try #require(serving.wait(for: 1, "rogue").first)
      defer { _ = serving.end() }
      let pin = try #require((rogue["pins"] as? [String])?.first).replacingOccurrences(of: "sha256/", with: "sha256//")
      let url = try #require(rogue["url"] as? String)
      let accepted = try Serving.curl(rogue, ["--cacert", place.path("out/trust.pem"), "--pinnedpubkey", pin, url])
      #expect(accepted.status == 0)
      #expect(accepted.output.count == 33)
      #expect(serving.wait(for: 1, "visit").first?["stale"] as? Bool == false)
    }
  }

  @Test func `a client that connects after a planned expiry is not judged by it`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let serving = try Serving(["time/leaf-valid-in-one-second", "--axes", "policy=system"], place)
      let rogue = try #require(serving.wait(for: 1, "rogue").first)
      defer { _ = serving.end() }
      #expect((rogue["datesHoldUntil"] as? String)?.hasSuffix("Z") == true)
      Thread.sleep(forTimeInterval: 2)
      let url = try #require(rogue["url"] as? String)
      let accepted = try Serving.curl(rogue, ["--cacert", place.path("out/trust.pem"), url])
      #expect(accepted.status == 0)
      #expect(serving.wait(for: 1, "visit").first?["stale"] as? Bool == true)
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func `at another address it warns, and answers only requests with the path`() async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let serving = try Serving(["healthy/chain-two-tiers", "--listen", "127.0.0.2"], place)
      let rogue = try #require(serving.wait(for: 1, "rogue").first)
      let path = try #require(rogue["path"] as? String)
      #expect(path.utf8.count == 34, "128 bits in hexadecimal")
      let url = try #require(rogue["url"] as? String)
      let trust = ["--cacert", place.path("out/trust.pem"), "--write-out", "%{http_code}", "--output", "/dev/null"]
      #expect(try Serving.curl(rogue, trust + [url]).output == "200")
      #expect(try Serving.curl(rogue, trust + [url.replacingOccurrences(of: path, with: "/")]).output == "404")
      let visits = serving.wait(for: 2, "visit")
      #expect(visits.map { $0["knowsSecret"] as? Bool } == [true, false])
      let ending = serving.end()
      #expect(ending.error.contains("WARNING: rogue servers listen at 127.0.0.2"), "\(ending)")
    }
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
  func `a thousand rogues are open at once in less than 100 MB, each at its own port`() async throws {
    let place = try TemporaryWorkplace()
    let families = ["handshake", "healthy", "names", "pin", "revocation", "robustness", "time", "usage"]
    try await blocking {
      let tables = ["names/table", "name-constraints/table"]
      let serving = try Serving(families.map { "\($0)/*" } + tables + ["--all"], place)
      let rogues = serving.wait(for: 1000, "rogue")
      try #require(rogues.count >= 1000)
      #expect(Set(rogues.map { $0["port"] as? Int }).count == rogues.count)
      let last = try #require(rogues.last)
      #expect(try Serving.curl(last, ["--insecure", try #require(last["url"] as? String)]).status != 7)
      let process = try #require(place.processes().first { $0.contains("serve") }?.split(separator: " ").first)
      let status = try String(decoding: Files.read("/proc/\(process)/status"), as: UTF8.self)
      let peak = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      let kilobytes = try #require(peak.split(separator: " ").compactMap { Int($0) }.first)
      #expect(kilobytes < 100_000, "\(peak) for \(rogues.count) rogues")
      #expect(serving.end().status == 0)
    }
  }

  /// Those of a phone come from elsewhere, and those of another program here are nobody's that this one started.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")), arguments: ["127.0.0.1", "127.0.0.2"])
  func `the URLs of a certificate are answered for whoever connects`(address: String) async throws {
    let place = try TemporaryWorkplace()
    try await blocking {
      let serving = try Serving(["revocation/crl-server-chunked", "--listen", address], place)
      let rogue = try #require(serving.wait(for: 1, "rogue").first)
      let port = try #require(rogue["port"] as? Int)
      let responders = try #require(rogue["responderPort"] as? Int)
      let script = """
        url=$(openssl s_client -connect \(address):\(port) -servername \(rogue["host"] ?? "") </dev/null 2>/dev/null |
          openssl x509 -noout -ext crlDistributionPoints | sed -n 's/.*URI://p' | head -n 1)
        echo "$url"; curl -s "$url" | openssl crl -inform DER -noout -issuer
        """
      let answer = place.path("answer")
      try place.write(script, to: "fetch.sh")
      _ = ChildCommand(
        program: "/bin/sh",
        arguments: [
          "-c", "sh '\(place.path("fetch.sh"))' >'\(answer).t' 2>&1 </dev/null && mv '\(answer).t' '\(answer)'",
        ],
        environment: ["PATH": "/usr/bin:/bin"], deadlineMilliseconds: 60_000
      ).runBlocking()
      let text = place.text("answer")
      #expect(text.hasPrefix("http://\(address):\(responders)/") && text.contains("issuer="), "\(text)")
      #expect(serving.end().status == 0)
    }
    #expect(try await place.processesLeft() == [])
  }

  @Test func `scenarios that need more than one server are excluded, and named`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(["serve", "session/resumed-new-pin", "proxy/proxy-expired"])
    #expect(ending.status == 4)
    #expect(ending.error.contains("session/resumed-new-pin is left out: it has 2 steps"), "\(ending)")
    #expect(ending.error.contains("proxy/proxy-expired is left out: it needs a proxy"), "\(ending)")
    let nothing = try await place.run(["serve"])
    #expect(nothing.status == 64)
    let address = try await place.run(["serve", "trust/*", "--listen", "localhost"])
    #expect(address.status == 64)
  }
}
