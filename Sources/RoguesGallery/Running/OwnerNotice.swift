internal import RogueModel

/// The first line of a run without known owners of connections.
struct OwnerNotice {
  /// Why not, as the rest of a sentence.
  var doubt: String
  var adapters: [AdapterDescription]

  /// Nil: the harness's own client makes every connection, and it knows its own.
  var line: String? {
    let strangers = adapters.filter { $0.door != .inProcess && $0.door != .offline }
    guard !strangers.isEmpty else { return nil }
    func names(_ rule: OwnerRule) -> String {
      strangers.filter { $0.owner == rule }.map(\.name).joined(separator: ", ")
    }
    var parts: [String] = []
    let (verified, unverified) = (names(.verified), names(.unverified))
    if !verified.isEmpty {
      parts.append(
        "cases of \(verified) with a connection prove nothing (an adapter that says 'owner: unverified' is judged all the same)"
      )
    }
    if !unverified.isEmpty { parts.append("\(unverified) is judged by all connections, as it declares") }
    return "rogues: the owners of connections are unknown here, because \(doubt): \(parts.joined(separator: "; "))\n"
  }
}
