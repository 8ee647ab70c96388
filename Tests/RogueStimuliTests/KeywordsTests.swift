import RogueModel
import Testing

@testable import RogueStimuli

@Suite struct KeywordsTests {
  private static let here = SourceLocation(file: "", line: 1, column: 1)

  private static let keywords = Keywords(
    defects: [
      NamedDescriptor(
        name: "wrong-key-identifier", summary: "", keywords: ["identifier"],
        parameters: [
          .init(
            name: "form", kind: .text, summary: "", choices: ["aki-empty", "ski-empty"],
            keywords: ["aki-empty": ["AKI"], "ski-empty": ["SKI"]])
        ])
    ],
    behaviours: [
      NamedDescriptor(
        name: "bad-signature", summary: "", keywords: ["signature"],
        versionKeywords: [.tls12: ["ServerKeyExchange"], .tls13: ["CertificateVerify"]])
    ])

  private static let world: World = {
    var root = CertificateRecipe(name: "rogue-root", isCA: true)
    root[CertificateDefects.self] = [NamedUse("wrong-key-identifier", ["form": .text("ski-empty")])]
    var issuing = CertificateRecipe(name: "rogue-issuing", issuer: "rogue-root", isCA: true)
    issuing[PathLength.self] = 0
    issuing[NameConstraints.self] = NameConstraintsRecipe(permitted: [], excluded: [])
    var leaf = CertificateRecipe(name: "leaf", issuer: "ca", hosts: ["h"])
    leaf[MustStaple.self] = true
    return World(
      id: "w", title: "", domain: "d",
      certificates: [
        CertificateRecipe(name: "ca", isCA: true), leaf, root, issuing,
        CertificateRecipe(name: "rogue-leaf", issuer: "rogue-issuing", hosts: ["h"]),
      ], keys: [], stores: World.Stores(system: [], user: []), host: "h",
      server: ServerRecipe(present: ["leaf", "ca"]),
      responders: [:],
      policies: [
        PolicyRecipe(name: "plain", location: here),
        PolicyRecipe(
          name: "crl", revocation: PolicyRecipe.Revocation(mode: .require, methods: [.crlFetch]), location: here),
        PolicyRecipe(
          name: "off", revocation: PolicyRecipe.Revocation(mode: .off, methods: [.ocspFetch]), location: here),
        PolicyRecipe(
          name: "quiet", revocation: PolicyRecipe.Revocation(mode: .require, methods: [.crl], allowsNetwork: false),
          location: here),
      ], location: here)
  }()

  /// What is made for one step of a scenario in this world.
  private static func made(
    _ path: String?, family: String = "trust", policies: [String] = ["plain"], tls: [TLSVersion] = TLSVersion.allCases,
    written: [String] = [], all: Bool = false, _ change: (inout World) -> Void = { _ in }
  ) -> [String] {
    var changed = world
    change(&changed)
    let mutation = path.map { Mutation(path: $0.split(separator: ".").map(String.init), value: "", location: here) }
    var scenario = Scenario(
      id: "\(family)/s", title: "", why: "", level: .must, severity: .high, references: [], tags: [],
      world: world, policies: policies, steps: [Scenario.Step(mutation: mutation, world: changed, expectations: [:])],
      axes: Scenario.Axes(tls: tls), needs: [], location: here)
    scenario.keywords = written
    return all ? keywords.all(of: scenario) : keywords.generated(for: scenario)
  }

  @Test func `a mutation has the words of its key and of nothing beside it`() {
    #expect(Self.made("certificates.leaf.not-after") == ["notAfter", "validity"])
    #expect(Self.made("certificates.ca.path-length") == ["pathLenConstraint", "basicConstraints"])
    #expect(Self.made("certificates.leaf.issuer") == [])
    #expect(Self.made("platform.denied") == [])
    #expect(Self.made("certificates.nobody.usage") == [])
  }

