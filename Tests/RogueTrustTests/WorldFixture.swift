import RogueModel
import RoguePKI
import RogueScenarios
import RogueTrust
import TestSupport

/// Worlds of the catalogue, minted, for the tests of this module.
enum WorldFixture {
  static let now: Int64 = 1_790_000_000
  static let pool = KeyPool(store: TestKeys())

  /// A responder that nobody answers for.
  struct Silence: Fetcher {
    func fetch(_ request: FetchRequest) -> FetchReply { .failed("nobody is there") }
  }

  static let environment = TrustEnvironment(fetcher: Silence(), clock: { now })

  static let catalogue: Catalogue = {
    guard let catalogue = try? ShippedCatalogue.load(Vocabulary(defects: Defects.descriptors)) else {
      fatalError("the catalogue cannot be read")
    }
    return catalogue
  }()

  static func mint(_ world: World) throws -> Hierarchy {
    try WorldMinter(seed: "trust", keyPool: pool).mint(
      world,
      MintRequest(
        salt: "trust", keyType: .p256, clock: Timestamp(secondsSince1970: now),
        responderBase: "http://127.0.0.1:9/token"))
  }

  static func der(_ names: [String], _ hierarchy: Hierarchy) -> [[UInt8]] {
    names.compactMap { hierarchy.certificates[$0]?.der }
  }

  static func host(_ world: World) -> String { world.fullName(of: world.host) }

  static func policy(_ world: World, _ hierarchy: Hierarchy, hostname: String? = nil) -> AttemptPolicy {
    AttemptPolicy(
      systemAnchors: der(world.stores.system, hierarchy), userAnchors: der(world.stores.user, hierarchy), anchors: nil,
      hostname: hostname ?? host(world), pinSets: [],
      revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil,
      time: Timestamp(secondsSince1970: now))
  }
}
