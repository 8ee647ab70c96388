import Foundation
import TestSupport
import Testing

/// What is healthy is healthy by the word of libraries that have nothing to do with this project.
///
/// Covers every control that a rogue of the catalogue needs (world, policy, key and shape of the conversation) over
/// TLS 1.3; what is healthy does not depend on the version, and `make run` holds them over both.
@Suite struct IndependentControlTests {
  /// One client for each library.
  static let clients = ["openssl", "gnutls-cli", "go-tls", "java-jsse", "nss"]

  /// Controls that a library refuses although it has the capability, by `control client`.
  static let exceptions = [
    "control:ocsp-unreachable[tls=1.3,policy=best-effort-ocsp-fetch] gnutls-cli":
      "asks the responder and refuses without an answer; it has no best effort",
    "control:crl-first-distribution-point-down-site[tls=1.3,policy=require-crl-fetch] openssl":
      "asks the first distribution point and no other",
    "control:crl-first-distribution-point-down-site[tls=1.3,policy=require-crl-fetch] java-jsse":
      "gives up where the first distribution point does not answer",
    "control:crl-first-distribution-point-down-site[tls=1.3,policy=best-effort-crl-fetch] openssl":
      "asks the first distribution point and no other; it has no best effort",
    "control:crl-without-network[tls=1.3,policy=best-effort-crl] java-jsse":
      "its checker goes on without an answer only where it may fetch",
    "control:staple-without-network[tls=1.3,policy=require-staple] java-jsse":
      "its checker asks the responder where no staple comes, and has no option against it",
    "control:staple-without-network[tls=1.3,policy=best-effort-staple] java-jsse":
      "its checker asks the responder where no staple comes, and has no option against it",
    "control:staple-without-network[tls=1.3,policy=require-ocsp] java-jsse":
      "its checker asks the responder where no staple comes, and has no option against it",
    "control:staple-without-network[tls=1.3,policy=best-effort-ocsp] java-jsse":
      "its checker asks the responder where no staple comes, and has no option against it",
    "control:revocation-by-crl[tls=1.3,policy=issuing-anchor-require-crl] openssl":
      "checks the anchor's own CRL by the wrong key, where the anchor is an intermediate (openssl/openssl issue 30932)",
    "control:pss-only-site[tls=1.3,policy=system] go-tls": "offers no scheme for keys that are for PSS only",
    "control:pss-only-site[tls=1.3,policy=leaf-spki] go-tls": "offers no scheme for keys that are for PSS only",
    "control:pss-only-site[tls=1.3,policy=system] nss": "offers no scheme for keys that are for PSS only",
    "control:ipv6-site[tls=1.3,policy=leaf-spki] openssl":
      "pins by DANE, whose names are hosts: an address has no TLSA record (RFC 6698, section 3)",
    "control:ip-site[tls=1.3,policy=leaf-spki] openssl":
      "pins by DANE, whose names are hosts: an address has no TLSA record (RFC 6698, section 3)",
  ]

  /// The versions from which on an exception does not hold.
  static let fixed = [
    "control:crl-first-distribution-point-down-site[tls=1.3,policy=require-crl-fetch] java-jsse": "17.0.19"
  ]

  /// Few scenarios that together need every control: greedily, the one that adds most.
  static func covering(_ scenarios: [ExplainedCatalogue.Scenario]) -> [String] {
    let needed = scenarios.filter { !$0.healthy }.map { scenario in
      let shape = scenario.steps.map { "\($0.reuse) \($0.learn)" }.joined(separator: ",")
      let keys = scenario.cases.map { "\(scenario.world.id) \($0.drop { $0 != "[" }) \(shape)" }
      return (id: scenario.id, keys: Set(keys))
    }
    var missing = needed.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
    var chosen: [String] = []
    while !missing.isEmpty {
      let gains = needed.map { ($0, gain: $0.keys.intersection(missing).count) }
      // Of those that add as much, the one that adds least beside it.
      guard let (best, gain) = gains.max(by: { ($0.gain, -$0.0.keys.count) < ($1.gain, -$1.0.keys.count) }), gain > 0
      else { break }
      chosen.append(best.id)
      missing.subtract(best.keys)
    }
    return chosen
  }

  @Test(.sweep) func `every control is accepted by two libraries wherever two have the capability`() async throws {
    let listed = try await ListedClients.ofThisMachine
    let known = listed.installed
    let installed = Self.clients.filter(known.contains)
    let missing = Self.clients.filter { !known.contains($0) }
    // `make test-ci` installs them all.
    try #require(missing.isEmpty, "missing: \(missing)")

    let catalogue = try await ExplainedCatalogue(axes: "tls=1.3")
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--axes", "tls=1.3", "--timeout", "10m", "--log", place.path("log.jsonl")]
        + Self.covering(catalogue.scenarios).flatMap { ["-s", $0] } + installed)
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    #expect(log.complete == true)
    // Enough of them for the rule to say something: the pinned worlds alone have as many.
    #expect(log.verdictsOfControls.count > 20)
    var asked = 0
    for (control, verdicts) in log.verdictsOfControls.sorted(by: { $0.key < $1.key }) {
      for (client, words) in verdicts where words != ["pass"] && Self.exceptions["\(control) \(client)"] == nil {
        Issue.record("\(client) says \(words.sorted()) to \(control)")
      }
      let judges = verdicts.keys.filter { Self.exceptions["\(control) \($0)"] == nil }
      guard judges.count >= 2 else { continue }
      asked += 1
      #expect(judges.filter { verdicts[$0] == ["pass"] }.count >= 2, "\(control)")
    }
    #expect(asked > 10)
    // An exception that is none any more goes.
    let versions = listed.versions
    for name in Self.exceptions.keys {
      let (control, client) = (String(name.prefix { $0 != " " }), String(name.drop { $0 != " " }.dropFirst()))
      if let fixed = Self.fixed[name], let version = versions[client],
        version.compare(fixed, options: .numeric) != .orderedAscending
      {
        #expect(log.verdictsOfControls[control]?[client] == ["pass"], "\(name) was fixed in \(fixed)")
        continue
      }
      #expect(log.verdictsOfControls[control]?[client] != ["pass"], "\(name) is listed, and it is accepted")
    }
  }
}
