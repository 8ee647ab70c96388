import Foundation
import RogueAdapters
import RogueEngines
import RogueModel
import RogueRunner
import RogueScenarios
import RogueTLS
import RogueValidators
import Testing

@testable import RoguesGallery

/// Liars, one for each capability: the reference, to which the field that the capability is about is not handed on.
@Suite(.timeLimit(.minutes(30))) struct ProbePairTests {
  static let probes = try? Catalogues(only: BuiltCommand.root.path).probes()
  static let pairs = probes?.pairs ?? []
  static let scenarios = (try? CatalogueFiles(Catalogues(only: BuiltCommand.root.path)).load().scenarios) ?? []

  @Test func `every capability has a pair, or a reason why it has none`() throws {
    let unpaired = try #require(Self.probes).unpaired.keys
    let paired = Set(Self.pairs.map(\.capability))
    #expect(paired.union(unpaired) == Set(Capability.known))
    #expect(paired.isDisjoint(with: unpaired))
  }

  @Test func `every pair has two cases of the catalogue with different right answers`() throws {
    for pair in Self.pairs {
      let with = try #require(Self.right(pair.with), "\(pair.capability)")
      guard let probe = pair.without else { continue }
      let without = try #require(Self.right(probe), "\(pair.capability)")
      #expect(with != without, "\(pair.capability)")
    }
  }

  @Test func `every other server of the doctor is a scenario`() throws {
    let probes = try #require(Self.probes)
    let known = Set(Self.scenarios.map(\.id))
    for id in [probes.ordinary, probes.rogue] + probes.reasons + probes.fields.map(\.scenario) {
      #expect(known.contains(id), "\(id)")
    }
  }

  /// The disposition that is right in the last step.
  private static func right(_ probe: ProbePair.Probe) -> Set<Statement.Said>? {
    guard let scenario = scenarios.first(where: { $0.id == probe.scenario }),
      let policy = scenario.policies.first(where: { name in
        probe.constraints.allSatisfy { $0.axis != .policy || $0.value == name }
      })
    else { return nil }
    return scenario.steps.last?.expectations[policy].map {
      Set($0.answers.map { $0.disposition == .accept ? .accept : .cancel })
    }
  }

  @Test(arguments: Set(pairs.map(\.capability)).union([.clock, .reason]).sorted())
  func `a validator that declares a capability and ignores it is detected, and an honest one is not`(
    _ capability: Capability
  ) async throws {
    let probes = try #require(Self.probes)
    let honest = try #require(try Self.base(capability))
    let capabilities = Self.needed(capability, honest, probes)
    let good = try await Gallery.examine(
      IgnoringAdapter(honest, capabilities, ignoring: nil), Self.scenarios, probes)
    #expect(good.isHealthy, "\(good.text)")
    #expect(good.lines.contains { $0.mark == .good && $0.text.hasPrefix(capability.rawValue) }, "\(good.text)")
    let liar = IgnoringAdapter(
      try #require(try Self.base(capability, ignoring: true)), capabilities, ignoring: capability)
    let bad = try await Gallery.examine(liar, Self.scenarios, probes)
    #expect(!bad.isHealthy, "\(bad.text)")
    let found = bad.lines.contains { line in
      line.mark == .bad && line.text.hasPrefix("declares ") && line.text.contains(capability.rawValue)
    }
    #expect(found, "\(bad.text)")
  }

  private static func base(_ capability: Capability, ignoring: Bool = false) throws -> (any Adapter)? {
    guard ignoring else { return try BuiltInAdapters.adapter(named: "reference") }
    return switch capability {
    // Every client of the project renegotiates on request: this one refuses the second handshake.
    case .renegotiation: Self.refusingRenegotiation
    // The reference authenticates whenever the server requests it; the client in Swift cannot.
    case .postHandshakeAuthentication: try BuiltInAdapters.adapter(named: "swift-client")
    // The reference processes policies whatever it is told.
    case .certificatePolicies: try BuiltInAdapters.adapter(named: "accept-all")
    // The reference requests staples and queries responders by default.
    case .revocationStaple, .revocationFetch: try BuiltInAdapters.adapter(named: "spki-any")
    default: try BuiltInAdapters.adapter(named: "reference")
    }
  }

  private static let refusingRenegotiation: any Adapter = {
    var rules = Rulebook()
    rules.replace(.renegotiationBinding, by: "never-tied") { _ in false }
    return SwiftClientAdapter(name: "liar", summary: "refuses every renegotiation", isControl: true, rules: rules) {
      BuiltInValidator.policy(BuiltInAdapters.environment)
    }
  }()

  /// The capability, with what its pair needs beside it.
  private static func needed(
    _ capability: Capability, _ adapter: any Adapter, _ probes: ProbeList
  ) -> Set<Capability> {
    let plan = Plan(
      scenarios: scenarios, adapters: [adapter], selection: .fixed([]), engines: Gallery.engineNames, fixedClock: false,
      refusal: EngineLimits.refusal)
    let paired = Examination(plan.adapters[0], by: probes).pairs.first { $0.pair.capability == capability }
    return Set((paired?.with.needs ?? []) + (paired?.without?.needs ?? [])).union([capability, .tls12, .tls13])
  }
}

/// Declares the given capabilities, and does not apply one of them.
private struct IgnoringAdapter: Adapter {
  let base: any Adapter
  let ignoring: Capability?
  let description: AdapterDescription

  init(_ base: any Adapter, _ capabilities: Set<Capability>, ignoring: Capability?) {
    self.base = base
    self.ignoring = ignoring
    description = AdapterDescription(
      name: "ignoring", door: .session, library: "built in", version: "1", capabilities: capabilities)
  }

  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result {
    try await base.withConversation(id) { try await body(IgnoringConversation(base: $0, ignoring: ignoring)) }
  }
}

private struct IgnoringConversation: AdapterConversation {
  let base: any AdapterConversation
  let ignoring: Capability?

  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport {
    var report = try await base.perform(ignoring.map { attempt.ignoring($0) } ?? attempt)
    if ignoring == .reason, case .statement(var statement) = report.outcome, statement.reason != nil {
      statement.reason = .other
      report.outcome = .statement(statement)
    }
    return report
  }
}

extension Attempt {
  /// The attempt as a client without that capability sees it.
  fileprivate func ignoring(_ capability: Capability) -> Attempt {
    var heard = self
    heard.needs.removeAll { $0 == capability }
    switch capability {
    case .anchors: heard.policy.anchors = nil
    // Trusts one CA of the system's.
    case .systemAnchors: heard.policy.systemAnchors = policy.systemAnchors.map { Array($0.prefix(1)) }
    // Takes the address that it connects to for the host.
    case .hostIPv6:
      if HostName.isVersion6(connect.host) {
        (heard.connect.host, heard.policy.hostname) = (connect.address, connect.address)
      }
    case .pinExpiry: for index in policy.pinSets.indices { heard.policy.pinSets[index].expires = nil }
    case .pinUnicode: heard.policy.pinSets.removeAll { !$0.host.utf8.allSatisfy { $0 < 0x80 } }
    case .pinSubdomains: for index in policy.pinSets.indices { heard.policy.pinSets[index].includeSubdomains = false }
    // Takes the digest for that of the key that it looks like.
    case .pinDigest:
      for index in policy.pinSets.indices {
        for place in policy.pinSets[index].any.indices { heard.policy.pinSets[index].any[place].likeness = nil }
      }
    case .revocationCRL: heard.policy.revocation.methods.removeAll { $0 == .crl }
    case .revocationCRLFetch: heard.policy.revocation.methods.removeAll { $0 == .crlFetch }
    case .revocationStaple: heard.policy.revocation.methods.removeAll { $0 == .ocspStaple }
    case .revocationFetch: heard.policy.revocation.methods.removeAll { $0 == .ocspFetch }
    case .revocationRequire: heard.policy.revocation.mode = .bestEffort
    case .revocationNoNetwork: heard.policy.revocation.allowsNetwork = true
    case .transparencyCertificate, .transparencyExtension, .transparencyStaple: heard.policy.transparency = nil
    case .transparencyMinimum: heard.policy.transparency?.minimum = 1
    case .transparencyOperators: heard.policy.transparency?.operators = 1
    case .identityPEM, .identityPKCS12: heard.policy.identity = nil
    case .identityChoice: heard.policy.identity?.others = []
    case .tls12: heard.minimumTLS = .tls13
    case .tls13: heard.maximumTLS = .tls12
    case .resumption: heard.reuse = .none
    case .keepAlive: heard.reuse = .none
    case .http2: heard.alpn.removeAll { $0 == "h2" }
    case .proxy: heard.connect.proxy = nil
    case .proxyTLS: heard.connect.proxyHost = nil
    case .proxyAnchors: heard.policy.proxyAnchors = nil
    case .clock: heard.policy.time = nil
    case .tofu: heard.policy.firstUse = nil
    default:
      if capability.rawValue.hasPrefix("starttls.") { heard.connect.startTLS = nil }
      if capability.rawValue.hasPrefix("pin.") {
        for index in policy.pinSets.indices {
          heard.policy.pinSets[index].any.removeAll { Capability.pin($0.kind, $0.position) == capability }
        }
        heard.policy.pinSets.removeAll { $0.any.isEmpty }
      }
    }
    if heard.policy.revocation.methods.isEmpty { heard.policy.revocation.mode = .off }
    return heard
  }
}
