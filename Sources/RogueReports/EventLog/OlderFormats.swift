import RogueModel

/// Lines of older formats of the event log, in today's words.
enum OlderFormats {
  /// Format 1 does not say in its names that these are microseconds.
  private static let unmarkedTimes: Set<String> = [
    "openedAt", "closedAt", "certificatesSentAt", "clientFinishedAt", "firstApplicationAt", "nonceSentAt",
    "requestedAt",
    "at",
  ]

  static func renewed(_ json: JSON, format: Int) -> JSON { format == 1 ? withUnits(json) : json }

  private static func withUnits(_ json: JSON) -> JSON {
    switch json {
    case .object(let members):
      .object(
        members.map { member in
          let name = unmarkedTimes.contains(member.name) ? "\(member.name)Microseconds" : member.name
          return JSON.Member(name, withUnits(member.value))
        })
    case .array(let items): .array(items.map(withUnits))
    case .null, .bool, .integer, .number, .string: json
    }
  }
}
