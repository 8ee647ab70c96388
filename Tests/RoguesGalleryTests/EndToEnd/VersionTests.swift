import Foundation
import TestSupport
import Testing

/// Versions of a client side by side, and the search for the one in which an answer changed. The packages come from a
/// folder: no index is asked.
@Suite(.timeLimit(.minutes(15))) struct VersionTests {
  /// The package accepts everything until 1.9, checks certificates from 2.0 on, and cannot be installed as 1.5.
  private static let versions = ["1.0", "1.5", "1.9", "2.0", "2.1", "3.0"]

  /// A catalogue with the adapter `pinner`, and wheels of its package in the folder `wheels`.
  private static func place() async throws -> TemporaryWorkplace {
    let place = try TemporaryWorkplace()
    try place.write(
      """
      adapter: pinner
      summary: a client that learned to check
      library: pinner
      programs: [python3]
      version: {arguments: [-c, "import pinner; print('pinner', pinner.VERSION)"], after: "pinner "}
      versions: {wheel: pinner}
      capabilities: [tls1.2, tls1.3]
      door: exec
      arguments: [-I, -B, adapter.py]

      """, to: "own/Adapters/pinner/adapter.yaml")
    try place.write(
      """
      import json, pinner, socket, ssl, sys
      attempt = json.load(sys.stdin)
      to, policy = attempt["connect"], attempt["policy"]
      context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
      if pinner.CHECKS:
          context.load_verify_locations(policy["systemAnchors"])
      else:
          context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
      try:
          with context.wrap_socket(socket.create_connection((to["address"], to["port"])), server_hostname=to["host"]) as tls:
              tls.sendall(f"GET {to['path']} HTTP/1.1\\r\\nHost: {to['host']}:{to['port']}\\r\\n\\r\\n".encode())
              print("ACCEPT", tls.makefile().read().split()[-1])
      except ssl.SSLCertVerificationError:
          print("CANCEL untrusted")

      """, to: "own/Adapters/pinner/adapter.py")
    try place.write(
      """
      import sys, zipfile
      for version in sys.argv[2:]:
          stem = f"pinner-{version}"
          # It needs a package that is nowhere.
          needs = "Requires-Dist: not-there\\n" if version == "1.5" else ""
          with zipfile.ZipFile(f"{sys.argv[1]}/{stem}-py3-none-any.whl", "w") as wheel:
              wheel.writestr("pinner.py", f"VERSION = '{version}'\\nCHECKS = {version >= '2'}\\n")
              wheel.writestr(f"{stem}.dist-info/METADATA", f"Metadata-Version: 2.1\\nName: pinner\\nVersion: {version}\\n{needs}")
              wheel.writestr(f"{stem}.dist-info/WHEEL", "Wheel-Version: 1.0\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
              wheel.writestr(f"{stem}.dist-info/RECORD", "")

      """, to: "wheels/make.py")
    let made = try await BuiltCommand.run(
      ["python3", place.path("wheels/make.py"), place.path("wheels")] + versions,
      program: URL(fileURLWithPath: "/usr/bin/env"))
    try #require(made.status == 0, "\(made.error)")
    return place
  }

  private static func rogues(_ place: TemporaryWorkplace, _ arguments: [String]) async throws -> BuiltCommand.Ending {
    try await BuiltCommand.run(
      arguments + ["--catalogue", place.path("own")],
      environment: [
        "TMPDIR": place.temporary, "XDG_CACHE_HOME": place.path("cache"), "PIP_NO_INDEX": "1",
        "PIP_FIND_LINKS": place.path("wheels"),
      ], deadlineMilliseconds: 600_000)
  }

  private static let rogue = "trust/unknown-ca"
  private static let axes = ["--axes", "tls=1.3,policy=system"]

  @Test func `two versions are two columns, and a missing version is reported`() async throws {
    let place = try await Self.place()
    let ending = try await Self.rogues(
      place, ["compare", "pinner@1,2.0", "-s", Self.rogue, "--log", place.path("log.jsonl")] + Self.axes)
    #expect(ending.status == 0, "\(ending)")
    // The newest 1.x.
    #expect(ending.output.contains("pinner@1") && ending.output.contains("pinner 1.9"), "\(ending.output)")
    let log = try place.log()
    #expect(log.words("pinner@1") == ["false-accept"])
    #expect(log.words("pinner@2.0") == ["pass"])
    // Once is enough.
    let again = try await Self.rogues(place, ["compare", "pinner@1,2.0", "-s", Self.rogue] + Self.axes)
    #expect(again.status == 0)
    #expect(!again.error.contains("installing"), "\(again.error)")

    for (name, words) in [("pinner@1.5", "not-there"), ("pinner@7", "pinner==7.*")] {
      let missing = try await Self.rogues(place, ["compare", name, "-s", Self.rogue] + Self.axes)
      #expect(missing.status == 69, "\(missing)")
      #expect(missing.error.contains("\(name): not here") && missing.error.contains(words), "\(missing.error)")
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: place.path("cache/rogues/versions"))
    #expect(left.filter { !$0.hasPrefix(".") }.sorted() == ["pinner-1", "pinner-2.0", "pip"])
    #expect(left.count == 6, "what could not be installed is left behind: \(left)")
  }

  @Test func `the version in which an answer changed is found, beside one that cannot be installed`() async throws {
    let place = try await Self.place()
    let found = try await Self.rogues(place, ["bisect", "pinner", Self.rogue, "--to", "3"] + Self.axes)
    #expect(found.status == 0, "\(found)")
    #expect(found.output.contains("6 releases of pinner"), "\(found.output)")
    #expect(found.output.contains("changed its answer in 2.0 (1.9 still gives the old one)"), "\(found.output)")
    #expect(found.output.contains("false-accept -> pass (untrusted)"), "\(found.output)")
    let json = try await Self.rogues(
      place, ["bisect", "pinner", Self.rogue, "--from", "1.9", "--to", "2.1", "--json"] + Self.axes)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    #expect(object["after"] as? String == "1.9")
    #expect(object["changed"] as? String == "2.0")

    let same = try await Self.rogues(place, ["bisect", "pinner", Self.rogue, "--from", "2.0"] + Self.axes)
    #expect(same.status == 4, "\(same)")
    let broken = try await Self.rogues(place, ["bisect", "pinner", Self.rogue, "--from", "1.5"] + Self.axes)
    #expect(broken.status == 69, "\(broken)")
    for (arguments, words) in [
      (["pinner", Self.rogue, "--from", "9"], "no release '9'; the newest are"),
      (["pinner", Self.rogue, "--from", "2.1", "--to", "1.0"], "does not come before"),
      (["curl", Self.rogue], "does not say where versions come from; these do:"),
      (["piner", Self.rogue], "there is no adapter 'piner'"),
      (["pinner", "trust/unknown-caa"], "trust/unknown-ca"),
    ] {
      let wrong = try await Self.rogues(place, ["bisect"] + arguments)
      #expect([4, 64].contains(wrong.status), "\(wrong)")
      #expect(wrong.error.contains(words), "\(wrong.error)")
    }
  }

  @Test func `only another program can replace a recipe's`() async throws {
    let place = try TemporaryWorkplace()
    let curl = try await BuiltCommand.run(
      ["sh", "-c", "command -v curl"], program: URL(fileURLWithPath: "/usr/bin/env"))
    let path = curl.output.trimmingCharacters(in: .whitespacesAndNewlines)
    try place.write("#!/bin/sh\nexec \(path) \"$@\"\n", to: "curl-8/curl", executable: true)
    let name = "curl@\(place.path("curl-8/curl"))"
    let ending = try await place.run(
      ["compare", "curl", name, "-s", Self.rogue, "--log", place.path("log.jsonl")] + Self.axes)
    #expect(ending.status == 0, "\(ending)")
    let log = try place.log()
    #expect(log.words("curl") == ["pass"])
    #expect(log.words(name) == ["pass"])
    for (wrong, words) in [
      ("curl@8.1", "curl@/path/to/curl"), ("curl@\(place.path("curl-8"))", "is not an executable program"),
      ("nss@/bin/true", "a program of its folder"), ("urllib3@--help", "is no version"),
      ("curl@", "there is no adapter 'curl@'"), ("urllib3@1..", "urllib3==1"),
    ] {
      let refused = try await BuiltCommand.run(
        ["compare", wrong, "-s", Self.rogue],
        environment: ["TMPDIR": place.temporary, "XDG_CACHE_HOME": place.path("cache"), "PIP_NO_INDEX": "1"])
      #expect([64, 69].contains(refused.status), "\(wrong): \(refused)")
      #expect(refused.error.contains(words), "\(refused.error)")
    }
  }

  /// cryptography 46.0.6 fixes CVE-2026-34073, an excluded name behind a wildcard; since then a wildcard may be wider than
  /// what is permitted (docs/records/findings.md). The wheels come from PyPI.
  @Test(.sweep) func `diff distinguishes two releases of a real package`() async throws {
    let place = try TemporaryWorkplace()
    for version in ["46.0.5", "46.0.6"] {
      let ending = try await place.run(
        ["compare", "-q", "-a", "python-cryptography@\(version)", "--scenario", "name-constraints/*"]
          + ["--axes", "tls=1.3", "--log", place.path("\(version).jsonl")])
      #expect([0, 1].contains(ending.status), "\(ending)")
    }
    let ending = try await place.run(["diff", place.path("46.0.5.jsonl"), place.path("46.0.6.jsonl"), "--json"])
    #expect(ending.status == 1, "\(ending)")
    let json = try #require(try JSONSerialization.jsonObject(with: Data(ending.output.utf8)) as? [String: Any])
    func scenarios(_ kind: String) -> [String] {
      (json["rows"] as? [[String: Any]] ?? []).filter { $0["kind"] as? String == kind }
        .compactMap { $0["scenario"] as? String }
    }
    #expect(scenarios("fixed") == ["name-constraints/wildcard-covers-excluded"], "\(ending.output)")
    #expect(scenarios("regressed") == ["name-constraints/wildcard-wider-than-permitted"], "\(ending.output)")
  }
}
