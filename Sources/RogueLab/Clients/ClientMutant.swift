internal import RogueAdapters
internal import RogueModel
internal import RogueTLS

/// A client with one mistake.
struct ClientMutant: Mistaken {
  var mistake: Mistake
  /// In the place of libssl.
  var makeEngine: @Sendable () -> any ClientEngine = { LibsslClient() }
  var declined: Set<Capability> = []
  var shows = Occasion.usual

  /// When its mistake shows.
  enum Occasion: Sendable {
    /// In the scenarios of its list.
    case usual
    /// Only in a resumed handshake.
    case resumption
    /// Also in a new handshake with a host that it has accepted.
    case knownHost
    /// In every handshake.
    case everyHandshake
    /// It refuses what is right, and accepts nothing more.
    case refusal
  }

  init(_ mistake: Mistake) { self.mistake = mistake }

  /// One that does not make a demand, and has its name.
  init(_ demand: Demand, _ summary: String) { self.init(demand.name, summary, replaces: demand) { _ in true } }

  /// The same with another occasion.
  func showing(_ occasion: Occasion) -> ClientMutant { changed { $0.shows = occasion } }

  /// Its name as an adapter.
  var adapterName: String { "mutant-without-\(name)" }

  /// The project's TLS client with this mistake.
  func swiftClient(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> SwiftClientAdapter {
    SwiftClientAdapter(
      name: adapterName, summary: "a TLS client that \(summary)", isControl: true, rules: rules,
      makeValidator: makeValidator)
  }

  /// The in-process client with this mistake.
  func inProcess(_ makeValidator: @escaping @Sendable () -> any ChainValidator) -> InProcessAdapter {
    var adapter = InProcessAdapter(
      name: adapterName, summary: "a client that \(summary)", isControl: true,
      capabilities: InProcessAdapter.usualCapabilities.union([.clock]).subtracting(declined),
      alwaysRequestsStaple: true, makeValidator: makeValidator)
    adapter.rules = rules
    adapter.makeEngine = makeEngine
    return adapter
  }
}

extension SwiftClientAdapter {
  static func mutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator,
    of mutants: [ClientMutant] = ClientMutant.ofHandshakes + ClientMutant.ofHandshakeTables + ClientMutant.ofHellos
  ) -> [SwiftClientAdapter] { mutants.map { $0.swiftClient(makeValidator) } }
}

extension InProcessAdapter {
  static func mutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator,
    of mutants: [ClientMutant] = ClientMutant.ofConnections + ClientMutant.ofTables
  ) -> [InProcessAdapter] { mutants.map { $0.inProcess(makeValidator) } }
}
