import RogueModel
import Testing

@Suite struct `A host name` {
  @Test(arguments: [
    ("Pinned.Rogues.TEST.", "pinned.rogues.test"), ("a", "a"), ("", ""), (".", ""), ("a..", "a."),
    ("127.0.0.1", "127.0.0.1"),
  ])
  func `is compared without case and final dot`(name: String, plain: String) {
    #expect(HostName.plain(name) == plain)
    #expect(HostName.withoutFinalDot(name).lowercased() == plain)
  }
}

@Suite struct `The place of a connection` {
  private let places: Set<ServerPlace> = [.connection(2), .host("other.rogues.test")]

  private func place(_ number: Int, _ name: String?) -> ServerPlace {
    ServerPlace.of(connection: number, naming: name) { places.contains($0) }
  }

  @Test func `is found by its number first, then by the name in its hello`() {
    #expect(place(1, "other.rogues.test") == .host("other.rogues.test"))
    #expect(place(1, "OTHER.rogues.test.") == .host("other.rogues.test"))
    #expect(place(2, "other.rogues.test") == .connection(2))
    #expect(place(1, "pinned.rogues.test") == .usual)
    #expect(place(3, nil) == .usual)
  }

  @Test func `decides what is served`() {
    let own = ServedAttempt.Presentation(certificates: [[1]], key: KeyMaterial(type: .p256, spki: [], privateKey: []))
    var attempt = ServedAttempt(presentation: own, version: .tls13, path: "/", attempt: "usual", nonce: "")
    for place in places {
      attempt.places[place] = ServedAttempt(
        presentation: own, version: .tls13, path: "/", attempt: "\(place)", nonce: "")
    }
    #expect(attempt.part(ofConnection: 1, naming: "x").attempt == "usual")
    #expect(attempt.part(ofConnection: 2, naming: nil).attempt == "\(ServerPlace.connection(2))")
    #expect(
      attempt.part(ofConnection: 1, naming: "Other.Rogues.Test").attempt == "\(ServerPlace.host("other.rogues.test"))")
  }
}
