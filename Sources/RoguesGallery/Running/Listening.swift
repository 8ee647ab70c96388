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
    guard options.roots == nil || options.at == nil else {
      throw HarnessFailure(
        .usage, "--roots keeps its dates, and --at changes those of everything else: leave one out")
    }
    return try BuiltClient(hosts: options.hosts, roots: options.roots)
  }

  /// How much of the choice such a client can run.
  func reportFitting(_ plan: Plan) throws(HarnessFailure) {
    let cases = plan.adapters.flatMap(\.cases)
    let (all, asked) = (Set(cases.map(\.scenario.id)), Set(cases.filter { $0.missing == nil }.map(\.scenario.id)))
    try StandardWriters.error(
      "rogues: a client that is built once can run \(asked.count) of \(all.count) scenarios; the others are unsupported\n"
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

extension BuiltClient {
  static func noHost(_ name: String) -> HarnessFailure {
    HarnessFailure(
      .usage,
      "--host \(name) is not another host of the client's: a name such as api.example.com, localhost, or an IPv4 address"
    )
  }

  /// - Parameters:
  ///   - hosts: names of hosts, as the user gives them.
  ///   - roots: the path of the file with the root, which is made if there is none.
  init(hosts names: [String], roots: String?) throws(HarnessFailure) {
    self.init()
    var hosts: [OwnHosts.Host] = []
    for name in names {
      guard let host = OwnHosts.Host(name), !hosts.contains(host) else {
        throw Self.noHost(name)
      }
      hosts.append(host)
    }
    self.hosts = OwnHosts(hosts)
    guard let roots else { return }
    let (file, made) = try RootFile.content(
      at: roots, for: self.hosts, clock: Timestamp(secondsSince1970: WallClock.secondsSince1970))
    if let made { try StandardWriters.error(made) }
    self.roots = file.roots
    certified = file.certified
    self.hosts?.certified = file.certified
    pins = file.pins
  }
}