  @Test func `disclosed certificates have the words of their differences and of those above`() {
    for path in ["server.present", "server.connections.2", "server.renegotiation.present"] {
      let found = Self.made(path) { world in
        let list = ["rogue-leaf", "rogue-issuing"]
        switch path {
        case "server.present": world.server.present = list
        case "server.connections.2": world.server.connections = [2: ServerRecipe.Connection(present: list)]
        default: world.server.renegotiation = ServerRecipe.Connection(present: list)
        }
      }
      #expect(
        found.filter { $0.hasPrefix("name") || $0.hasSuffix("KI") || $0 == "identifier" } == [
          "nameConstraints", "identifier", "SKI",
        ], "\(path)")
      // That a CA has a path length is ordinary.
      #expect(!found.contains("pathLenConstraint"))
      #expect(found.contains("renegotiation_info") == (path == "server.renegotiation.present"))
    }
    #expect(Self.made("server.key") == ["CertificateVerify", "ServerKeyExchange", "proof of possession"])
  }

  @Test func `a named use has the words of its arguments, in the versions that are run`() {
    let use = NamedUse("wrong-key-identifier", ["form": .text("aki-empty")])
    let defect = Self.made("certificates.leaf.defects") { world in
      world.certificates[1][CertificateDefects.self] = [use, NamedUse("unknown")]
    }
    #expect(defect == ["identifier", "AKI"])
    let behaviour = { (world: inout World) in world.server.behaviours = [NamedUse("bad-signature")] }
    #expect(
      Self.made("server.behaviours", tls: [.tls12], behaviour) == ["signature", "ServerKeyExchange"])
    #expect(Self.made("server.behaviours", behaviour).contains("CertificateVerify"))
  }

  @Test func `chosen serial numbers, subjects and extensions have the words of their values`() {
    #expect(Self.made("certificates.leaf.serial") == ["serialNumber"])
    let subject = Self.made("certificates.leaf.subject") {
      $0.certificates[1][SubjectName.self] = [
        .init(type: "2.5.4.3", value: "www"), .init(type: "2.5.4.10", value: "x"),
      ]
    }
    #expect(subject == ["subject", "distinguished name", "commonName"])
    let extensions = Self.made("certificates.leaf.extensions") {
      $0.certificates[1][RawExtensions.self] = [
        .init(identifier: "2.5.29.37", isCritical: true, value: []),
        .init(identifier: "1.2.3", isCritical: true, value: []),
        .init(identifier: "1.2.4", isCritical: false, value: []),
      ]
    }
    #expect(extensions == ["certificate extension", "EKU", "extendedKeyUsage", "critical extension"])
  }

  @Test func `responses and lists have the words of their faults`() {
    let nonce = Self.made("responders.ca.ocsp") { world in
      var response = OCSPRecipe()
      response.nonce = .wrong
      world.responders["ca"] = ResponderRecipe(response: response)
    }
    #expect(nonce == ["OCSP", "AIA", "OCSP nonce", "id-pkix-ocsp-nonce"])
    let list = Self.made("certificates.ca.crl.delta") { $0.certificates[0][IssuedCRL.self].isDelta = true }
    #expect(list == ["CRL", "delta CRL", "deltaCRLIndicator"])
    let staple = Self.made("server.staple") { world in
      var response = OCSPRecipe()
      response.responderID = .wrongKey
      world.server[Staple.self] = .response(response)
    }
    #expect(staple == ["OCSP stapling", "status_request", "OCSP", "responderID"])
  }

  @Test func `resumption by session id alone is about no ticket`() {
    let ids = Self.made("server.present") { $0.server[Resumption.self] = .ids }
    #expect(ids.contains("session ID") && !ids.contains("PSK"))
    let any = Self.made("server.present") { $0.server[Resumption.self] = .any }
    #expect(any.contains("PSK") && !any.contains("session ID"))
  }

  @Test func `family and policies have their words, and a disabled setting has none`() {
    #expect(Self.made("certificates.leaf.issuer", family: "transparency") == ["CT", "Certificate Transparency", "SCT"])
    #expect(
      Self.made("certificates.leaf.issuer", policies: ["crl", "off"]) == ["CRL", "CRL DP", "cRLDistributionPoints"])
    #expect(
      Self.made("certificates.leaf.issuer", policies: ["quiet"]) == [
        "CRL", "CRL DP", "cRLDistributionPoints", "OCSP", "AIA",
      ])
  }

  @Test func `a healthy scenario is about its whole chain, and written words come last and once`() {
    #expect(Self.made(nil) == ["must-staple", "TLS feature", "status_request"])
    #expect(
      Self.made(nil, written: ["AddTrust", "must-staple"], all: true) == [
        "must-staple", "TLS feature", "status_request", "AddTrust",
      ])
  }

  @Test func `words are abbreviations and names of the field, and none is there twice`() {
    var server = ServerRecipe(present: [])
    server[Staple.self] = .response(OCSPRecipe())
    let all =
      CertificateSettings.stimuli.map { $0.keywords(CertificateRecipe(name: "x")) }
      + ServerStimuli.all.map { $0.keywords(server) } + ResponderStimuli.all.map { $0.keywords(ResponderRecipe()) }
      + CRLParts.all.map(\.keywords) + OCSPParts.all.map(\.keywords)
    #expect(all.filter { !$0.isEmpty }.count > 40)
    for words in all { #expect(Set(words).count == words.count && !words.contains(""), "\(words)") }
  }
}
