import RogueModel
import Testing

@testable import RogueStimuli

@Suite struct SettingTests {
  private static let here = SourceLocation(file: "", line: 1, column: 1)

  @Test func `what is set to its standard is not set`() {
    var server = ServerRecipe(present: ["leaf"])
    let plain = server
    #expect(server[Redirect.self] == nil && server[Misdirected.self] == .none)
    server[Redirect.self] = "other"
    server[Misdirected.self] = .all
    #expect(server[Redirect.self] == "other" && server[Misdirected.self] == .all)
    #expect(server != plain)
    var same = plain
    same[Misdirected.self] = .all
    same[Redirect.self] = "other"
    #expect(same == server && same.hashValue == server.hashValue)
    same[Redirect.self] = "another"
    #expect(same != server)
    server[Redirect.self] = nil
    server[Misdirected.self] = .none
    #expect(server == plain)
  }

  @Test func `names are served in full`() {
    var server = ServerRecipe(present: ["leaf"])
    server[Redirect.self] = "other"
    server[Misdirected.self] = .otherHosts
    let world = World(
      id: "w", title: "", domain: "rogues.test", certificates: [], keys: [],
      stores: World.Stores(system: [], user: []), host: "h", server: server, responders: [:], policies: [],
      location: Self.here)
    let served = ServerSettings.served(of: world)
    #expect(served[Redirect.self] == "other.rogues.test" && served[Misdirected.self] == .otherHosts)
    var healthy = world
    healthy.server = ServerRecipe(present: ["leaf"])
    #expect(ServerSettings.served(of: healthy) == Settings())
  }
}
