internal import RogueModel

/// The first lines of a run in which the kernel does not say whose connections are.
struct OwnerNotice {
  /// Why it cannot, as the rest of a sentence; nil: it can, where it is asked.
  var doubt: String?
  var adapters: [AdapterDescription]

  /// Empty: the kernel says it, or the harness's own client makes every connection, and it knows its own.
  var lines: [String] {
    let strangers = adapters.filter { $0.door != .inProcess && $0.door != .offline }
    func names(_ kind: ConnectionRule.Kind) -> String {
      strangers.filter { $0.connections.kind == kind }.map(\.name).joined(separator: ", ")
    }
    var lines = strangers.compactMap { adapter in
      adapter.unverifiedOwner.map {
        "rogues: \(adapter.name): \($0): connection owners are not verified, so another client could be judged "
          + "instead\n"
      }
    }
    guard let doubt else { return lines }
    var parts: [String] = []
    let (started, ifKnown) = (names(.started), names(.startedIfKnown))
    if !started.isEmpty {
      parts.append(
        "cases of \(started) with a connection prove nothing (an adapter with 'connections: started-if-known' is "
          + "judged nevertheless)")
    }
    if !ifKnown.isEmpty { parts.append("\(ifKnown) is judged by all connections, as it declares") }
    if !parts.isEmpty {
      lines.append(
        "rogues: the owners of connections are unknown here, because \(doubt): \(parts.joined(separator: "; "))\n")
    }
    return lines
  }
}
