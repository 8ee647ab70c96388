import RogueModel
import RoguePKI
import RogueStimuli
import Testing

/// Worlds and minting for the tests of this module.
enum Worlds {
  static let clock = Timestamp(secondsSince1970: 1_790_000_000)
  static let responder = "http://127.0.0.1:8123/token"
  /// One pool for the whole test run: RSA keys are slow to make.
  static let pool = KeyPool(store: MemoryKeyStore())

  /// Every role that a certificate can have, under a root and an intermediate.
  static let roles: World = {
    var issuing = CertificateRecipe(name: "issuing", issuer: "root", isCA: true)
    issuing[PathLength.self] = 0
    issuing[OCSPURL.self] = true
    issuing[CRLDistributionPoints.self] = []
    var leaf = CertificateRecipe(name: "leaf", issuer: "issuing", hosts: ["pinned", "*.wild"])
    leaf[IPAddresses.self] = ["127.0.0.1", "::1"]
    leaf[OCSPURL.self] = true
    leaf[CRLDistributionPoints.self] = []
    leaf[MustStaple.self] = true
    var revoked = CertificateRecipe(name: "revoked-leaf", issuer: "issuing", hosts: ["pinned"])
    revoked[Revoked.self] = true
    var client = CertificateRecipe(name: "client", issuer: "issuing")
    client[CertificateUsage.self] = .client
    var responder = CertificateRecipe(name: "responder", issuer: "issuing")
    responder[CertificateUsage.self] = .ocspSigner
    return world([
      CertificateRecipe(name: "root", isCA: true), issuing, leaf, revoked, client, responder,
      CertificateRecipe(name: "stranger", isCA: true),
      CertificateRecipe(name: "self-signed", hosts: ["pinned"]),
    ])
  }()

  static func world(_ certificates: [CertificateRecipe], keys: [String] = ["backup"]) -> World {
    World(
      id: "test", title: "A world for tests", domain: "rogues.test", certificates: certificates, keys: keys,
      stores: .init(system: ["root"], user: []), host: "pinned", server: ServerRecipe(present: ["leaf", "issuing"]),
      responders: [:], policies: [], location: SourceLocation(file: "test.yaml", line: 1, column: 1))
  }

  static func mint(
    _ world: World = roles, _ type: KeyType = .p256, seed: String = "seed", salt: String = "salt",
    clock: Timestamp = clock, responder: String? = responder, pool: KeyPool = pool
  ) throws -> Hierarchy {
    try WorldMinter(seed: seed, keyPool: pool).mint(
      world, MintRequest(salt: salt, keyType: type, clock: clock, responderBase: responder))
  }
}

extension Hierarchy {
  func der(_ names: String...) -> [[UInt8]] { names.compactMap { certificates[$0]?.der } }
}

extension RevocationSigner {
  /// The list of a CA that publishes one.
  func list(of issuer: String) throws -> [UInt8] { try #require(try crl(of: issuer)) }
}
