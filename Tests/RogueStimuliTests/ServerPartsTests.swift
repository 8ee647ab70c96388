import RogueModel
import RogueStimuli
import Testing

@Suite struct `A server with parts of its own for a connection` {
  private var server: ServerRecipe {
    var server = ServerRecipe(present: ["leaf"], key: "other", behaviours: [NamedUse("flood")])
    server[FixedVersion.self] = .tls13
    server[Staple.self] = .honest
    server[ApplicationProtocols.self] = ["h2"]
    return server
  }

  @Test func `keeps the parts that are not replaced`() {
    #expect(server.with(.init()) == server)
    var own = ServerRecipe.Connection(behaviours: [])
    own.settings.override(FixedVersion.self, with: .tls12)
    own.settings.override(Staple.self, with: .none)
    let older = server.with(own)
    #expect(older[FixedVersion.self] == .tls12 && older[Staple.self] == .none && older.behaviours == [])
    #expect(older.present == ["leaf"] && older.key == "other" && older[ApplicationProtocols.self] == ["h2"])
  }

  @Test func `takes the key of another list from that list`() {
    #expect(server.with(.init(present: ["rogue"])).key == nil)
    #expect(server.with(.init(present: ["rogue"], key: "x")).key == "x")
    #expect(server.with(.init(key: "x")).key == "x")
  }
}

@Suite struct `A proxy that is spoken to over TLS` {
  @Test func `is a tunnel, and has no places`() {
    let own = ServedAttempt.Presentation(certificates: [[1]], key: KeyMaterial(type: .p256, spki: [], privateKey: []))
    var attempt = ServedAttempt(presentation: own, version: .tls13, path: "/", attempt: "usual", nonce: "")
    #expect(attempt.ofProxy == nil)
    attempt[Proxy.Presentation.self] = own
    #expect(attempt.ofProxy?.isTunnel == true && attempt.ofProxy?.places.isEmpty == true)
  }
}
