import GnuTLSPKI
import RogueGnuTLS
import RogueModel
import RogueOpenSSL
import RogueStimuli
import Testing

/// Every fault that a CRL can be given, read by the program `openssl`: that one, and no other.
@Suite struct CRLRecipeTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    var name: String
    var changes: Set<String>
    var change: @Sendable (inout CRLRecipe) -> Void
    var testDescription: String { name }

    init(_ name: String, _ changes: Set<String>, _ change: @escaping @Sendable (inout CRLRecipe) -> Void) {
      self.name = name
      self.changes = changes
      self.change = change
    }
  }

  static let scope = "X509v3 Issuing Distribution Point"

  static let faults: [Fault] = [
    Fault("last update", ["Last Update"]) { $0.thisUpdate = 86_400 },
    Fault("next update", ["Next Update"]) { $0.nextUpdate = -86_400 },
    Fault("no next update", ["Next Update"]) { $0.nextUpdate = nil },
    Fault("another signer", ["Signature"]) { $0.signer = "client" },
    Fault("corrupt signature", ["Signature"]) { $0.signature = .corrupt },
    Fault("empty signature", ["Signature"]) { $0.signature = .empty },
    Fault("critical number", ["X509v3 CRL Number"]) { $0.number = .critical },
    Fault("no number", ["X509v3 CRL Number"]) { $0.number = .absent },
    Fault("unknown extension", ["1.3.6.1.4.1.32473.1"]) { $0.extension = .nonCritical },
    Fault("critical extension", ["1.3.6.1.4.1.32473.1"]) { $0.extension = .critical },
    Fault("critical extension of an entry", ["1.3.6.1.4.1.32473.1"]) { $0.entryExtension = .critical },
    Fault("certificate hold", ["X509v3 CRL Reason Code"]) { $0.reason = .certificateHold },
    Fault("changes only", ["X509v3 Delta CRL Indicator"]) { $0.isDelta = true },
    Fault("only CAs", [scope]) { $0.scope = .onlyCAs },
    Fault("only users", [scope]) { $0.scope = .onlyUsers },
    Fault("only attributes", [scope]) { $0.scope = .onlyAttributes },
    Fault("some reasons", [scope, "Only Some Reasons"]) { $0.scope = .someReasons },
    Fault("indirect", [scope, "X509v3 Certificate Issuer", "DirName"]) { $0.scope = .indirect },
    Fault("its place", [scope, "Full Name", "URI"]) { $0.scope = .samePoint },
    Fault("another place", [scope, "Full Name", "URI"]) { $0.scope = .otherPoint },
    // The reading shows the lines after the first entry: now the next one, else what follows the list.
    Fault("the other reasons", [scope, "Only Some Reasons"]) { $0.scope = .otherReasons },
    Fault("a given number", ["X509v3 CRL Number"]) { $0.number = .given(256) },
    Fault("a raw extension", ["X509v3 CRL Number"]) {
      $0.extensions = [.init(identifier: "2.5.29.20", isCritical: false, value: [0x02, 0x01, 0x05])]
    },
    Fault("a raw extension of an entry", ["X509v3 CRL Reason Code"]) {
      $0.entryExtensions = [.init(identifier: "2.5.29.21", isCritical: false, value: [0x0a, 0x01, 0x04])]
    },
    Fault("issuers of certificates", ["X509v3 Certificate Issuer", "DirName"]) { $0.certificateIssuer = .every },
    Fault("more entries", ["Entries", "Serial Number", "Revocation Date", "Signature Algorithm"]) { $0.entries = 1000 },
  ]

  static func minted(_ change: (inout CRLRecipe) -> Void) throws -> (hierarchy: Hierarchy, list: [UInt8]?) {
    var world = Worlds.roles
    let index = try #require(world.certificates.firstIndex { $0.name == "issuing" })
    change(&world.certificates[index][IssuedCRL.self])
    let hierarchy = try Worlds.mint(world)
    return (hierarchy, try hierarchy.revocation.crl(of: "issuing"))
  }

  static func text(_ change: (inout CRLRecipe) -> Void) throws -> OpenSSLReading.Text {
    let (hierarchy, list) = try minted(change)
    return try OpenSSLReading.list(#require(list), issuer: #require(hierarchy.certificates["issuing"]).der)
  }

  @Test(arguments: faults)
  func `a list has the fault that it is given, and no other`(_ fault: Fault) throws {
    let honest = try Self.text { _ in }
    try #require(honest.isRead && honest.values["Signature"] == ["good"] && honest.values["Entries"] == ["1"])
    let rogue = try Self.text(fault.change)
    #expect(rogue.isRead)
    #expect(rogue.differences(from: honest) == fault.changes, "\(rogue.values) instead of \(honest.values)")
  }

  @Test func `the distribution points of a CRL are the configured ones`() throws {
    let same = try Self.text { $0.scope = .samePoint }
    #expect(same.values["URI"]?.first == "\(Worlds.responder)/crl/issuing")
    let other = try Self.text { $0.scope = .otherPoint }
    #expect(other.values["URI"]?.first?.contains("/crl/issuing") == false)
    #expect(try Self.text { $0.number = .critical }.values["X509v3 CRL Number"]?.first == "critical")
  }

  @Test func `a list of version one has no extensions, and still names the revoked`() throws {
    let (hierarchy, list) = try Self.minted { $0.version = 1 }
    let parsed = try GnuTLSCRL(der: #require(list))
    #expect(parsed.version == 1 && parsed.serials == [hierarchy.certificates["revoked-leaf"]?.serial])
    #expect(
      try parsed.problems(
        issuer: #require(hierarchy.certificates["issuing"]).der, at: CertificateRevocationListTests.now) == 0)
    let text = try Self.text { $0.version = 1 }
    #expect(text.values.keys.allSatisfy { !$0.hasPrefix("X509v3") })
  }

  @Test func `the list of another CA is genuine, and that CA's`() throws {
    let (hierarchy, list) = try Self.minted {
      $0.issuer = "root"
      $0.signer = "root"
    }
    let parsed = try GnuTLSCRL(der: #require(list))
    #expect(
      try parsed.problems(issuer: #require(hierarchy.certificates["root"]).der, at: CertificateRevocationListTests.now)
        == 0)
    #expect(
      try parsed.problems(
        issuer: #require(hierarchy.certificates["issuing"]).der, at: CertificateRevocationListTests.now) != 0)
  }

  @Test func `a list of fifty thousand entries is read by both libraries`() throws {
    let (hierarchy, list) = try Self.minted { $0.entries = CRLRecipe.mostEntries }
    let der = try #require(list)
    #expect(der.count > 1_500_000)
    let parsed = try GnuTLSCRL(der: der)
    #expect(parsed.count == CRLRecipe.mostEntries + 1)
    for (name, codes) in [("leaf", []), ("revoked-leaf", [23])] as [(String, [Int])] {
      var request = X509Verifier.Request(chain: hierarchy.der(name, "issuing"), anchors: hierarchy.der("root"))
      request.at = CertificateRevocationListTests.now
      request.revocation = .leaf([der])
      #expect(X509Verifier.verify(request).problems.map(\.code) == codes)
    }
  }

  @Test func `revoked entries come before the others or after them`() throws {
    for place in CRLRecipe.Place.allCases {
      let (hierarchy, list) = try Self.minted {
        $0.entries = 3
        $0.place = place
      }
      let revoked = try #require(hierarchy.certificates["revoked-leaf"]).serial
      let serials = try GnuTLSCRL(der: #require(list)).serials
      #expect(serials.count == 4 && serials.firstIndex(of: revoked) == (place == .first ? 0 : 3))
    }
  }

  @Test func `a damaged entry comes before the others, and hides none of them`() throws {
    let (hierarchy, list) = try Self.minted { $0.beginsDamaged = true }
    let der = try #require(list)
    let revoked = try #require(hierarchy.certificates["revoked-leaf"]).serial
    let serials = try GnuTLSCRL(der: der).serials
    #expect(serials.count == 2 && serials.last == revoked)
    for (name, codes) in [("leaf", []), ("revoked-leaf", [23])] as [(String, [Int])] {
      var request = X509Verifier.Request(chain: hierarchy.der(name, "issuing"), anchors: hierarchy.der("root"))
      request.at = CertificateRevocationListTests.now
      request.revocation = .leaf([der])
      #expect(X509Verifier.verify(request).problems.map(\.code) == codes)
    }
    let text = try OpenSSLReading.list(der, issuer: #require(hierarchy.certificates["issuing"]).der)
    #expect(text.values.keys.contains("X509v3 Invalidity Date") || text.values.keys.contains("Invalidity Date"))
  }

  @Test func `a CA that publishes no CRL gets none`() throws {
    #expect(try Self.minted { $0.form = .absent }.list == nil)
    let whole = try #require(try Self.minted { _ in }.list)
    let truncated = try #require(try Self.minted { $0.form = .truncated }.list)
    #expect(truncated.count < whole.count)
    #expect(throws: (any Error).self) { try GnuTLSCRL(der: truncated) }
    let trailing = try #require(try Self.minted { $0.form = .trailing }.list)
    #expect(trailing.count == whole.count + 2)
  }

  @Test func `one CA with two certificates has one list`() throws {
    var world = Worlds.roles
    var namesake = CertificateRecipe(name: "namesake", issuer: "root", isCA: true)
    namesake[SubjectOf.self] = "issuing"
    namesake[KeyOf.self] = "issuing"
    world.certificates.append(namesake)
    let hierarchy = try Worlds.mint(world)
    #expect(try hierarchy.revocation.list(of: "namesake") == hierarchy.revocation.list(of: "issuing"))
    #expect(try hierarchy.revocation.list(of: "namesake") != hierarchy.revocation.list(of: "root"))
  }

  @Test func `a CA supplies its CRLs in order, and publishes the first`() throws {
    let (hierarchy, list) = try Self.minted { first in
      var (absent, last) = (CRLRecipe(), CRLRecipe())
      absent.form = .absent
      last.number = .given(256)
      first.number = .given(255)
      first.further = [absent, last]
    }
    let supplied = try hierarchy.revocation.suppliedCRLs(of: "issuing")
    #expect(supplied.count == 2 && supplied.first == list && supplied.last != list)
    let (_, unpublished) = try Self.minted {
      $0.further = [CRLRecipe()]; $0.form = .absent
    }
    #expect(unpublished == nil)
  }

  @Test func `a CRL lists whom it names, and GnuTLS reads as many`() throws {
    let counts = try [[], ["leaf"], ["leaf", "leaf", "root"]].map { names in
      try GnuTLSCRL(der: #require(Self.minted { $0.lists = names }.list)).count
    }
    #expect(counts == [0, 1, 3])
    #expect(try GnuTLSCRL(der: #require(Self.minted { $0.form = .emptyEntries }.list)).count == 0)
  }

  @Test func `an entry names its certificate's issuer where it changes`() throws {
    func names(_ lists: [String], _ issuers: CRLRecipe.CertificateIssuer) throws -> Int {
      let list = try #require(
        Self.minted {
          $0.lists = lists; $0.certificateIssuer = issuers
        }.list)
      // 2.5.29.29
      return list.indices.count { list[$0...].starts(with: [0x06, 0x03, 0x55, 0x1d, 0x1d]) }
    }
    #expect(try names(["root", "leaf", "leaf"], .every) == 3)
    #expect(try names(["root", "leaf", "leaf"], .changes) == 2)
    #expect(try names(["leaf", "leaf"], .changes) == 0)
    #expect(try names(["root"], .none) == 0)
  }

  @Test func `a CRL signed by a key without cRLSign is refused for that reason`() throws {
    var world = Worlds.roles
    let index = try #require(world.certificates.firstIndex { $0.name == "issuing" })
    world.certificates[index][CertificateDefects.self] = [NamedUse("no-crl-sign")]
    let hierarchy = try Worlds.mint(world)
    var request = X509Verifier.Request(chain: hierarchy.der("leaf", "issuing"), anchors: hierarchy.der("root"))
    request.at = CertificateRevocationListTests.now
    request.revocation = .leaf([try hierarchy.revocation.list(of: "issuing")])
    #expect(X509Verifier.verify(request).problems.map(\.code) == [35])
  }
}
