import RogueModel
import Testing

@testable import RogueStimuli

@Suite struct SettingTests {
  private static let here = SourceLocation(file: "", line: 1, column: 1)

  @Test func `what is set to its standard is not set`() {
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

  @Test func `names are served in full`() {
    var server = ServerRecipe(present: ["leaf"])
    server[Redirect.self] = ["other"]
    server[Misdirected.self] = .otherHosts
    let world = World(
      id: "w", title: "", domain: "rogues.test", certificates: [], keys: [],
      stores: World.Stores(system: [], user: []), host: "h", server: server, responders: [:], policies: [],
      location: Self.here)
    let served = ServerSettings.served(of: world)
    #expect(served[Redirect.self] == ["other.rogues.test"] && served[Misdirected.self] == .otherHosts)
    var healthy = world
    healthy.server = ServerRecipe(present: ["leaf"])
    #expect(ServerSettings.served(of: healthy) == Settings())
  }

  /// As the keys are written, and as `rogues explain` shows them.
  @Test func `what a certificate is given stands in its overrides and in its text`() throws {
    var recipe = CertificateRecipe(name: "leaf")
    #expect(CertificateSettings.overrides(of: recipe) == CertificateOverrides())
    recipe[SerialNumber.self] = try SerialNumber.written.value(.text("0A:ff"))
    recipe[SubjectName.self] = try SubjectName.written.value(
      .map([.init(key: "C", value: .text("NL")), .init(key: "2.5.4.97", value: .text("x"))]))
    recipe[RawExtensions.self] = try RawExtensions.written.value(
      .map([.init(key: "2.5.29.54", value: .text("critical,DER:02 01 00")), .init(key: "1.2.3", value: .text("DER:"))]))
    let overrides = CertificateSettings.overrides(of: recipe)
    #expect(overrides.serial == [0x0a, 0xff])
    #expect(overrides.subject == [.init(type: "2.5.4.6", value: "NL"), .init(type: "2.5.4.97", value: "x")])
    #expect(
      overrides.extensions == [
        .init(identifier: "2.5.29.54", isCritical: true, value: [2, 1, 0]),
        .init(identifier: "1.2.3", isCritical: false, value: []),
      ])
    let texts = CertificateSettings.all.prefix(3).map { $0.stimulus.text(of: recipe, at: []) }
    #expect(
      texts == ["0aff", "{C: NL, 2.5.4.97: x}", "{2.5.29.54: \"critical,DER:020100\", 1.2.3: \"DER:\"}"])
  }
}
