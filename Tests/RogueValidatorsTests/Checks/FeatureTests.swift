import RogueDecisions
import RogueModel
import RogueScenarios
import RogueStimuli
import RogueTrust
import Testing

@testable import RogueLab

/// The circumstances are derived from what an attempt and a certificate can have, so that none is forgotten.
@Suite struct FeatureTests {
  @Test func `no two features have one name, and no feature has a value twice`() {
    let names = Feature.all.map(\.name)
    #expect(Set(names).count == names.count)
    for feature in Feature.all { #expect(Set(feature.values).count == feature.values.count, "\(feature.name)") }
    #expect(Circumstance.all.count > 300)
  }

  @Test func `every field of an attempt and every key of a certificate has a feature, or a reason why none shows it`() {
    let fields = Set(
      Self.fields(of: Self.attempt, "attempt") + Self.fields(of: Self.attempt.policy, "policy")
        + CertificateSettings.stimuli.map { "certificate.\($0.part.name)" })
    let shown = Set(Feature.all.flatMap(\.fields))
    let missing = fields.subtracting(shown).subtracting(Feature.unseen.keys)
    #expect(missing.sorted() == [])
    #expect(shown.intersection(Feature.unseen.keys).sorted() == [])
    let unknown = shown.union(Feature.unseen.keys).filter { field in
      !fields.contains(field) && !fields.contains { $0.hasPrefix(field + ".") }
    }
    #expect(unknown.sorted() == [])
  }

  @Test(arguments: [KeyType.p256, .p384, .p521, .ed25519, .ed448, .rsa2048, .rsaPSS2048, .rsaExponent3, .p224])
  func `the kind of a key is the one that was asked for`(type: KeyType) throws {
    var scenario = try #require(OfflineCatalogue.catalogue().scenarios.first { $0.id.hasPrefix("healthy/") })
    scenario.axes.keys = [type]
    let trial = try #require(try OfflineCatalogue.minter.trials(of: scenario).first)
    let sight = try #require(trial.sights(RememberedPaths()).first)
    let leaf = try #require(sight.leaf)
    #expect(Word.key(leaf.facts.spki) == (type == .rsaPSS2048 ? .rsa2048 : type).rawValue)
    #expect(Circumstance.holding(in: sight).count > 40)
  }

  /// One with everything that is optional.
  private static let attempt = Attempt(
    id: "a", conversation: "c", step: 1, needs: [], reuse: .none, learn: false, deadlineMilliseconds: 1,
    connect: Attempt.Endpoint(host: "a.test", address: "127.0.0.1", port: 1, path: "/", proxy: nil),
    policy: AttemptPolicy(
      systemAnchors: [], userAnchors: [], anchors: [], hostname: "a.test",
      pinSets: [
        AttemptPolicy.PinSet(
          host: "a.test", includeSubdomains: true, expires: Timestamp(secondsSince1970: 0),
          any: [AttemptPolicy.Pin(kind: .spki, position: .leaf, der: [], likeness: .prefix, file: .half)])
      ],
      revocation: AttemptPolicy.Revocation(
        mode: .off, methods: [.crl], crls: [AttemptPolicy.NamedCRL(issuer: "ca", der: [])]),
      transparency: AttemptPolicy.Transparency(
        logs: [
          AttemptPolicy.Log(name: "log", spki: [], operatorName: "o", retired: Timestamp(secondsSince1970: 0))
        ], minimum: 1, operators: 1),
      identity: AttemptPolicy.Identity(form: .pem, leaf: [], chain: [], privateKey: [], password: "", damage: .file),
      time: Timestamp(secondsSince1970: 0), firstUse: .learn, challenges: [.proxy], proxyAnchors: [],
      platform: AttemptPolicy.Platform(denied: [], fails: .setting, storedPins: .missing)))

  /// The fields in which a value lies, with the names of those around them.
  private static func fields(of value: Any, _ name: String) -> [String] {
    Mirror(reflecting: value).children.flatMap { child -> [String] in
      guard let label = child.label else { return [] }
      let own = "\(name).\(label)"
      if own == "attempt.policy" { return [] }
      let inner = structure(in: child.value)
      let nested = own.hasPrefix("attempt.") || inner is Timestamp ? [] : inner.map { fields(of: $0, own) } ?? []
      return nested.isEmpty ? [own] : nested
    }
  }

  /// A structure, or the first of a list; nil: something else.
  private static func structure(in value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return mirror.children.first.flatMap { structure(in: $0.value) }
    case .collection: return mirror.children.first.flatMap { structure(in: $0.value) }
    case .struct: return String(describing: type(of: value)) == "String" ? nil : value
    default: return nil
    }
  }
}
