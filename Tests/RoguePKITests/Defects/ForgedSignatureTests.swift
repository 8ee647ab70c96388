import RogueModel
import RogueOpenSSL
import Testing

@testable import RoguePKI
import RogueStimuli

/// What a verdict cannot show of a forged signature: that everything else is right, and how it comes near to being right.
@Suite struct ForgedSignatureTests {
  /// A certificate in its three parts, and the key of its issuer.
  struct Parts {
    var signed: [UInt8]
    var signature: [UInt8]
    var issuer: PublicKey

    init(_ hierarchy: Hierarchy, _ name: String, issuer: String) throws {
      var outer = DERReader(try #require(hierarchy.certificates[name]).der)
      let content = outer.primitive(.sequence)
      var fields = DERReader(try #require(content))
      let part = fields.next()
      signed = Array(try #require(part).encoding)
      let hasAlgorithm = fields.skip()
      #expect(hasAlgorithm)
      let bits = fields.primitive(.bitString)
      let found = try #require(bits)
      #expect(found.first == 0 && fields.isAtEnd && outer.isAtEnd)
      signature = Array(found.dropFirst())
      self.issuer = try PublicKey(spki: try #require(hierarchy.certificates[issuer]).key.spki)
    }

    /// The numbers of an ECDSA signature.
    func numbers() throws -> (r: [UInt8], s: [UInt8]) {
      var outer = DERReader(signature)
      let content = outer.constructed(.sequence)
      var fields = try #require(content)
      let r = fields.primitive(.integer)
      let s = fields.primitive(.integer)
      #expect(fields.isAtEnd)
      return (Array(try #require(r)), Array(try #require(s)))
    }
  }

  private func parts(_ use: NamedUse?, _ type: KeyType) throws -> Parts {
    guard let use else { return try Parts(Worlds.mint(Worlds.roles, type), "leaf", issuer: "issuing") }
    return try Parts(DefectTests().mint(use, on: "leaf", type), "leaf", issuer: "issuing")
  }

  private func forged(_ form: String, _ type: KeyType = .p256) throws -> Parts {
    try parts(NamedUse("forged-signature", ["kind": .text(form)]), type)
  }

  private func isRight(_ signature: [UInt8], _ parts: Parts, _ form: SignatureForm = .hashed(.sha256)) -> Bool {
    parts.issuer.verifies(signature, of: parts.signed, as: form)
  }

  @Test(arguments: ["copied", "random", "empty", "zero", "order", "not-reduced", "negative", "trailing-byte"])
  func `a forged certificate differs only in its signature`(_ form: String) throws {
    let healthy = try parts(nil, .p256)
    let forged = try forged(form)
    #expect(forged.signed == healthy.signed)
    #expect(forged.signature != healthy.signature)
    #expect(isRight(healthy.signature, healthy))
    #expect(!isRight(forged.signature, forged))
  }

  @Test(
    arguments: [KeyType.rsa2048, .rsaPSS2048, .ed25519, .p384], ["copied", "random", "empty", "zero", "trailing-byte"])
  func `every kind of key has every forged form`(_ type: KeyType, _ form: String) throws {
    let method: SignatureForm =
      switch type {
      case .ed25519: .pure
      case .p384: .hashed(.sha384)
      case .rsaPSS2048: .pss(.sha256)
      default: .hashed(.sha256)
      }
    let healthy = try parts(nil, type)
    let forged = try forged(form, type)
    #expect(forged.signed == healthy.signed)
    #expect(isRight(healthy.signature, healthy, method))
    #expect(!isRight(forged.signature, forged, method))
  }

  @Test func `every kind of a forgery is tested`() {
    for name in ["forged-signature", "pkcs1-forgery", "pss-parameters", "pss-only-key"] {
      let known = Defects.descriptors.filter { $0.name == name }.flatMap(\.parameters).flatMap(\.choices)
      let tested = DefectTests.forgeries.filter { $0.defect == name }.compactMap { expectation -> String? in
        guard case .text(let word)? = expectation.parameters["kind"] else { return nil }
        return word
      }
      #expect(!known.isEmpty && Set(known) == Set(tested), "\(name)")
    }
  }

  @Test func `a copied signature is valid for other data`() throws {
    let forged = try forged("copied")
    #expect(
      forged.issuer.verifies(forged.signature, of: Digest.sha256.hash(forged.signed), as: .hashed(.sha256)))
  }

  @Test func `zeros have the right form, and an empty signature is empty`() throws {
    #expect(try forged("zero").signature == [0x30, 6, 2, 1, 0, 2, 1, 0])
    #expect(try forged("zero", .rsa2048).signature == [UInt8](repeating: 0, count: 256))
    #expect(try forged("empty").signature == [])
  }

  @Test func `numbers out of range are valid once they are reduced`() throws {
    let order = try EllipticCurve.p256.parameters().order
    let healthy = try parts(nil, .p256).numbers()
    let large = try forged("not-reduced")
    let (r, s) = try large.numbers()
    #expect(s == healthy.s)
    #expect(r.count == 33 && r.first == 1 || r.dropFirst().lexicographicallyPrecedes(order) == false)
    #expect(isRight(ECDSASignature.encode(Residue.of(r, modulo: order), s), large))
    let negative = try forged("negative")
    let (same, below) = try negative.numbers()
    #expect(same == healthy.r)
    #expect(try #require(below.first) >= 0x80)
    #expect(Residue.magnitude(below).drop { $0 == 0 } == healthy.s.drop { $0 == 0 })
    #expect(isRight(ECDSASignature.encode(same, Residue.magnitude(below)), negative))
    let modular = try forged("not-reduced", .rsa2048)
    let modulus = try #require(modular.issuer.modulus)
    #expect(isRight(Residue.of(modular.signature, modulo: modulus), modular))
    let surplus = try forged("trailing-byte")
    #expect(isRight(Array(surplus.signature.dropLast()), surplus))
  }

  @Test(arguments: ["garbage-after-the-digest", "garbage-in-the-parameters"])
  func `a PKCS #1 forgery is a cube root, and its block holds the hash where it is looked for`(_ form: String) throws {
    let forged = try parts(NamedUse("pkcs1-forgery", ["kind": .text(form)]), .rsaExponent3)
    let hash = Digest.sha256.hash(forged.signed)
    let block = try #require(forged.issuer.block(of: forged.signature))
    // Nothing was reduced, so no private key was needed.
    #expect(try CubeRoot.cube(forged.signature) == Array(block.drop { $0 == 0 }))
    #expect(block.starts(with: [0, 1] + [UInt8](repeating: 0xff, count: 8)))
    let padding = block.dropFirst(2).prefix { $0 == 0xff }.count
    #expect(block[2 + padding] == 0)
    var reader = DERReader(block[(3 + padding)...])
    let info = reader.constructed(.sequence)
    var fields = try #require(info)
    let algorithm = fields.constructed(.sequence)
    var names = try #require(algorithm)
    #expect(names.primitive(.objectIdentifier).map(Array.init) == [0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1])
    #expect(fields.primitive(.octetString).map(Array.init) == hash)
    #expect(fields.isAtEnd)
    let garbage = names.next()
    if form == "garbage-after-the-digest" {
      #expect(garbage?.tag == .null)
      #expect(padding == 8)
      #expect(!reader.isAtEnd)
    } else {
      #expect(try #require(garbage).content.count > 100)
      #expect(reader.isAtEnd)
    }
    #expect(!isRight(forged.signature, forged))
  }

  @Test func `a short digest is the beginning of the right one, in a block that is right otherwise`() throws {
    let forged = try parts(NamedUse("pkcs1-forgery", ["kind": .text("short-digest")]), .rsaExponent3)
    let block = try #require(forged.issuer.block(of: forged.signature))
    let hash = Array(Digest.sha256.hash(forged.signed).prefix(8))
    #expect(block.suffix(10).elementsEqual([0x04, 8] + hash))
    #expect(block.dropFirst(2).prefix { $0 == 0xff }.count == 256 - 3 - 27)
  }

  @Test func `garbage in a length comes before its last four octets, in an otherwise valid block`() throws {
    let forged = try parts(NamedUse("pkcs1-forgery", ["kind": .text("garbage-in-a-length")]), .rsa2048)
    let block = try #require(forged.issuer.block(of: forged.signature))
    let hash = Digest.sha256.hash(forged.signed)
    let end: [UInt8] = [0x04, 0x8c] + [UInt8](repeating: 0xa5, count: 8) + [0, 0, 0, 32] + hash
    #expect(block.suffix(end.count).elementsEqual(end))
    // Before it, a SEQUENCE of the right length with the name of SHA-256.
    let name: [UInt8] = [0x30, 0x0d, 0x06, 0x09, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, 2, 1, 5, 0]
    #expect(
      block.dropLast(end.count).suffix(name.count + 2).elementsEqual([0x30, UInt8(name.count + end.count)] + name))
    #expect(!isRight(forged.signature, forged))
  }

  @Test func `the order of the group is zero once it is reduced`() throws {
    let order = try EllipticCurve.p256.parameters().order
    let (r, s) = try forged("order").numbers()
    #expect(r == [0] + order && s == [0] + order)
  }

  @Test func `the signature is over MD5`() throws {
    let weak = try parts(NamedUse("md5-signature"), .rsa2048)
    let block = try #require(weak.issuer.block(of: weak.signature))
    #expect(block.suffix(18).elementsEqual([0x04, 16] + (MD5.hash(weak.signed))))
    #expect(
      MD5.hash(Array("abc".utf8)) == [
        0x90, 0x01, 0x50, 0x98, 0x3c, 0xd2, 0x4f, 0xb0, 0xd6, 0x96, 0x3f, 0x7d, 0x28, 0xe1, 0x7f, 0x72,
      ])
  }

  @Test(arguments: ["short-salt", "no-salt", "other-salt"])
  func `a salt of PSS has another length than the digest`(_ form: String) throws {
    let parts = try parts(NamedUse("pss-parameters", ["kind": .text(form)]), .rsa2048)
    #expect(isRight(parts.signature, parts, .pssOfAnySalt(.sha256)))
    #expect(!isRight(parts.signature, parts, .pss(.sha256)))
  }

  @Test(arguments: ["unrestricted", "restricted", "other-digest", "pkcs1"])
  func `a key for PSS differs in its algorithm identifier alone`(_ kind: String) throws {
    let use = NamedUse("pss-only-key", ["kind": .text(kind)])
    let hierarchy = try DefectTests().mint(use, on: "issuing", .rsa2048)
    let healthy = try Worlds.mint(Worlds.roles, .rsa2048)
    let plain = try #require(healthy.certificates["issuing"]).key
    let own = try #require(hierarchy.certificates["issuing"]).key
    // id-RSASSA-PSS, with nothing after it, or with parameters that name a digest.
    let identifier: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]
    let digests: [String: [UInt8]] = ["restricted": [2, 1], "other-digest": [2, 2]]
    let start = try #require(own.spki.indices.first { own.spki[$0...].starts(with: identifier) })
    let algorithm = own.spki[start...].prefix(while: { $0 != 0x03 })
    if let digest = digests[kind] {
      let named = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04] + digest
      #expect(own.spki.indices.contains { own.spki[$0...].starts(with: named) })
    } else {
      #expect(Array(algorithm) == identifier)
    }
    #expect(own.spki.suffix(270) == plain.spki.suffix(270))
    #expect(own.privateKey.suffix(1000) == plain.privateKey.suffix(1000))
    // The leaf is signed by it, in the way that the kind says.
    let parts = try Parts(healthy, "leaf", issuer: "issuing")
    let signed = try Parts(hierarchy, "leaf", issuer: "issuing")
    let key = parts.issuer
    #expect(key.verifies(signed.signature, of: signed.signed, as: kind == "pkcs1" ? .hashed(.sha256) : .pss(.sha256)))
  }

