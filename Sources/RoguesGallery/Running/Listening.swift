internal import RogueModel
internal import RoguePlatform
internal import RogueRunner
internal import RogueServers

extension RunOptions.Listen {
  var place: ListenPlace { ListenPlace(address: address, port: port) }

  /// Why a case cannot be served at one port; nil: it can.
  func refusal(of item: Case) -> String? {
    port != nil && item.scenario.steps.contains { $0.beside != nil }
      ? "its two attempts at once need two ports, and --listen gives one" : nil
  }

  var warning: String? {
    guard place.isOpen else { return nil }
    return "rogues: WARNING: rogue servers listen at \(address), for every machine that can reach it\n"
  }
}

extension RunOptions {
  /// How many cases run at once. Conversations at one port come in turn.
  var jobCount: Int {
    listen?.port == nil ? jobs ?? Runner.Configuration.usualJobs(processors: Processors.count) : 1
  }
}

extension JudgingRun {
  /// What a client that was built once has for this run.
  func builtClient() throws(HarnessFailure) -> BuiltClient {
    var client = BuiltClient()
    if let name = options.host {
      guard let host = BuiltClient.Host(name) else {
        throw HarnessFailure(
          .usage,
          "--host \(name) is not a host of the client's such as api.example.com: three labels or more, lower case")
      }
      client.host = host
    }
    if let path = options.roots {
      guard options.at == nil else {
        throw HarnessFailure(
          .usage, "--roots keeps its dates, and --at changes those of everything else: leave one out")
      }
      let (root, made) = try RootFile.root(
        at: path, domain: client.host?.domain ?? "rogues.test",
        clock: Timestamp(secondsSince1970: WallClock.secondsSince1970))
      if let made { try StandardWriters.error(made) }
      client.root = root
    }
    return client
  }

  /// How much of the choice such a client can be asked.
  func reportFitting(_ plan: Plan) throws(HarnessFailure) {
    let cases = plan.adapters.flatMap(\.cases)
    let (all, asked) = (Set(cases.map(\.scenario.id)), Set(cases.filter { $0.missing == nil }.map(\.scenario.id)))
    try StandardWriters.error(
      "rogues: a client that is built once can be asked \(asked.count) of \(all.count) scenarios; the others are unsupported\n"
    )
  }

  /// The harness's own client connects to loopback only.
  func checkListening(_ adapters: [AdapterDescription]) throws(HarnessFailure) {
    guard let listen = options.listen, listen.address != ListenPlace.loopback.address,
      let own = adapters.first(where: { $0.door == .inProcess || $0.door == .offline })
    else { return }
    throw HarnessFailure(
      .usage,
      "--listen is for clients that connect themselves, and the harness's own client connects for \(own.name); leave "
        + "--listen out")
  }
}
