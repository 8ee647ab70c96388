internal import RogueModel
internal import RogueOpenSSL
internal import RoguePKI
internal import RoguePlatform
internal import RogueRunner
internal import RogueServers
internal import RogueStimuli

/// Opens cases for any client: with the clock, the keys and the path that stay the same, so that what a client was given
/// for one holds for the next.
struct RogueOpener: Sendable {
  let place: ListenPlace
  /// One path gives access to all. Nil: only this machine can connect.
  let secret: String?
  let clock = Timestamp(secondsSince1970: WallClock.secondsSince1970)
  let servers: LoopbackServers
  private let minter: WorldMinter

  init(at place: ListenPlace) throws(HarnessFailure) {
    self.place = place
    // The responders' URLs are in certificates, so they are where the client is: at the same address.
    servers = try LoopbackServers(at: ListenPlace(address: place.address))
    let random: [UInt8]
    do throws(OpenSSLFailure) { random = try RandomBytes.generate(32) } catch {
      throw HarnessFailure(.internal, "cannot make random bytes", underlying: error.description)
    }
    // People may install these CAs, so their keys must not be reproducible from a short or known seed.
    minter = WorldMinter(
      seed: Hexadecimal.encode(Array(random.prefix(16))), keyPool: KeyPool(store: KeyFolder.ofThisUser))
    secret = place.isLocal ? nil : Hexadecimal.encode(Array(random.suffix(16)))
  }

  /// Says what is open to whom, with the end of its last line; nil: this machine only can connect.
  var warning: String? {
    secret.map { secret in
      """
      rogues: WARNING: rogue servers listen at \(place.address), for every machine that can reach it. Their CAs can \
      speak for the test's names only and end in \(TestCAs.lifetimeSeconds / 86_400) days; remove them from devices \
      after the test. Only requests below /\(secret)/ are answered.

      """
    }
  }

  /// A port at which nothing is served yet.
  func open(
    _ item: Case, port: UInt16?, seen: @escaping @Sendable (SeenConnection) -> Void
  ) throws(HarnessFailure) -> OpenRogue {
    try servers.open(
      engine: item.axes.engine, domain: item.scenario.world.domain, at: place.address, port: port
    ) { evidence, attempt, peer in seen(SeenConnection(evidence: evidence, attempt: attempt, peer: peer)) }
  }

  /// What is served, and what its client needs.
  func material(_ item: Case, isHealthy: Bool) throws(HarnessFailure) -> StepMaterial {
    let step = item.scenario.steps[0]
    return try OpenCase.material(
      item.scenario, world: TestCAs.constrained(isHealthy ? item.scenario.world : step.world), axes: item.axes,
      minter: minter, salt: item.scenario.world.id, clock: clock, path: secret.map { "/\($0)/" } ?? "/",
      id: Self.random(8), nonce: Self.random(16), responderBase: servers.responderBase)
  }

  static func random(_ bytes: Int) -> String {
    var generator = SystemRandomNumberGenerator()
    return Hexadecimal.encode((0..<bytes).map { _ in UInt8.random(in: 0...255, using: &generator) })
  }
}

extension ListenPlace {
  /// The usual address, at which nobody else connects.
  var isLocal: Bool { address == ListenPlace.loopback.address }
}
