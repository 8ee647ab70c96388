import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import RoguePKI
import RogueStimuli
import Testing

/// Every defect makes exactly the fault that it names, by two parsers that know nothing of ours.
@Suite struct DefectTests {
  enum GnuTLSAnswer: Sendable, Hashable {
    case accepts
    /// The bits `GNUTLS_CERT_…`.
    case refuses(UInt32)
    case cannotParse
  }

  struct Expectation: Sendable, CustomTestStringConvertible {
    var defect: String
    var on: String
    /// `X509_V_ERR_…` under OpenSSL's strict rules; the first one is what it stopped at. Nil when it cannot parse.
    var openSSL: [Int]?
    var gnuTLS: GnuTLSAnswer
    /// Of all certificates.
    var keys = KeyType.p256
    var parameters: [String: NamedUse.ParameterValue] = [:]
    var testDescription: String { "\(defect) \(parameters) on \(on)" }
    var use: NamedUse { NamedUse(defect, parameters) }
  }

  static let expectations =
    [
      Expectation(defect: "bad-signature", on: "leaf", openSSL: [7], gnuTLS: .refuses(2050)),
      Expectation(defect: "bad-signature", on: "issuing", openSSL: [7], gnuTLS: .refuses(2050)),
      Expectation(defect: "inner-outer-algorithm-mismatch", on: "leaf", openSSL: [78, 7], gnuTLS: .cannotParse),
      Expectation(defect: "inner-outer-algorithm-mismatch", on: "issuing", openSSL: [78, 7], gnuTLS: .cannotParse),
      Expectation(defect: "sha1-signature", on: "leaf", openSSL: [68], gnuTLS: .refuses(258)),
      Expectation(defect: "sha1-signature", on: "issuing", openSSL: [68], gnuTLS: .refuses(258)),
      Expectation(defect: "not-a-ca", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "not-a-ca", on: "issuing", openSSL: [79, 82, 26], gnuTLS: .refuses(130)),
      Expectation(defect: "no-basic-constraints", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "no-basic-constraints", on: "issuing", openSSL: [79, 82], gnuTLS: .refuses(130)),
      Expectation(defect: "duplicate-extension", on: "leaf", openSSL: [20, 26, 21], gnuTLS: .cannotParse),
      Expectation(defect: "duplicate-extension", on: "issuing", openSSL: [20, 21], gnuTLS: .cannotParse),
      Expectation(defect: "unknown-critical-extension", on: "leaf", openSSL: [34], gnuTLS: .refuses(2_097_154)),
      Expectation(defect: "unknown-critical-extension", on: "issuing", openSSL: [34], gnuTLS: .refuses(2_097_154)),
      Expectation(defect: "precertificate-poison", on: "leaf", openSSL: [34], gnuTLS: .refuses(2_097_154)),
      Expectation(defect: "precertificate-poison", on: "issuing", openSSL: [34], gnuTLS: .refuses(2_097_154)),
      Expectation(defect: "wrong-key-usage", on: "leaf", openSSL: [26], gnuTLS: .accepts),
      Expectation(defect: "wrong-key-usage", on: "issuing", openSSL: [79, 81, 26, 32], gnuTLS: .refuses(65538)),
      Expectation(defect: "no-crl-sign", on: "issuing", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "upper-case-schemes", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "wrong-extended-key-usage", on: "leaf", openSSL: [26], gnuTLS: .refuses(262_146)),
      Expectation(defect: "wrong-extended-key-usage", on: "issuing", openSSL: [26], gnuTLS: .refuses(262_146)),
      Expectation(defect: "no-san", on: "leaf", openSSL: [62], gnuTLS: .accepts),
      Expectation(defect: "negative-serial", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "version-1", on: "leaf", openSSL: [62], gnuTLS: .accepts),
      Expectation(defect: "version-1", on: "issuing", openSSL: [79, 26], gnuTLS: .refuses(130)),
      Expectation(defect: "extensions-in-version-1", on: "leaf", openSSL: [93], gnuTLS: .cannotParse),
      Expectation(defect: "extensions-in-version-1", on: "issuing", openSSL: [93], gnuTLS: .cannotParse),
      Expectation(defect: "non-der-length", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "non-der-length", on: "issuing", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "trailing-bytes", on: "leaf", openSSL: nil, gnuTLS: .cannotParse),
      Expectation(defect: "trailing-bytes", on: "issuing", openSSL: nil, gnuTLS: .cannotParse),
      Expectation(defect: "wrong-subject-alternative-name", on: "leaf", openSSL: [62], gnuTLS: .refuses(16386)),
      Expectation(defect: "odd-ip-address", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "wrong-common-name", on: "leaf", openSSL: [62], gnuTLS: .refuses(16386)),
      Expectation(defect: "subject-string", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "rewritten-issuer-name", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "empty-subject", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "empty-subject", on: "issuing", openSSL: [83, 84], gnuTLS: .accepts),
      Expectation(defect: "wrong-basic-constraints", on: "issuing", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "odd-key-usage", on: "leaf", openSSL: [20, 26, 21], gnuTLS: .accepts),
      Expectation(defect: "odd-key-usage", on: "issuing", openSSL: [20, 21], gnuTLS: .refuses(65538)),
      Expectation(defect: "odd-extended-key-usage", on: "leaf", openSSL: [26], gnuTLS: .accepts),
      Expectation(defect: "wrong-key-identifier", on: "leaf", openSSL: [20, 21], gnuTLS: .refuses(66)),
      Expectation(defect: "wrong-name-constraints", on: "issuing", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "wrong-policies", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "wrong-authority-info-access", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "unknown-extension", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "wrong-version", on: "leaf", openSSL: [93], gnuTLS: .cannotParse),
      Expectation(defect: "wrong-serial", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "wrong-time", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "swapped-validity", on: "leaf", openSSL: [9, 10], gnuTLS: .refuses(514)),
      Expectation(defect: "swapped-validity", on: "issuing", openSSL: [9, 10], gnuTLS: .refuses(514)),
      Expectation(defect: "unique-identifier", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "netscape-certificate-type", on: "leaf", openSSL: [26], gnuTLS: .accepts),
      Expectation(defect: "tls-features", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "not-der", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "many-names", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "many-name-constraints", on: "issuing", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "large-attribute", on: "leaf", openSSL: [], gnuTLS: .accepts),
      Expectation(defect: "large-object-identifier", on: "leaf", openSSL: [], gnuTLS: .cannotParse),
    ] + forgeries

