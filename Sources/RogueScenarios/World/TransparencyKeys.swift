internal import RogueModel
internal import RogueYAML

/// The keys of one certificate transparency log.
enum LogKeys {
  static let keyType = Field(
    "key-type", ValueParser<KeyType>.words([.p256, .rsa2048]),
    "what its key is; default p256 (RFC 6962, section 2.1.4, allows no others)")
  static let operatorName = Field("operator", .name, "its operator; default: the log's own name")
  static let retired = Field(
    "retired", .duration, "its SCTs from then on do not count; relative to the run's clock; default: in use")

  static let table = Table(
    "log", subject: "a log", "A certificate transparency log (RFC 6962), which signs what the world wants.",
    [keyType.key, operatorName.key, retired.key])

  /// Reads a log; its name is that of its entry.
  static let shape = ValueParser<LogRecipe>.table(table) { entries in
    LogRecipe(
      name: "", keyType: entries[keyType] ?? .p256, operatorName: entries[operatorName] ?? "",
      retired: entries[retired], location: SourceLocation(entries.mapping.position))
  }
}

/// The keys of one signed certificate timestamp.
enum SCTKeys {
  static let log = Field("log", .reference(.log), required: true, "the log that it names")
  static let timestamp = Field("timestamp", .timestampDuration, "relative to the run's clock; default -30d")
  static let about = Field(
    "about", .reference(.certificate), "the certificate that was logged; default: the one that it travels with")
  static let issuer = Field(
    "issuer", .reference(.certificate),
    "whose key is named as the issuer's in what was logged; in a certificate only; default: the issuer's")
  static let key = Field("key", .reference(.log), "the log whose key signs; default: the one that is named")
  static let corrupt = Field("corrupt", .flag, "one bit of its signature is turned; default false")

  static let table = Table(
    "sct", subject: "a signed certificate timestamp",
    "A signed certificate timestamp; every part can be made wrong (RFC 6962, section 3.2).",
    [log.key, timestamp.key, about.key, issuer.key, key.key, corrupt.key])

  private static let mapping = ValueParser<SCTRecipe>.table(table) { entries in
    // The loader refuses the world when the required name is missing.
    SCTRecipe(
      log: entries[log] ?? "", timestamp: entries[timestamp] ?? SCTRecipe.usualTimestamp, about: entries[about],
      issuer: entries[issuer], key: entries[key], isCorrupt: entries[corrupt] ?? false)
  }

  /// The name of a log for a good one, or a mapping.
  static let shape: ValueParser<SCTRecipe> = {
    let name = ValueParser<String>.reference(.log)
    return ValueParser(.either([name.form, .table(table)])) { node, reader in
      if case .mapping = node { return mapping.read(node, reader) }
      return name.read(node, reader).map { SCTRecipe(log: $0) }
    }
  }()
}

/// The mapping form of a list of SCTs.
enum SCTListKeys {
  private static let list = ValueParser<[SCTRecipe]>.list(of: SCTKeys.shape, "SCTs")

  static let form = Field(
    "form", ValueParser<SCTListRecipe.Form>.word,
    "whole (default); empty: a list without entries; malformed: the last entry is longer than the list")
  static let entries = Field("entries", list, "the SCTs, in order")

  static let table = Table(
    "sct-list", subject: "a list of SCTs", "The list in which SCTs travel (RFC 6962, section 3.3).",
    [form.key, entries.key])

  private static let mapping = ValueParser<SCTListRecipe?>.table(table) { entries in
    let form = entries[form] ?? .whole
    let items = entries[Self.entries] ?? []
    if form == .empty, !items.isEmpty {
      entries.reader.report(
        at: entries.position(Self.entries), "a list of the form empty has no entries", help: "leave 'entries' out")
    }
    if form == .malformed, items.isEmpty {
      entries.reader.report(
        at: entries.mapping.position, "a malformed list needs 'entries', the last of which is cut short")
    }
    return .some(form == .whole && items.isEmpty ? nil : SCTListRecipe(items, form: form))
  }

  /// A list of SCTs, or a mapping; the inner nil is an empty list, which means none at all.
  static let shape = ValueParser<SCTListRecipe?>(.either([list.form, .table(table)])) { node, reader in
    if case .mapping = node { return mapping.read(node, reader) }
    return list.read(node, reader).map { $0.isEmpty ? nil : SCTListRecipe($0) }
  }
}

extension ValueParser where Value == SCTListRecipe? {
  /// SCTs about a certificate as it is served: these name no issuer.
  static var scts: ValueParser {
    SCTListKeys.shape.then { list, node, reader in
      if let entry = list?.entries.first(where: { $0.issuer != nil }) {
        reader.report(
          at: node.position, "a timestamp beside the certificate names no issuer ('\(entry.issuer ?? "")')",
          help: "'issuer' belongs to the SCTs in a certificate, which are about its precertificate")
      }
      return .some(list)
    }
  }
}

/// The keys of a policy's requirements on logs.
enum TransparencyKeys {
  static let logs = Field(
    "logs", ValueParser<[String]>.list(of: .reference(.log), minimum: 1, "logs").distinct(), required: true,
    "the logs that the validator knows")
  static let minimum = Field(
    "minimum", .integer(1...100), "valid SCTs of this many known logs are needed; default 1")
  static let operators = Field(
    "operators", .integer(1...100), "these logs have to be of this many operators; default 1")

  static let table = Table(
    "transparency", subject: "transparency", "How many logs have to vouch for the leaf (RFC 6962, section 5.2).",
    [logs.key, minimum.key, operators.key])

  static let shape = ValueParser<PolicyRecipe.Transparency>.table(table) { entries in
    let (minimum, operators) = (entries[minimum] ?? 1, entries[operators] ?? 1)
    guard let logs = entries[logs] else { return nil }
    if minimum > logs.count {
      entries.reader.report(
        at: entries.position(Self.minimum), "SCTs of \(minimum) logs, but only \(logs.count) are known")
    }
    if operators > minimum {
      entries.reader.report(
        at: entries.position(Self.operators), "\(minimum) logs cannot be of \(operators) operators",
        help: "'minimum' counts the logs, 'operators' the parties that run them")
    }
    return PolicyRecipe.Transparency(logs: logs, minimum: minimum, operators: operators)
  }
}
