internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// Reads a key into the bag of what it belongs to, as the setting says that it is written.
struct SettingReader<Owner: SettingsOwner & Sendable>: FaultField {
  let key: Key
  fileprivate let read: @Sendable (_ entries: Entries, _ recipe: inout Owner) -> Void
  /// What follows from the value, once all others are read.
  fileprivate let complete: @Sendable (_ entries: Entries, _ recipe: inout Owner) -> Void

  init<S: Setting>(_ setting: S.Type) where S.Owner == Owner {
    let field = StimulusField(setting.stimulus, Shape<S.Value>.written(setting.written))
    key = field.key
    read = { entries, recipe in
      guard let value = entries[field] else { return }
      recipe[setting] = value
      Self.checkCompanions(of: setting, entries)
      Self.checkRivals(of: setting, entries)
    }
    complete = { entries, recipe in
      let value = recipe[setting]
      guard entries.has(field), value != setting.standard else { return }
      do throws(WrittenProblem) {
        try setting.complete(&recipe, with: value)
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
    let field = Field(part, Shape<S.Value>.written(setting.written))
    key = field.key
    read = { entries, own in
      if let value = entries[field] { own.settings.override(setting, with: value) }
    }
  }
}

extension Array {
  /// Reads all of them, and then what follows from each.
  func read<Owner>(_ entries: Entries, _ recipe: inout Owner) where Element == SettingReader<Owner> {
    for setting in self { setting.read(entries, &recipe) }
    for setting in self { setting.complete(entries, &recipe) }
  }
}

extension Shape {
  /// What the form of a setting looks like and how it is read.
  static func written(_ written: Written<Value>) -> Shape where Value: Sendable {
    Shape<WrittenValue>.form(written.form).then { value, node, reader in
      do throws(WrittenProblem) {
        return try written.value(value)
      } catch {
        reader.report(at: node.position, error.message, help: error.help)
        return nil
      }
    }
  }
}

extension Shape where Value == WrittenValue {
  static func form(_ form: WrittenForm) -> Shape {
    switch form {
    case .flag: Shape<Bool>.flag.then { flag, _, _ in .flag(flag) }
    case .flagOr(let words): flag(or: words)
    case .words(let words): Shape<String>.choice(of: words).then { word, _, _ in .text(word) }
    case .text(let what): Shape<String>.text(what).then { text, _, _ in .text(text) }
    case .host: Shape<String>.host().then { host, _, _ in .text(host) }
    case .certificate: Shape<String>.reference(.certificate).then { name, _, _ in .text(name) }
    case .list(let item, let what, let minimum):
      Shape<[WrittenValue]>.list(of: .form(item), minimum: minimum, what).then { items, _, _ in .list(items) }
    case .oneOrList(let item, let what):
      Shape<[WrittenValue]>.oneOrList(of: .form(item), what).then { items, _, _ in .list(items) }
    case .map(let item): map(keys: .text, of: item)
    case .hosts(let item): map(keys: .hosts, of: item)
    case .file(let what):
      Shape<YAMLNode.Scalar>.scalar("the path of \(what)").then { scalar, node, reader in
        do throws(WrittenProblem) {
          return .file(try reader.files(scalar.text, reader.worldFile))
        } catch {
          reader.report(at: node.position, error.message, help: error.help)
          return nil
        }
      }
    case .byCertificate(let item): map(keys: .references(.certificate), of: item)
    case .staple: Shape<StapleRecipe>.staple.then { staple, _, _ in .staple(staple) }
    case .startTLS: StartTLSKeys.shape.then { recipe, _, _ in .startTLS(recipe) }
    case .proxy: ProxyKeys.shape.then { recipe, _, _ in .proxy(recipe) }
    case .scts: Shape<SCTListRecipe?>.scts.then { list, _, _ in .scts(list) }
    case .connection: ConnectionKeys.shape.then { connection, _, _ in .connection(connection) }
    }
  }

  private static func flag(or words: [String]) -> Shape {
    let form = Form.either([.flag, .words(words)])
    return Shape(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      if words.contains(scalar.text) { return .text(scalar.text) }
      guard scalar.isPlain, ["true", "false"].contains(scalar.text) else { return reader.mismatch(node, form) }
      return .flag(scalar.text == "true")
    }
  }

  private static func map(keys: Form.MapKeys, of item: WrittenForm) -> Shape {
    Shape<[(YAMLNode.Scalar, WrittenValue)]>.map(keys: keys, of: .form(item)).then { pairs, _, _ in
      .map(pairs.map { WrittenValue.Entry(key: $0.text, value: $1) })
    }
  }
}