  /// Signatures and keys that are wrong, each of them on the leaf and, where it can be, on its issuer.
  static let forgeries: [Expectation] =
    ["copied", "random", "empty", "zero", "order", "not-reduced", "negative", "trailing-byte"].flatMap { form in
      ["leaf", "issuing"].map { name in
        Expectation(
          defect: "forged-signature", on: name, openSSL: [7], gnuTLS: .refuses(form == "empty" ? 130 : 2050),
          parameters: ["kind": .text(form)])
      }
    }
    + ["leaf", "issuing"].map { name in
      Expectation(
        defect: "forged-signature", on: name, openSSL: name == "leaf" ? [20, 21] : [20], gnuTLS: .refuses(2),
        parameters: ["kind": .text("unknown-algorithm")])
    }
    + ["garbage-after-the-digest", "garbage-in-the-parameters", "garbage-in-a-length", "short-digest"].flatMap { form in
      ["leaf", "issuing"].map { name in
        Expectation(
          defect: "pkcs1-forgery", on: name, openSSL: [7], gnuTLS: .refuses(2050), keys: .rsaExponent3,
          parameters: ["kind": .text(form)])
      }
    }
    + ["short-salt", "no-salt", "sha1-mask"].map { form in
      Expectation(
        defect: "pss-parameters", on: "leaf", openSSL: [], gnuTLS: .refuses(2050), keys: .rsa2048,
        parameters: ["kind": .text(form)])
    } + [
      Expectation(
        defect: "pss-parameters", on: "leaf", openSSL: [7], gnuTLS: .refuses(2050), keys: .rsa2048,
        parameters: ["kind": .text("other-salt")]),
      Expectation(
        defect: "pss-only-key", on: "issuing", openSSL: [], gnuTLS: .accepts, keys: .rsa2048,
        parameters: ["kind": .text("unrestricted")]),
      Expectation(
        defect: "pss-only-key", on: "issuing", openSSL: [], gnuTLS: .accepts, keys: .rsa2048,
        parameters: ["kind": .text("restricted")]),
      Expectation(
        defect: "pss-only-key", on: "issuing", openSSL: [7], gnuTLS: .refuses(65538), keys: .rsa2048,
        parameters: ["kind": .text("other-digest")]),
      Expectation(
        defect: "pss-only-key", on: "issuing", openSSL: [20, 21], gnuTLS: .refuses(65538), keys: .rsa2048,
        parameters: ["kind": .text("pkcs1")]),
      Expectation(defect: "md5-signature", on: "leaf", openSSL: [68], gnuTLS: .refuses(258), keys: .rsa2048),
      Expectation(defect: "md5-signature", on: "issuing", openSSL: [68], gnuTLS: .refuses(258), keys: .rsa2048),
      // GnuTLS reads no more of the leaf's key than it has to, which is in the handshake.
      Expectation(defect: "explicit-curve", on: "leaf", openSSL: [94], gnuTLS: .accepts),
      Expectation(defect: "explicit-curve", on: "issuing", openSSL: [94], gnuTLS: .refuses(2)),
      Expectation(
        defect: "explicit-curve", on: "issuing", openSSL: [94], gnuTLS: .refuses(2),
        parameters: ["generator": .text("chosen")]),
    ]

