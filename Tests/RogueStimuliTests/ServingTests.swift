import RogueModel
import Testing

@testable import RogueStimuli

@Suite struct ServingTests {
  private static let here = SourceLocation(file: "", line: 1, column: 1)

  private static func world(_ change: (inout ServerRecipe) -> Void = { _ in }) -> World {
    var server = ServerRecipe(present: ["leaf", "ca"])
    change(&server)
    return World(
      id: "w", title: "", domain: "d",
      certificates: [CertificateRecipe(name: "ca", isCA: true), CertificateRecipe(name: "leaf", issuer: "ca")],
      keys: [], stores: World.Stores(system: [], user: []), host: "h", server: server, responders: [:], policies: [],
      location: here)
  }

  @Test(arguments: [Serving.Engine.own, .libssl, .gnutls], TLSVersion.allCases)
  func `every engine serves a healthy server, which requires no capability`(
    engine: Serving.Engine, version: TLSVersion
  ) {
    #expect(Stimuli.limit(of: Self.world(), by: Serving(engine, version)) == nil)
    #expect(Stimuli.needs(of: Self.world(), version) == [])
    #expect(Stimuli.featureOfHTTP(in: Self.world().server) == nil)
  }

  @Test func `each setting names the engines that cannot serve it`() {
    func limits(_ change: (inout ServerRecipe) -> Void) -> [String?] {
      let all: [Serving] = [Serving(.own, .tls12), Serving(.own, .tls13), Serving(.libssl, .tls13)]
      return (all + [Serving(.gnutls, .tls13)]).map { Stimuli.limit(of: Self.world(change), by: $0) }
    }
    #expect(
      limits { $0[EarlyData.self] = true } == [
        "there is no early data in TLS 1.2", nil, "libssl takes no early data here", "GnuTLS takes no early data here",
      ])
    #expect(
      limits { $0[Resumption.self] = .ids } == [nil] + Array(repeating: "there are no session ids in TLS 1.3", count: 3)
    )
    #expect(limits { $0[ServedSCTs.self] = SCTListRecipe([]) }.map { $0 == nil } == [true, true, true, false])
    #expect(limits { $0[IssuerStaples.self] = ["ca": .honest] }.map { $0 == nil } == [true, true, false, true])
    #expect(limits { $0[IssuerStaples.self] = ["leaf": .honest] }.allSatisfy { $0 == nil })
    #expect(limits { $0.present = [] }.map { $0 == nil } == [true, true, false, false])
    #expect(limits { $0.connections = [2: .init(present: [])] }.map { $0 == nil } == [true, true, false, false])
    #expect(limits { $0[Misdirected.self] = .all }.allSatisfy { $0 == nil })
    #expect(limits { $0[Misdirected.self] = .otherHosts }.map { $0 == nil } == [true, true, false, false])
    #expect(limits { $0.renegotiation = .init() }.map { $0 == nil } == [true, false, false, false])
  }

  @Test func `each setting names the capabilities that it requires`() {
    func needs(_ version: TLSVersion, _ change: (inout ServerRecipe) -> Void) -> Set<Capability> {
      Stimuli.needs(of: Self.world(change), version)
    }
    func requestsLate(_ server: inout ServerRecipe) {
      server[ClientAuth.self] = .require
      server[ClientAuthAt.self] = .request
    }
    #expect(needs(.tls13, requestsLate) == [.postHandshakeAuthentication])
    #expect(needs(.tls12, requestsLate) == [.renegotiation])
    #expect(needs(.tls12) { $0.renegotiation = .init() } == [.renegotiation])
    #expect(needs(.tls13) { $0[Proxy.self] = .init(host: "g") } == [.proxy])
    #expect(needs(.tls13) { $0[Proxy.self] = .init(host: "g", present: ["leaf"]) } == [.proxy, .proxyTLS])
    #expect(needs(.tls13) { $0[StartTLS.self] = StartTLSRecipe(speaks: .imap) } == [.startTLS(.imap)])
    #expect(
      needs(.tls13) { server in
        server[Redirect.self] = ["other"]
        server[KeepAlive.self] = true
        server[ApplicationProtocols.self] = ["h2", "http/1.1"]
      } == [.redirects, .keepAlive, .http2])
    var world = Self.world()
    world.platform.denied = ["leaf"]
    #expect(Stimuli.needs(of: world, .tls13) == [.platformTrust])
  }

  @Test func `a defect names the engines that cannot present it, and where`() {
    let use = NamedUse("odd", ["form": .text("empty")])
    func refusal(_ limit: DefectLimit, _ use: NamedUse, isLeaf: Bool = true, _ version: TLSVersion = .tls12) -> String?
    {
      limit.refusal(of: use, isLeaf: isLeaf, by: Serving(.libssl, version))
    }
    let formed = DefectLimit(.libssl, "cannot present a leaf", forms: ["empty"])
    #expect(refusal(formed, use) == "cannot present a leaf with {odd: {form: empty}}")
    #expect(refusal(formed, NamedUse("odd", ["form": .text("full")])) == nil)
    #expect(refusal(formed, NamedUse("odd")) == nil)
    #expect(formed.refusal(of: use, isLeaf: true, by: Serving(.gnutls, .tls12)) == nil)
    #expect(refusal(DefectLimit(.libssl, "cannot"), use, isLeaf: false) == "cannot with odd")
    let leaf = DefectLimit(.libssl, "cannot", place: .leaf)
    #expect(refusal(leaf, use) != nil && refusal(leaf, use, isLeaf: false) == nil)
    let old = DefectLimit(.libssl, "cannot", place: .leafIn(.tls12))
    #expect(refusal(old, use) != nil && refusal(old, use, .tls13) == nil && refusal(old, use, isLeaf: false) == nil)
  }
}
