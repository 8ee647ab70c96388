import RogueContract
@testable import RogueLab
import RogueModel
@testable import RogueRunner
import RogueScenarios
import RogueStimuli

/// The validators that a profile has to catch, from which its list of scenarios is computed.
struct ProfileGoal {
  var profile: String
  /// Plain scenarios that it has in any case: healthy servers, faults of handshakes, and the first ones that a reader looks for.
  var always: [String]
  /// Mutants, each under every kind of policy under which it can be caught.
  var mutants: [String]

  /// What every client needs, in the circumstances that each of them has.
  static let core = ProfileGoal(
    profile: "core",
    always: [
      "healthy/chain-two-tiers", "healthy/wildcard", "trust/unknown-ca", "names/wrong-host", "pin/no-pin-matches",
      "handshake/wrong-private-key", "handshake/handshake-signature-bit-flipped",
    ],
    mutants: Mutant.ofStrangers.map(\.name) + [
      "adds-the-stores", "trusts-last-served-certificate", "trusts-issuer-names", "trusts-key-identifiers",
      "trusts-self-signed-leaves", "accepts-incomplete-chains", "ignores-basic-constraints",
      "skips-signatures-below-non-ca", "ignores-path-len", "ignores-validity-of-issuers", "ignores-validity-of-leaf",
      "ignores-not-after-of-leaf", "ignores-not-before-of-leaf", "ignores-not-after-of-intermediate",
      "ignores-not-before-of-intermediate", "dates-of-the-leaf-only", "ignores-extended-key-usage",
      "ignores-critical-extensions", "verifies-no-leaf", "takes-weak-digests", "ignores-host-name",
      "matches-host-as-prefix", "matches-host-as-suffix", "matches-parent-domain", "matches-sibling-domain",
      "wildcard-spans-labels", "wildcard-matches-no-label", "wildcard-as-glob", "accepts-certificate-without-san",
      "matches-any-general-name", "exempts-common-name-from-name-constraints", "ignores-name-constraints",
      "reads-names-to-the-first-nul", "falls-back-to-common-names", "ignores-pins", "compares-pins-with-served-chain",
      "pins-replace-trust", "pins-replace-names", "pins-replace-anchors", "pins-replace-dates",
      "pins-replace-signatures", "pins-replace-purposes", "rests-pins-in-rotations", "pins-names-of-certificates",
    ])
}

/// What a client trusts: the circumstances in which a profile has to catch a mutant.
enum TrustCircumstance: String, CaseIterable {
  case system = "the system's store"
  case anchors = "its own anchors"
  case leafPins = "pins on leaves"
  case otherPins = "pins on CAs"

  /// Nil: the case needs more of a client than most can do.
  init?(_ scenario: Scenario, policy: String) {
    let pins = PinKind.allCases.flatMap { kind in PinPosition.allCases.map { Capability.pin(kind, $0) } }
    let needs = Set(
      Needs.of(scenario, AxisValues(tls: .tls13, policy: policy), fixedClock: false).filter { $0 != .tls13 })
    switch needs {
    case []: self = .system
    case [.anchors]: self = .anchors
    case _ where needs.isSubset(of: [.pin(.spki, .leaf), .pin(.certificate, .leaf)]): self = .leafPins
    case _ where needs.isSubset(of: pins): self = .otherPins
    default: return nil
    }
  }
}

extension ProfileGoal {
  /// A mutant in a circumstance, with the scenarios that catch it there.
  struct Element {
    var mutant: String
    var circumstance: TrustCircumstance
    var scenarios: Set<String>
  }

  /// The scenarios of one connection that every client must get right, in TLS 1.3.
  private static func candidates(in catalogue: Catalogue) -> [Scenario] {
    catalogue.scenarios.filter { scenario in
      scenario.level == .must && scenario.steps.count == 1 && scenario.axes.tls.contains(.tls13)
        && scenario.steps.allSatisfy { step in
          !HostName.isAddress(step.world.fullName(of: step.world.host))
            && step.world.certificates.allSatisfy { $0[CAIssuers.self] == .none }
        }
    }
  }

  /// - Parameter admitted: by mutant, then by scenario, the policies under which it admits the rogue.
  func elements(_ admitted: [String: [String: Set<String>]], in catalogue: Catalogue) -> [Element] {
    let candidates = Self.candidates(in: catalogue)
    return mutants.flatMap { mutant in
      let caught = TrustCircumstance.allCases.map { circumstance in
        Element(
          mutant: mutant, circumstance: circumstance,
          scenarios: Set(
            candidates.filter { scenario in
              (admitted["mutant-\(mutant)"]?[scenario.id] ?? [])
                .contains { TrustCircumstance(scenario, policy: $0) == circumstance }
            }.map(\.id)))
      }.filter { !$0.scenarios.isEmpty }
      // A mistake about pins is one where pins decide; any other is one wherever the client's trust comes from.
      let withoutPins = caught.filter { [.system, .anchors].contains($0.circumstance) }
      return withoutPins.isEmpty ? caught : withoutPins
    }
  }

  /// The fewest cases in which each mutant is caught in each circumstance. Of equally few, those that catch more mutants.
  func scenarios(_ admitted: [String: [String: Set<String>]], in catalogue: Catalogue) -> [String] {
    let open = elements(admitted, in: catalogue).map(\.scenarios).filter { $0.isDisjoint(with: always) }
    let caught: [String: Int] = admitted.values.reduce(into: [:]) { counts, scenarios in
      for id in scenarios.keys { counts[id, default: 0] += 1 }
    }
    let policies = Dictionary(uniqueKeysWithValues: catalogue.scenarios.map { ($0.id, $0.policies.count) })
    let chosen = SmallestCover.choose(for: open) { 1000 * (policies[$0] ?? 1) - (caught[$0] ?? 0) }
    return (always + chosen).sorted()
  }
}
