import Foundation
import RogueModel
import RoguePKI
import RogueScenarios
import RogueStimuli
import RogueTrust
import Testing

/// The strict reading of certificates, against certificates that others have made, and against every form that is wrong.
@Suite struct CertificateFormTests {
  /// What is found in a leaf, or in its issuer.
  private func fault(_ defect: NamedUse, on name: String = "leaf") throws -> String? {
    var world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let index = try #require(world.certificates.firstIndex { $0.name == name })
    world.certificates[index][CertificateDefects.self] = [defect]
    return CertificateForm.fault(in: try #require(WorldFixture.mint(world).certificates[name]).der)
  }

  private static func use(_ defect: String, _ form: String) -> NamedUse { NamedUse(defect, ["form": .text(form)]) }

  @Test func `nothing is wrong with the healthy certificates of any world`() throws {
    var seen: Set<String> = []
    var read = 0
    for world in WorldFixture.catalogue.scenarios.map(\.world) where seen.insert(world.id).inserted {
      let hierarchy = try WorldFixture.mint(world)
      for recipe in world.certificates where recipe[CertificateDefects.self].isEmpty {
        let der = try #require(hierarchy.certificates[recipe.name]).der
        // The one letter that no certificate can have; it stands in the worlds that are about it.
        let hasForeignLetter = recipe[DNSNames.self].contains { !$0.utf8.allSatisfy { $0 < 0x80 } }
        #expect((CertificateForm.fault(in: der) != nil) == hasForeignLetter, "\(world.id) \(recipe.name)")
        read += 1
      }
    }
    #expect(read > 200)
  }

  /// What is wrong with some roots that are in use, by the letter.
  static let faultsInUse: Set<String> = [
    "notBefore is a GeneralizedTime before 2050", "keyUsage goes on after its last bit, or allows nothing",
  ]

  @Test func `certificates in use pass, but for a few that are known to be badly made`() throws {
    let bundle = "/etc/ssl/certs/ca-certificates.crt"
    guard let text = try? String(contentsOfFile: bundle, encoding: .utf8) else {
      try Test.cancel("this machine has no bundle of CAs")
    }
    let pieces = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
    let faults = try pieces.compactMap { piece -> String? in
      let body = try #require(piece.components(separatedBy: "-----END").first)
      let der = try #require(Data(base64Encoded: body, options: .ignoreUnknownCharacters))
      return CertificateForm.fault(in: Array(der))
    }
    #expect(pieces.count > 50)
    #expect(faults.count < 10 && Self.faultsInUse.isSuperset(of: faults), "\(faults)")
  }

  @Test(arguments: [
    (use("wrong-subject-alternative-name", "empty"), "subjectAltName has no name"),
    (use("wrong-subject-alternative-name", "not-ascii"), "a name is not ASCII"),
    (
      use("wrong-subject-alternative-name", "not-a-sequence"),
      "subjectAltName is missing, or another value replaces it"
    ),
    (use("wrong-subject-alternative-name", "truncated"), "an alternative name is longer than its container"),
    (use("wrong-subject-alternative-name", "trailing"), "something follows an extension inside its value"),
    (NamedUse("odd-ip-address"), "an address has 5 octets"),
    (use("wrong-basic-constraints", "ber-true"), "cA is neither TRUE nor FALSE in DER"),
    (
      use("wrong-basic-constraints", "not-a-sequence"),
      "basicConstraints is missing, or another value replaces it"
    ),
    (use("wrong-basic-constraints", "integer"), "pathLenConstraint is present without cA"),
    (use("wrong-basic-constraints", "trailing"), "something follows an extension inside its value"),
    (use("wrong-basic-constraints", "empty"), "basicConstraints is missing, or another value replaces it"),
    (use("wrong-basic-constraints", "negative-path-length"), "pathLenConstraint is negative"),
    (use("wrong-basic-constraints", "huge-path-length"), "pathLenConstraint is larger than any path"),
    (use("odd-key-usage", "empty"), "keyUsage allows nothing"),
    (use("odd-key-usage", "unused-bits-set"), "keyUsage has unused bits that are set"),
    (use("odd-key-usage", "too-many-unused-bits"), "keyUsage has a wrong number of unused bits"),
    (use("odd-key-usage", "not-a-bit-string"), "keyUsage is missing, or another value replaces it"),
    (use("odd-key-usage", "trailing-zeros"), "keyUsage goes on after its last bit, or allows nothing"),
    (use("odd-extended-key-usage", "empty"), "extendedKeyUsage has no purpose"),
    (
      use("wrong-key-identifier", "aki-not-a-sequence"),
      "authorityKeyIdentifier is missing, or another value replaces it"
    ),
    (
      use("wrong-key-identifier", "ski-not-an-octet-string"),
      "subjectKeyIdentifier is missing, or another value replaces it"
    ),
    (use("wrong-name-constraints", "empty"), "nameConstraints permits and excludes nothing"),
    (use("wrong-name-constraints", "ip-without-mask"), "an address has 4 octets"),
    (use("wrong-name-constraints", "mask-not-contiguous"), "a network's mask has holes"),
    (use("wrong-name-constraints", "minimum"), "something follows a subtree's base"),
    (use("wrong-name-constraints", "registered-id"), "a subtree is of a kind that is not compared"),
    (use("wrong-policies", "duplicate"), "a policy is present twice"),
    (use("wrong-policies", "empty"), "certificatePolicies has no policy"),
    (use("wrong-policies", "mapping-any-policy"), "anyPolicy is mapped"),
    (NamedUse("wrong-version"), "a certificate that is not of version 3 has extensions"),
    (NamedUse("wrong-version", ["number": .integer(4)]), "there is no such version"),
    (use("wrong-serial", "padded"), "the serial number has an octet that it does not need"),
    (use("wrong-serial", "empty"), "the serial number has no octet"),
    (use("wrong-time", "generalized"), "notAfter is a GeneralizedTime before 2050"),
    (use("wrong-time", "fraction"), "notAfter is not written as the profile wants it"),
    (use("wrong-time", "no-seconds"), "notAfter is not written as the profile wants it"),
    (use("wrong-time", "month-13"), "notAfter is not a date"),
    (use("not-der", "critical-ber-true"), "an extension's criticality is neither TRUE nor FALSE in DER"),
    (NamedUse("non-der-length"), "the certificate has a length that is not minimal"),
    (NamedUse("non-der-length", ["part": .text("tbs")]), "the signed part has a length that is not minimal"),
    (use("non-der-length", "indefinite"), "the certificate has no definite length"),
    (NamedUse("trailing-bytes"), "something follows the certificate"),
    (NamedUse("duplicate-extension"), "an extension is present twice"),
  ])
  func `a forbidden form is found and named`(_ defect: NamedUse, _ fault: String) throws {
    let on = ["wrong-basic-constraints", "wrong-name-constraints"].contains(defect.name) ? "issuing" : "leaf"
    #expect(try self.fault(defect, on: on) == fault)
  }

  @Test(arguments: [
    NamedUse("unknown-extension"), NamedUse("unique-identifier"), use("not-der", "explicit-false"),
    use("wrong-serial", "zero"), use("wrong-serial", "huge"), NamedUse("negative-serial"), use("wrong-time", "never"),
    use("wrong-time", "year-1930"), use("wrong-basic-constraints", "explicit-false"), NamedUse("empty-subject"),
    NamedUse("large-object-identifier"), NamedUse("many-names"), use("subject-string", "universal"),
  ])
  func `forms that clients must accept pass`(_ defect: NamedUse) throws {
    #expect(try fault(defect) == nil)
  }

  @Test func `every beginning of a certificate is a fault, and so is every octet that is missing`() throws {
    let world = try #require(WorldFixture.catalogue.scenarios.first { $0.id == "healthy/chain-two-tiers" }).world
    let der = try #require(WorldFixture.mint(world).certificates["leaf"]).der
    #expect(CertificateForm.fault(in: der) == nil)
    for count in 0..<der.count { #expect(CertificateForm.fault(in: Array(der.prefix(count))) != nil) }
    for index in der.indices {
      var shorter = der
      shorter.remove(at: index)
      #expect(CertificateForm.fault(in: shorter) != nil)
    }
  }
}
