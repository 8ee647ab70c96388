import RogueModel
import RogueScenarios
import RogueTrust
import Testing

/// OpenSSL and GnuTLS share no code: where they agree over the whole catalogue, neither is likely to be misread here.
@Suite struct AgreementTests {
  /// Scenarios where they differ, with the reason why that is neither's fault and not ours; docs/validators.md shows how
  /// to see it with the libraries' own commands.
  static let known = [
    "names/common-name-only": "GnuTLS looks at the common name where there is no subjectAltName, and has no switch",
    "robustness/version-1-leaf": "the same: without extensions there is no subjectAltName",
    "usage/key-usage-crl-sign-only": "GnuTLS looks at the leaf's key usage in the handshake, not in the path",
    "keys/explicit-curve-leaf": "GnuTLS reads the leaf's key in the handshake, not in the path",
    "keys/p-192-intermediate": "GnuTLS knows the curve and finds it strong enough",
    "keys/rsa-1024-leaf": "OpenSSL is asked for its level 2; GnuTLS asks no length unless it is given a profile",
    "keys/rsa-1024-intermediate": "the same", "keys/rsa-768-leaf": "the same",
    "keys/rsa-512-intermediate": "the same",
    "healthy/pss-salt-20-bytes": "GnuTLS wants salts as long as the digest",
    "healthy/pss-salt-0-bytes": "the same",
    "healthy/pss-mgf1-sha1": "GnuTLS wants the mask to be made with the digest",
  ].merging(written) { first, _ in first }

  /// Certificates that are not written by the rules, or say what few clients have to understand.
  static let written: [String: String] = {
    let onlyOpenSSL = "OpenSSL cannot read it or does not allow it, GnuTLS does not look"
    let onlyGnuTLS = "GnuTLS cannot read it or does not allow it, OpenSSL does not look"
    let refusedByOpenSSL = [
      "names/common-name-with-san-email", "names/wildcard-label-prefix",
      "name-constraints/subject-not-permitted", "name-constraints/san-uri-not-permitted",
      "name-constraints/minimum-one",
      "usage/key-usage-empty", "usage/eku-any", "usage/eku-empty", "ca/path-len-negative",
      "ca/key-usage-8-unused-bits",
      "robustness/policies-not-a-sequence", "robustness/policy-duplicate", "robustness/serial-empty",
      "robustness/serial-padded", "robustness/ski-critical", "robustness/ski-not-an-octet-string",
      "robustness/aki-not-a-sequence", "robustness/aki-wrong-serial",
      "robustness/subject-invalid-utf8", "time/leaf-not-after-without-seconds", "usage/netscape-cert-type-client",
      "usage/netscape-cert-type-object-signing", "robustness/aia-critical",
      "name-constraints/intermediate-not-permitted", "healthy/path-choice-name-constraints-of-intermediate",
    ]
    let refusedByGnuTLS = [
      "name-constraints/ip-mask-not-contiguous", "name-constraints/trailing-bytes",
      "name-constraints/unsupported-general-name", "ca/issuer-version-2", "ca/path-len-129-bits",
      "ca/basic-constraints-trailing-bytes", "names/san-trailing-bytes", "healthy/issuer-name-uppercase",
      "healthy/certificate-policies-required", "healthy/certificate-policies-any", "robustness/oid-20000-bytes",
      "robustness/tbs-indefinite-length", "robustness/version-2-with-extensions",
      "robustness/certificate-indefinite-length", "robustness/extension-constructed-octet-string",
      "robustness/extension-indefinite-length",
      "revocation/must-staple-on-ca-only", "robustness/version-1-with-extensions",
      "healthy/path-len-self-issued",
    ]
    return Dictionary(
      uniqueKeysWithValues: refusedByOpenSSL.map { ($0, onlyOpenSSL) } + refusedByGnuTLS.map { ($0, onlyGnuTLS) })
  }()

