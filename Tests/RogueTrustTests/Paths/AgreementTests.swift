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
    "usage/leaf-key-may-not-sign-handshakes": "GnuTLS looks at the leaf's key usage in the handshake, not in the path",
    "keys/spelt-out-curve": "GnuTLS reads the leaf's key in the handshake, not in the path",
    "keys/p-192-on-the-intermediate": "GnuTLS knows the curve and finds it strong enough",
    "keys/rsa-1024-on-the-leaf": "OpenSSL is asked for its level 2; GnuTLS asks no length unless it is given a profile",
    "keys/rsa-1024-on-the-intermediate": "the same", "keys/rsa-768-on-the-leaf": "the same",
    "keys/rsa-512-on-the-intermediate": "the same",
    "healthy/pss-with-a-short-salt": "GnuTLS wants salts as long as the digest",
    "healthy/pss-without-a-salt": "the same",
    "healthy/pss-with-a-sha-1-mask": "GnuTLS wants the mask to be made with the digest",
  ].merging(written) { first, _ in first }

  /// Certificates that are not written by the rules, or say what few clients have to understand.
  static let written: [String: String] = {
    let onlyOpenSSL = "OpenSSL cannot read it or does not allow it, GnuTLS does not look"
    let onlyGnuTLS = "GnuTLS cannot read it or does not allow it, OpenSSL does not look"
    let refusedByOpenSSL = [
      "names/common-name-beside-an-email-address", "names/star-at-the-beginning-of-a-label",
      "constraints/organization-of-somebody-else", "constraints/uri-outside", "constraints/limit-with-a-minimum",
      "usage/empty-key-usage", "usage/any-purpose", "usage/no-purpose-in-the-list", "ca/negative-path-length",
      "robustness/policies-that-cannot-be-read", "robustness/duplicate-policy", "robustness/serial-without-octets",
      "robustness/padded-serial", "robustness/critical-key-identifier", "robustness/key-identifier-that-cannot-be-read",
      "robustness/issuer-identifier-that-cannot-be-read", "robustness/serial-of-another-issuer",
      "robustness/letters-that-are-none", "time/no-seconds", "usage/netscape-type-of-a-client",
      "usage/netscape-type-of-an-object-signer", "robustness/critical-authority-information",
      "constraints/ca-with-a-name-outside", "healthy/ca-with-a-name-outside-before-the-good-one",
    ]
    let refusedByGnuTLS = [
      "constraints/mask-with-holes", "constraints/bytes-after-the-limit",
      "constraints/limit-on-an-unknown-kind-of-name", "ca/issuer-is-version-2", "ca/enormous-path-length",
      "ca/basic-constraints-with-bytes-after", "names/bytes-after-the-list", "healthy/issuer-in-capitals",
      "healthy/required-policy", "healthy/any-policy", "robustness/enormous-object-identifier",
      "robustness/signed-part-of-indefinite-length", "robustness/version-2-with-extensions",
      "robustness/indefinite-length", "robustness/extension-in-two-parts", "robustness/extension-without-a-length",
      "revocation/plain-leaf-below-a-promising-ca", "robustness/extensions-in-version-1",
      "healthy/self-issued-ca-below-a-path-length-of-zero",
    ]
    return Dictionary(
      uniqueKeysWithValues: refusedByOpenSSL.map { ($0, onlyOpenSSL) } + refusedByGnuTLS.map { ($0, onlyGnuTLS) })
  }()

  @Test func `both accept and refuse the same presentations of the catalogue`() throws {
    let scenarios = Stage.catalogue.scenarios
    #expect(scenarios.count > 70)
    var differing: [String: String] = [:]
    var agreed = 0
    for scenario in scenarios {
      for step in scenario.steps {
        let hierarchy = try Stage.mint(step.world)
        for recipe in scenario.policies.compactMap(step.world.policy) {
          let roots = recipe.anchors ?? step.world.stores.system + step.world.stores.user
          let question = PathQuestion(
            served: Stage.der(step.world.server.present, hierarchy), anchors: Stage.der(roots, hierarchy),
            hostname: Stage.host(step.world), time: Stage.now)
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
    let world = try #require(Stage.catalogue.scenarios.first { $0.id == "healthy/two-tier-chain" }).world
    let hierarchy = try Stage.mint(world)
    let question = PathQuestion(
      served: Stage.der(world.server.present, hierarchy), anchors: Stage.der(["root"], hierarchy), hostname: name,
      time: Stage.now)
    let isRight = ["pinned.rogues.test", "PINNED.rogues.test", "pinned.rogues.test."].contains(name)
    for evaluator in [OpenSSLPathEvaluator() as any PathEvaluator, GnuTLSPathEvaluator()] {
      let problems = evaluator.evaluate(question).problems
      #expect(problems.map(\.reason) == (isRight ? [] : [.nameMismatch]), "\(evaluator)")
    }
  }

  @Test(arguments: ["leaf", "issuing"])
  func `the first and the last second are in, and the seconds around them are not`(name: String) throws {
    let world = try #require(Stage.catalogue.scenarios.first { $0.id == "healthy/two-tier-chain" }).world
    let hierarchy = try Stage.mint(world)
    let recipe = try #require(world.certificate(name))
    let (first, last) = (Stage.now + recipe.notBefore, Stage.now + recipe.notAfter)
    // Below an anchor without dates of its own in the way, each certificate is tried at its own ends.
    let anchor = name == "leaf" ? "issuing" : "root"
    let served = name == "leaf" ? ["leaf", "issuing"] : ["issuing"]
    for evaluator in [OpenSSLPathEvaluator() as any PathEvaluator, GnuTLSPathEvaluator()] {
      func reasons(at time: Int64) -> [Reason] {
        let question = PathQuestion(
          served: Stage.der(served, hierarchy), anchors: Stage.der([anchor], hierarchy), hostname: nil, purpose: .any,
          time: time)
        return evaluator.evaluate(question).problems.filter { $0.index ?? 0 == 0 }.map(\.reason)
      }
      #expect(reasons(at: first).isEmpty && reasons(at: last).isEmpty, "\(evaluator)")
      #expect(reasons(at: first - 1).contains(.notYetValid), "\(evaluator)")
      #expect(reasons(at: last + 1).contains(.expired), "\(evaluator)")
    }
  }

  @Test func `any certificate may be an anchor, and none trusts nothing`() throws {
    let world = try #require(Stage.catalogue.scenarios.first { $0.id == "healthy/two-tier-chain" }).world
    let hierarchy = try Stage.mint(world)
    for evaluator in [OpenSSLPathEvaluator() as any PathEvaluator, GnuTLSPathEvaluator()] {
      for anchor in ["root", "issuing", "leaf"] {
        let question = PathQuestion(
          served: Stage.der(world.server.present, hierarchy), anchors: Stage.der([anchor], hierarchy),
          hostname: Stage.host(world), time: Stage.now)
        // GnuTLS looks for issuers only: a leaf is trusted by name there, not as an anchor.
        let isKnown = anchor == "leaf" && evaluator is GnuTLSPathEvaluator
        #expect(evaluator.evaluate(question).problems.isEmpty != isKnown, "\(anchor) \(evaluator)")
      }
      let nothing = PathQuestion(
        served: Stage.der(world.server.present, hierarchy), anchors: [], hostname: Stage.host(world), time: Stage.now)
      #expect(!evaluator.evaluate(nothing).problems.isEmpty, "\(evaluator)")
    }
  }
}
