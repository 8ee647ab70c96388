@testable import RogueLab
import RogueModel
import RoguePKI
import RogueStimuli
import RogueTrust
import RogueValidators
import Testing

/// A cross-signed CA gives a server two paths; libraries stop at the first one that they like.
@Suite struct SeveralPathsTests {
  static func world() -> World {
    var issuing = CertificateRecipe(name: "issuing", issuer: "first-root", isCA: true)
    issuing[PathLength.self] = 0
    var cross = CertificateRecipe(name: "cross", issuer: "second-root", isCA: true)
    cross[PathLength.self] = 0
    cross[SubjectOf.self] = "issuing"
    cross[KeyOf.self] = "issuing"
    return World(
      id: "cross", title: "A cross-signed CA", domain: "rogues.test",
      certificates: [
        CertificateRecipe(name: "first-root", isCA: true), CertificateRecipe(name: "second-root", isCA: true), issuing,
        cross, CertificateRecipe(name: "leaf", issuer: "issuing", hosts: ["pinned"]),
      ], keys: [], stores: .init(system: ["first-root", "second-root"], user: []), host: "pinned",
      server: ServerRecipe(present: ["leaf", "issuing", "cross"]), responders: [:], policies: [],
      location: SourceLocation(file: "test.yaml", line: 1, column: 1))
  }

  @Test(arguments: [["leaf", "issuing", "cross"], ["leaf", "cross", "issuing"]], ["first-root", "second-root"])
  func `a pin on either root is found, whichever path comes first`(presented: [String], pinned: String) throws {
    let hierarchy = try WorldMinter(seed: "cross", keyPool: OfflineCatalogue.keys).mint(
      Self.world(),
      MintRequest(salt: "cross", keyType: .p256, clock: OfflineCatalogue.clock, responderBase: nil))
    func der(_ names: [String]) -> [[UInt8]] { names.compactMap { hierarchy.certificates[$0]?.der } }
    let flight = ServerFlight(host: "pinned.rogues.test", certificates: der(presented), staples: [:])
    func judge(_ pins: [[UInt8]]) -> ChainDecision {
      let policy = AttemptPolicy(
        systemAnchors: der(["first-root", "second-root"]), userAnchors: nil, anchors: nil,
        hostname: "pinned.rogues.test",
        pinSets: [
          AttemptPolicy.PinSet(
            host: "pinned.rogues.test", includeSubdomains: false, expires: nil,
            any: pins.map { AttemptPolicy.Pin(kind: .certificate, position: .ca, der: $0) })
        ],
        revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil,
        time: OfflineCatalogue.clock)
      let environment = TrustEnvironment(
        fetcher: OfflineFetcher(plans: []), clock: { OfflineCatalogue.clock.secondsSince1970 })
      return PolicyValidator(environment).judge(flight, policy: policy)
    }
    #expect(judge(der([pinned])) == .accept)
    guard case .cancel(.pinMismatch, _) = judge(der(["leaf"])) else {
      Issue.record("a CA pin fits the leaf")
      return
    }
  }
}
