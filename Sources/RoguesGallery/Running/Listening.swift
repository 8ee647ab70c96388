internal import RogueModel
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

extension JudgingRun {
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