  @Test(arguments: expectations)
  func `OpenSSL says of a chain with one defect`(_ expected: Expectation) throws {
    let hierarchy = try mint(expected.use, on: expected.on, expected.keys)
    var request = X509Verifier.Request(chain: hierarchy.der("leaf", "issuing"), anchors: hierarchy.der("root"))
    request.purpose = .server
    request.hostname = "pinned.rogues.test"
    request.at = Worlds.clock.secondsSince1970
    request.isStrict = true
    #expect(X509Verifier.verify(request).problems.map(\.code) == expected.openSSL ?? [nil])
  }

  @Test(arguments: expectations)
  func `GnuTLS says of a chain with one defect`(_ expected: Expectation) throws {
    let hierarchy = try mint(expected.use, on: expected.on, expected.keys)
    var request = GnuTLSVerifier.Request(chain: hierarchy.der("leaf", "issuing"), anchors: hierarchy.der("root"))
    request.purpose = .server
    request.hostname = "pinned.rogues.test"
    request.at = Worlds.clock.secondsSince1970
    switch expected.gnuTLS {
    case .accepts:
      let answer = try GnuTLSVerifier.verify(request)
      #expect(answer == .accepted)
    case .refuses(let status):
      guard case .rejected(let bits, _) = try GnuTLSVerifier.verify(request) else {
        Issue.record("accepted")
        return
      }
      #expect(bits == status)
    case .cannotParse:
      #expect(throws: GnuTLSFailure.self) { try GnuTLSCertificate(der: #require(hierarchy.der(expected.on).first)) }
    }
  }

  @Test func `every defect of the registry is tested and has a unique name`() {
    #expect(Set(Defects.descriptors.map(\.name)) == Set(Self.expectations.map(\.defect)))
    #expect(Set(Defects.descriptors.map(\.name)).count == Defects.descriptors.count)
    for descriptor in Defects.descriptors { #expect(!descriptor.summary.isEmpty) }
  }

  /// What a signer's or an owner's key cannot have.
  static func isPossible(_ defect: String, _ type: KeyType) -> Bool {
    switch defect {
    case "sha1-signature": type != .ed25519
    case "md5-signature", "pss-parameters", "pss-only-key": [.rsa2048, .rsaPSS2048, .rsaExponent3].contains(type)
    case "pkcs1-forgery": type == .rsaExponent3
    case "explicit-curve": [.p256, .p384].contains(type)
    default: true
    }
  }

  @Test(arguments: KeyType.common + [.rsaExponent3])
  func `every defect can be minted with every key type that it declares`(_ type: KeyType) throws {
    for descriptor in Defects.descriptors {
      guard Self.isPossible(descriptor.name, type) else {
        #expect(throws: HarnessFailure.self, "\(descriptor.name)") { try mint(descriptor.name, on: "leaf", type) }
        continue
      }
      let defective = try mint(descriptor.name, on: "leaf", type)
      let healthy = try Worlds.mint(Worlds.roles, type)
      // A leaf is no CA anyway, and this one has no URLs.
      if !["not-a-ca", "upper-case-schemes"].contains(descriptor.name) {
        #expect(defective.der("leaf") != healthy.der("leaf"), "\(descriptor.name)")
      }
      #expect(defective.der("issuing", "root") == healthy.der("issuing", "root"))
    }
  }

  @Test func `unknown defects and parameters and wrong types and values are failures`() {
    for use in [
      NamedUse("no-such-defect"), NamedUse("bad-signature", ["bits": .integer(3)]),
      NamedUse("trailing-bytes", ["count": .text("many")]), NamedUse("trailing-bytes", ["count": .integer(0)]),
      NamedUse("trailing-bytes", ["count": .integer(65_536)]), NamedUse("non-der-length", ["part": .text("middle")]),
      NamedUse("forged-signature", ["kind": .text("genuine")]), NamedUse("pkcs1-forgery"), NamedUse("md5-signature"),
      NamedUse("explicit-curve", ["generator": .text("chosen")]),
      NamedUse("wrong-extended-key-usage", ["purpose": .flag(true)]),
      NamedUse("wrong-extended-key-usage", ["purpose": .text("none")]),
    ] {
      #expect(throws: HarnessFailure.self, "\(use)") { try mint(use, on: "leaf") }
    }
  }

  func mint(_ defect: String, on name: String, _ type: KeyType = .p256) throws -> Hierarchy {
    try mint(NamedUse(defect), on: name, type)
  }

  func mint(_ defect: NamedUse, on name: String, _ type: KeyType = .p256) throws -> Hierarchy {
    var world = Worlds.roles
    for index in world.certificates.indices where world.certificates[index].name == name {
      world.certificates[index][CertificateDefects.self] = [defect]
    }
    return try Worlds.mint(world, type)
  }
}
