internal import RogueModel
internal import RogueStimuli

/// Reads a key of the server into its bag.
protocol SettingReader<Owner>: FaultField {
  func read(_ entries: Entries, into recipe: inout Owner)
}

/// How the value of a setting is written and read.
struct SettingField<Setting: ServerSetting>: SettingReader {
  typealias Owner = ServerRecipe

  private let field: StimulusField<ServerRecipe, Setting.Value>

  init(_ setting: Setting.Type, _ shape: Shape<Setting.Value>) {
    field = StimulusField(setting.stimulus, shape)
  }

  init<Written>(_ setting: Setting.Type, _ shape: Shape<Written>) where Setting.Value == Written? {
    field = StimulusField(setting.stimulus, shape.then { value, _, _ in .some(.some(value)) })
  }

  var key: Key { field.key }

  func read(_ entries: Entries, into recipe: inout ServerRecipe) {
    if let value = entries[field] { recipe[Setting.self] = value }
  }
}
