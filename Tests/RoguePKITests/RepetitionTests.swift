import RogueModel
import RoguePKI
import RogueStimuli
import Testing

@Suite struct RepetitionTests {
  /// Everything that a hierarchy can be made to say.
  private func everything(_ hierarchy: Hierarchy) throws -> [[UInt8]] {
    var bytes: [[UInt8]] = []
    for name in hierarchy.certificates.keys.sorted() {
      bytes.append(hierarchy.certificates[name]?.der ?? [])
      bytes.append(hierarchy.certificates[name]?.key.privateKey ?? [])
      bytes.append(try hierarchy.revocation.ocspResponse(about: name, request: nil, recipe: nil))
      bytes.append(try hierarchy.revocation.list(of: name))
    }
    return bytes
  }

  @Test(arguments: KeyType.common)
  func `the same seed, salt, clock and responder give the same bytes`(_ type: KeyType) throws {
    #expect(try everything(Worlds.mint(Worlds.roles, type)) == everything(Worlds.mint(Worlds.roles, type)))
  }

  @Test func `logs sign the same bytes again, and another salt gives other logs`() throws {
    var leaf = CertificateRecipe(name: "leaf", issuer: "root", hosts: ["pinned"])
    leaf[EmbeddedSCTs.self] = SCTListRecipe([SCTRecipe(log: "oak"), SCTRecipe(log: "yew")])
    var world = Worlds.world([CertificateRecipe(name: "root", isCA: true), leaf])
    world.logs = [
      LogRecipe(name: "oak", operatorName: "forest", location: world.location),
      LogRecipe(name: "yew", keyType: .rsa2048, operatorName: "abbey", location: world.location),
    ]
    func everything(_ hierarchy: Hierarchy) throws -> [[UInt8]] {
      let list = SCTListRecipe([SCTRecipe(log: "yew"), SCTRecipe(log: "oak", isCorrupt: true)])
      return [
        try #require(hierarchy.certificates["leaf"]).der, try hierarchy.transparency.sctList(list, about: "leaf"),
        try hierarchy.transparency.key(ofLog: "oak"),
      ]
    }
    let first = try everything(Worlds.mint(world))
    #expect(try everything(Worlds.mint(world)) == first)
    let other = try everything(Worlds.mint(world, salt: "other"))
    for (left, right) in zip(first, other) { #expect(left != right) }
    // A log is nobody's certificate: it has a key of its own, also where the names are the same.
    let names = Worlds.world([CertificateRecipe(name: "oak", isCA: true)])
    #expect(try Worlds.mint(names).certificates["oak"]?.key.spki != first[2])
    #expect(throws: HarnessFailure.self) { try Worlds.mint(names).transparency.key(ofLog: "oak") }
  }

  @Test func `threads at work at the same time make the same bytes`() async throws {
    let expected = try everything(Worlds.mint())
    // One minter for all, so that its caches are shared as well.
    let minter = WorldMinter(seed: "seed", keyPool: Worlds.pool)
    try await withThrowingTaskGroup(of: Hierarchy.self) { group in
      for _ in 0..<16 {
        group.addTask {
          try minter.mint(
            Worlds.roles,
            MintRequest(salt: "salt", keyType: .p256, clock: Worlds.clock, responderBase: Worlds.responder))
        }
      }
      for try await hierarchy in group { #expect(try everything(hierarchy) == expected) }
    }
  }

  @Test func `another seed or salt changes every key, serial and CA name`() throws {
    let first = try Worlds.mint()
    for other in [try Worlds.mint(seed: "other"), try Worlds.mint(salt: "other")] {
      for (name, certificate) in first.certificates {
        #expect(other.certificates[name]?.serial != certificate.serial)
        #expect(other.certificates[name]?.key != certificate.key)
      }
      #expect(other.keys["backup"] != first.keys["backup"])
      #expect(try Subject.of("root", in: other) != Subject.of("root", in: first))
      #expect(try Subject.of("issuing", in: other) != Subject.of("issuing", in: first))
    }
  }

  @Test func `seed and salt cannot be confused with each other`() throws {
    let one = try Worlds.mint(seed: "ab", salt: "c")
    let two = try Worlds.mint(seed: "a", salt: "bc")
    #expect(one.certificates["root"]?.key != two.certificates["root"]?.key)
  }

  @Test func `a changed certificate keeps its key and name and gets another serial`() throws {
    var world = Worlds.roles
    for index in world.certificates.indices where world.certificates[index].name == "leaf" {
      world.certificates[index][NotAfter.self] = -86_400
    }
    let healthy = try Worlds.mint()
    let expired = try Worlds.mint(world)
    #expect(expired.certificates["leaf"]?.key == healthy.certificates["leaf"]?.key)
    #expect(expired.certificates["leaf"]?.serial != healthy.certificates["leaf"]?.serial)
    #expect(try Subject.of("leaf", in: expired) == Subject.of("leaf", in: healthy))
    #expect(expired.certificates["issuing"] == healthy.certificates["issuing"])
  }

  @Test func `revoking a certificate does not change it`() throws {
    var world = Worlds.roles
    for index in world.certificates.indices { world.certificates[index][Revoked.self] = true }
    #expect(try Worlds.mint(world).certificates == Worlds.mint().certificates)
  }

  @Test func `RSA keys come from the store and missing ones are saved there`() throws {
    let store = MemoryKeyStore()
    let world = Worlds.world([CertificateRecipe(name: "root", isCA: true)], keys: [])
    let first = try Worlds.mint(world, .rsa2048, pool: KeyPool(store: store))
    #expect(store.names == ["rsa2048-0.p8"])
    let second = try Worlds.mint(world, .rsa2048, pool: KeyPool(store: store))
    #expect(first.certificates == second.certificates)
    #expect(store.load("rsa2048-0.p8") == first.certificates["root"]?.key.privateKey)
  }

  @Test func `a stored key that is damaged is made anew`() throws {
    let store = MemoryKeyStore(["rsa2048-0.p8": [1, 2, 3]])
    let world = Worlds.world([CertificateRecipe(name: "root", isCA: true)], keys: [])
    let made = try Worlds.mint(world, .rsa2048, pool: KeyPool(store: store))
    #expect(store.load("rsa2048-0.p8") == made.certificates["root"]?.key.privateKey)
  }

  @Test func `if two processes need the same key, the second uses the key of the first`() throws {
    let store = LateKeyStore()
    let world = Worlds.world([CertificateRecipe(name: "root", isCA: true)], keys: [])
    let first = try Worlds.mint(world, .rsa2048, pool: KeyPool(store: store))
    let second = try Worlds.mint(world, .rsa2048, pool: KeyPool(store: store))
    #expect(first.certificates == second.certificates)
  }
}

/// Shows each process that no key is there yet, as if all of them had looked before the first one stored its own.
private final class LateKeyStore: KeyStore {
  private let store = MemoryKeyStore()

  func load(_ name: String) -> [UInt8]? { nil }

  func add(_ name: String, _ bytes: [UInt8], replacing damaged: [UInt8]?) -> [UInt8] {
    store.add(name, bytes, replacing: damaged)
  }
}