  @Test func `a chosen generator gives another private key to the same point`() throws {
    var world = Worlds.roles
    var forger = CertificateRecipe(name: "forger", isCA: true)
    forger[KeyOf.self] = "root"
    forger[SubjectOf.self] = "root"
    forger[CertificateDefects.self] = [NamedUse("explicit-curve", ["generator": .text("chosen")])]
    world.certificates += [forger, CertificateRecipe(name: "forged", issuer: "forger", hosts: ["pinned"])]
    let hierarchy = try Worlds.mint(world)
    let root = try PublicKey(spki: try #require(hierarchy.certificates["root"]).key.spki)
    let forged = try Parts(hierarchy, "forged", issuer: "forger")
    let forgerSPKI = try #require(hierarchy.certificates["forger"]).key.spki
    // The point stands last in either key.
    let point = try #require(hierarchy.certificates["root"]).key.spki.suffix(65)
    #expect(forgerSPKI.suffix(65).elementsEqual(point))
    #expect(isRight(forged.signature, forged))
    #expect(!root.verifies(forged.signature, of: forged.signed, as: .hashed(.sha256)))
    #expect(forged.issuer.order == root.order)
    #expect(try Subject.of("forger", in: hierarchy) == Subject.of("root", in: hierarchy))
  }

  @Test func `a curve that is spelt out with its own generator is the same key`() throws {
    let spelt = try DefectTests().mint("explicit-curve", on: "issuing")
    let parts = try Parts(spelt, "leaf", issuer: "issuing")
    #expect(isRight(parts.signature, parts))
    let named = try Worlds.mint()
    let key = try PublicKey(spki: try #require(named.certificates["issuing"]).key.spki)
    #expect(key.verifies(parts.signature, of: parts.signed, as: .hashed(.sha256)))
    let curve = try EllipticCurve.p256.parameters()
    let spki = try #require(spelt.certificates["issuing"]).key.spki
    for part in [curve.prime, curve.a, curve.b, curve.generator, curve.order] {
      #expect(spki.indices.contains { spki[$0...].starts(with: part) })
    }
  }
}
