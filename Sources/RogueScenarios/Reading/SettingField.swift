internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// Reads a key into the bag of its owner, in the setting's written form.
struct SettingReader<Owner: SettingsOwner & Sendable>: FaultField {
  let key: Key
  fileprivate let read: @Sendable (_ entries: Entries, _ recipe: inout Owner) -> Void
  /// The consequences of the value, once all others are read.
  fileprivate let complete: @Sendable (_ entries: Entries, _ recipe: inout Owner) -> Void

  init<S: Setting>(_ setting: S.Type) where S.Owner == Owner {
    let field = StimulusField(setting.stimulus, ValueParser<S.Value>.written(setting.written))
    key = field.key
    read = { entries, recipe in
      guard let value = entries[field] else { return }
      setting.set(value, in: &recipe)
      Self.checkCompanions(of: setting, entries)
      Self.checkRivals(of: setting, entries)
    }
    complete = { entries, recipe in
      guard entries.has(field) else { return }
      do throws(ParsingProblem) {
        try setting.complete(&recipe, with: recipe[setting])
      } catch {
        entries.reader.report(at: entries.position(field), error.message, help: error.help)
      }
    }
  }

  private static func checkCompanions<S: Setting>(of setting: S.Type, _ entries: Entries) {
    guard let companions = setting.companions else { return }
    let name = setting.stimulus.name
    for entry in entries.mapping.entries where entry.key.text != name && !companions.contains(entry.key.text) {
      entries.reader.report(
        at: entry.key.position, "'\(entry.key.text)' has no meaning beside '\(name)'",
        help: companions.isEmpty
          ? "leave one of them out"
          : "only \(companions.sorted().joined(separator: ", ")) can be combined; leave one of them out")
    }
  }

  private static func checkRivals<S: Setting>(of setting: S.Type, _ entries: Entries) {
    for entry in entries.mapping.entries {
      guard let reason = setting.rivals[entry.key.text] else { continue }
      entries.reader.report(
        at: entry.key.position, "'\(entry.key.text)' has no meaning beside '\(setting.stimulus.name)': \(reason)",
        help: "leave one of them out")
    }
  }
}

/// Reads a key of some connections that overrides the server's.
struct OwnSettingReader: Sendable {
  let key: Key
  let read: @Sendable (_ entries: Entries, _ own: inout ServerRecipe.Connection) -> Void

  init<S: ServerSetting>(_ setting: S.Type, _ part: Part<ServerRecipe>) {
    let field = Field(part, ValueParser<S.Value>.written(setting.written))
    key = field.key
    read = { entries, own in
      if let value = entries[field] { own.settings.override(setting, with: value) }
    }
  }
}

/// The settings of an owner, found by name: a mapping has a handful of dozens, and to look for each takes most of the time in
/// which a catalogue is read.
struct SettingReaders<Owner: SettingsOwner & Sendable>: Sendable {
  let all: [SettingReader<Owner>]
  private let places: [String: Int]

  init(_ all: [SettingReader<Owner>]) {
    self.all = all
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.key.name, $0) })
  }

  /// Reads those that are given, in the order of the owner, and then what follows from each, if all are right.
  func read(_ entries: Entries, _ recipe: inout Owner) {
    let before = entries.reader.errors
    let given = entries.mapping.entries.compactMap { places[$0.key.text] }.sorted()
    for place in given { all[place].read(entries, &recipe) }
    guard entries.reader.errors == before else { return }
    for place in given { all[place].complete(entries, &recipe) }
  }
}

extension ValueParser {
  /// The form of a setting and its reader.
  static func written(_ written: SettingParser<Value>) -> ValueParser where Value: Sendable {
    ValueParser<ParsedValue>.form(written.form).then { value, node, reader in
      do throws(ParsingProblem) {
        return try written.value(value)
      } catch {
        reader.report(at: node.position, error.message, help: error.help)
        return nil
      }
    }
  }
}

extension ValueParser where Value == ParsedValue {
  static func form(_ form: SettingSyntax) -> ValueParser {
    switch form {
    case .flag: ValueParser<Bool>.flag.then { flag, _, _ in .flag(flag) }
    case .flagOr(let words): flag(or: words)
    case .words(let words): text(.choice(of: words))
    case .text(let what): text(.text(what))
    case .address: text(.address)
    case .email: text(.email)
    case .policyIdentifier: text(.policyIdentifier)
    case .host: text(.host())
    case .certificate: text(.reference(.certificate))
    case .certificateOrKey: text(.reference(.certificateOrKey))
    case .integer(let range): typed(ValueParser<Int>.integer(range))
    case .duration: typed(ValueParser<Int64>.duration)
    case .list(let item, let what, let minimum):
      ValueParser<[ParsedValue]>.list(of: .form(item), minimum: minimum, what).then { items, _, _ in .list(items) }
    case .oneOrList(let item, let what):
      ValueParser<[ParsedValue]>.oneOrList(of: .form(item), what).then { items, _, _ in .list(items) }
    case .map(let item): map(keys: .text, of: item)
    case .hosts(let item): map(keys: .hosts, of: item)
    case .file(let what):
      ValueParser<YAMLNode.Scalar>.scalar("the path of \(what)").then { scalar, node, reader in
        do throws(ParsingProblem) {
          return .file(try reader.files(scalar.text, reader.worldFile))
        } catch {
          reader.report(at: node.position, error.message, help: error.help)
          return nil
        }
      }
    case .byCertificate(let item): map(keys: .references(.certificate), of: item)
    case .staple: typed(ValueParser<StapleRecipe>.staple)
    case .startTLS: typed(StartTLSKeys.shape)
    case .proxy: typed(ProxyKeys.shape)
    case .scts: typed(ValueParser<SCTListRecipe?>.scts)
    case .embeddedSCTs: typed(SCTListKeys.shape)
    case .connection: typed(ConnectionKeys.shape)
    case .nameConstraints: typed(NameConstraintsKeys.shape)
    case .keyIdentifier: typed(KeyIdentifierKeys.shape)
    case .distributionPoints: typed(ValueParser<[String]?>.distributionPoints)
    case .crl: typed(CRLKeys.shape)
    case .defects: typed(ValueParser<[NamedUse]>.uses(.defect))
    }
  }

  private static func text(_ shape: ValueParser<String>) -> ValueParser { shape.then { text, _, _ in .text(text) } }

  private static func typed(_ shape: ValueParser<some Sendable>) -> ValueParser {
    shape.then { value, _, _ in .typed(value) }
  }

  private static func flag(or words: [String]) -> ValueParser {
    let form = ValueSyntax.either([.flag, .words(words)])
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      if words.contains(scalar.text) { return .text(scalar.text) }
      guard scalar.isPlain, ["true", "false"].contains(scalar.text) else { return reader.mismatch(node, form) }
      return .flag(scalar.text == "true")
    }
  }

  private static func map(keys: ValueSyntax.MapKeys, of item: SettingSyntax) -> ValueParser {
    ValueParser<[(YAMLNode.Scalar, ParsedValue)]>.map(keys: keys, of: .form(item)).then { pairs, _, _ in
      .map(pairs.map { ParsedValue.Entry(key: $0.text, value: $1) })
    }
  }
}
