import RogueModel
import Testing

@testable import RogueStimuli

@Suite struct SettingTests {
  private static let here = SourceLocation(file: "", line: 1, column: 1)

  private struct NoSigner: RevocationSigner {
    func crl(of issuer: String) throws(HarnessFailure) -> [UInt8]? { nil }
    func ocspResponse(
      about certificate: String, request: [UInt8]?, recipe: OCSPRecipe?
    ) throws(HarnessFailure) -> [UInt8] { [] }
  }

  private static func minted(_ world: World, _ certificates: [MintedCertificate] = []) -> MintedWorld {
    let byName = Dictionary(certificates.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return MintedWorld(world, Hierarchy(certificates: byName, keys: [:], revocation: NoSigner()))
  }

  @Test func `a setting at its default is not set`() {
    var server = ServerRecipe(present: ["leaf"])
    let plain = server
    #expect(server[Redirect.self] == [] && server[Misdirected.self] == .none)
    server[Redirect.self] = ["other"]
    server[Misdirected.self] = .all
    #expect(server[Redirect.self] == ["other"] && server[Misdirected.self] == .all)
    #expect(server != plain)
    var same = plain
    same[Misdirected.self] = .all
    same[Redirect.self] = ["other"]
    #expect(same == server && same.hashValue == server.hashValue)
    same[Redirect.self] = ["another"]
    #expect(same != server)
    server[Redirect.self] = []
    server[Misdirected.self] = .none
    #expect(server == plain)
  }

  @Test func `an override takes the place of a value even if it is the default`() {
    var server = ServerRecipe(present: ["leaf"])
    server[FixedVersion.self] = .tls12
    server[KeepAlive.self] = true
    var own = ServerRecipe.Connection()
    #expect(server.with(own) == server)
    #expect(own.settings.own(FixedVersion.self) == nil)
    own.settings.override(FixedVersion.self, with: nil)
    #expect(own.settings.own(FixedVersion.self) == .some(nil))
    var expected = ServerRecipe(present: ["leaf"])
    expected[KeepAlive.self] = true
    #expect(server.with(own) == expected && expected == server.with(own))
    own.settings.override(FixedVersion.self, with: .tls13)
    expected[FixedVersion.self] = .tls13
    #expect(server.with(own) == expected)
  }

  @Test func `names are served in full`() throws {
    var server = ServerRecipe(present: ["leaf"])
    server[Redirect.self] = ["other"]
    server[Misdirected.self] = .otherHosts
    let world = World(
      id: "w", title: "", domain: "rogues.test", certificates: [], keys: [],
      stores: World.Stores(system: [], user: []), host: "h", server: server, responders: [:], policies: [],
      location: Self.here)
    let served = try ServerSettings.served(of: Self.minted(world))
    #expect(served[Redirect.self] == ["other.rogues.test"] && served[Misdirected.self] == .otherHosts)
    var healthy = world
    healthy.server = ServerRecipe(present: ["leaf"])
    #expect(try ServerSettings.served(of: Self.minted(healthy)) == Settings())
  }

  @Test func `certificates are served as bytes, and settings that engines do not receive are not served`() throws {
    func certificate(_ name: String) -> MintedCertificate {
      let key = KeyMaterial(type: .p256, spki: [1], privateKey: Array(name.utf8))
      return MintedCertificate(name: name, der: Array(name.utf8), serial: [1], issuer: nil, key: key)
    }
    var server = ServerRecipe(present: ["leaf"])
    server[ClientAuth.self] = .require
    server[ClientAnchors.self] = ["ca"]
    server[Proxy.self] = Proxy.Recipe(host: "g", present: ["gate"])
    server[Staple.self] = .honest
    server[FixedVersion.self] = .tls12
    let world = World(
      id: "w", title: "", domain: "d", certificates: [], keys: [], stores: World.Stores(system: [], user: []),
      host: "h", server: server, responders: [:], policies: [], location: Self.here)
    let served = try ServerSettings.served(of: Self.minted(world, [certificate("ca"), certificate("gate")]))
    var expected = Settings()
    expected[ClientAuthentication.self] = ClientAuthentication.Served(mode: .require, anchors: [Array("ca".utf8)])
    expected[Proxy.self] = server[Proxy.self]
    expected[Proxy.Presentation.self] = ServedAttempt.Presentation(
      certificates: [Array("gate".utf8)], key: certificate("gate").key)
    #expect(served == expected)
    #expect(throws: HarnessFailure.self) { try ServerSettings.served(of: Self.minted(world)) }
  }

  @Test func `a proxy over TLS has the server's version and sessions, and nothing else`() {
    let shown = ServedAttempt.Presentation(certificates: [[1]], key: KeyMaterial(type: .p256, spki: [], privateKey: []))
    var attempt = ServedAttempt(presentation: shown, version: .tls12, path: "/", attempt: "a", nonce: "")
    attempt[Proxy.self] = Proxy.Recipe(host: "g")
    attempt[KeepAlive.self] = true
    attempt[Resumption.self] = .ids
    attempt.places[.connection(2)] = attempt
    #expect(attempt.ofProxy == nil)
    attempt[Proxy.Presentation.self] = shown
    let proxy = attempt.ofProxy
    #expect(proxy?.isTunnel == true && proxy?.version == .tls12 && proxy?.places.isEmpty == true)
    var settings = Settings()
    settings[Resumption.self] = .ids
    #expect(proxy?.settings == settings)
  }

  /// As the keys are written, and as `rogues explain` shows them.
  @Test func `every setting of a certificate is in its recipe and in its text`() throws {
    var recipe = CertificateRecipe(name: "leaf")
    recipe[SerialNumber.self] = try SerialNumber.written.value(.text("0A:ff"))
    recipe[SubjectName.self] = try SubjectName.written.value(
      .map([.init(key: "C", value: .text("NL")), .init(key: "2.5.4.97", value: .text("x"))]))
    recipe[RawExtensions.self] = try RawExtensions.written.value(
      .map([.init(key: "2.5.29.54", value: .text("critical,DER:02 01 00")), .init(key: "1.2.3", value: .text("DER:"))]))
    #expect(recipe[SerialNumber.self] == [0x0a, 0xff])
    #expect(recipe[SubjectName.self] == [.init(type: "2.5.4.6", value: "NL"), .init(type: "2.5.4.97", value: "x")])
    #expect(
      recipe[RawExtensions.self] == [
        .init(identifier: "2.5.29.54", isCritical: true, value: [2, 1, 0]),
        .init(identifier: "1.2.3", isCritical: false, value: []),
      ])
    let texts = [SerialNumber.stimulus, SubjectName.stimulus, RawExtensions.stimulus].map { $0.part.text(recipe) }
    #expect(
      texts == ["0aff", "{C: NL, 2.5.4.97: x}", "{2.5.29.54: \"critical,DER:020100\", 1.2.3: \"DER:\"}"])
  }
}
