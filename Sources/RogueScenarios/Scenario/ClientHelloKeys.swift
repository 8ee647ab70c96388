internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of what is demanded of a ClientHello, as each demand declares its own.
enum ClientHelloKeys {
  private static let demands = HelloDemands.all.map { DemandReader($0) }

  static let table = Table(
    "clientHello", subject: "a ClientHello", "What each ClientHello of the client must say, or must not.",
    demands.map(\.key))

  static let shape = ValueParser<Settings>.table(table) { entries in
    var settings = Settings()
    for demand in demands { demand.read(entries, &settings) }
    if settings == Settings(), entries.mapping.entries.isEmpty {
      entries.reader.report(
        at: entries.mapping.position, "nothing is demanded of the ClientHello",
        help: table.names.joined(separator: ", "))
    }
    return settings
  }

  private struct DemandReader: Sendable {
    let key: Key
    let read: @Sendable (_ entries: Entries, _ settings: inout Settings) -> Void

    init<Demand: HelloDemand>(_ demand: Demand.Type) {
      let field = Field(demand.name, ValueParser<Demand.Value>.written(demand.written), demand.summary)
      key = field.key
      read = { entries, settings in
        if let value = entries[field] { settings[demand] = value }
      }
    }
  }
}