  @Test func `both accept and refuse the same presentations of the catalogue`() throws {
    let scenarios = WorldFixture.catalogue.scenarios
    #expect(scenarios.count > 70)
    var differing: [String: String] = [:]
    var agreed = 0
    for scenario in scenarios {
      for step in scenario.steps {
        let hierarchy = try WorldFixture.mint(step.world)
        for recipe in scenario.policies.compactMap(step.world.policy) {
          let roots = recipe.anchors ?? step.world.stores.system + step.world.stores.user
          let question = PathQuestion(
            served: WorldFixture.der(step.world.server.present, hierarchy), anchors: WorldFixture.der(roots, hierarchy),
            hostname: WorldFixture.host(step.world), time: WorldFixture.now)
          let first = OpenSSLPathEvaluator().evaluate(question)
          let second = GnuTLSPathEvaluator().evaluate(question)
          if first.problems.isEmpty == second.problems.isEmpty {
            agreed += 1
          } else {
            differing[scenario.id] = "OpenSSL \(first.problems), GnuTLS \(second.problems)"
          }
        }
      }
    }
    #expect(agreed > 200)
    for (id, detail) in differing where Self.known[id] == nil { Issue.record("\(id): \(detail)") }
    for id in Self.known.keys where differing[id] == nil { Issue.record("\(id) is listed, and they agree") }
  }

  @Test(arguments: [
    "pinned.rogues.test", "PINNED.rogues.test", "pinned.rogues.test.", "other.rogues.test", "rogues.test",
    "a.pinned.rogues.test", "pinned.rogues.test..", "127.0.0.1",
  ])
  func `both read names alike`(name: String) throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let hierarchy = try WorldFixture.mint(world)
    let question = PathQuestion(
      served: WorldFixture.der(world.server.present, hierarchy), anchors: WorldFixture.der(["root"], hierarchy),
      hostname: name,
      time: WorldFixture.now)
    let isRight = ["pinned.rogues.test", "PINNED.rogues.test", "pinned.rogues.test."].contains(name)
    for evaluator in [OpenSSLPathEvaluator() as any PathEvaluator, GnuTLSPathEvaluator()] {
      let problems = evaluator.evaluate(question).problems
      #expect(problems.map(\.reason) == (isRight ? [] : [.nameMismatch]), "\(evaluator)")
    }
  }

  @Test(arguments: ["leaf", "issuing"])
  func `the first and the last second are in, and the seconds around them are not`(name: String) throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let hierarchy = try WorldFixture.mint(world)
    let recipe = try #require(world.certificate(name))
    let (first, last) = (WorldFixture.now + recipe.notBefore, WorldFixture.now + recipe.notAfter)
    // Below an anchor without dates of its own in the way, each certificate is tried at its own ends.
    let anchor = name == "leaf" ? "issuing" : "root"
    let served = name == "leaf" ? ["leaf", "issuing"] : ["issuing"]
    for evaluator in [OpenSSLPathEvaluator() as any PathEvaluator, GnuTLSPathEvaluator()] {
      func reasons(at time: Int64) -> [Reason] {
        let question = PathQuestion(
          served: WorldFixture.der(served, hierarchy), anchors: WorldFixture.der([anchor], hierarchy), hostname: nil,
          purpose: .any,
          time: time)
        return evaluator.evaluate(question).problems.filter { $0.index ?? 0 == 0 }.map(\.reason)
      }
      #expect(reasons(at: first).isEmpty && reasons(at: last).isEmpty, "\(evaluator)")
      #expect(reasons(at: first - 1).contains(.notYetValid), "\(evaluator)")
      #expect(reasons(at: last + 1).contains(.expired), "\(evaluator)")
    }
  }

  @Test func `any certificate may be an anchor, and none trusts nothing`() throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let hierarchy = try WorldFixture.mint(world)
    for evaluator in [OpenSSLPathEvaluator() as any PathEvaluator, GnuTLSPathEvaluator()] {
      for anchor in ["root", "issuing", "leaf"] {
        let question = PathQuestion(
          served: WorldFixture.der(world.server.present, hierarchy), anchors: WorldFixture.der([anchor], hierarchy),
          hostname: WorldFixture.host(world), time: WorldFixture.now)
        // GnuTLS looks for issuers only: a leaf is trusted by name there, not as an anchor.
        let isKnown = anchor == "leaf" && evaluator is GnuTLSPathEvaluator
        #expect(evaluator.evaluate(question).problems.isEmpty != isKnown, "\(anchor) \(evaluator)")
      }
      let nothing = PathQuestion(
        served: WorldFixture.der(world.server.present, hierarchy), anchors: [], hostname: WorldFixture.host(world),
        time: WorldFixture.now)
      #expect(!evaluator.evaluate(nothing).problems.isEmpty, "\(evaluator)")
    }
  }
}
