/// A key with a typed value, so that stages can pass the value on without knowing the key.
public protocol SettingKey {
  associatedtype Value: Hashable & Sendable
  /// The value if the key is not set.
  static var standard: Value { get }
}

/// A recipe whose keys are kept in a bag of settings.
public protocol SettingsOwner {
  var settings: Settings { get set }
}

extension SettingsOwner {
  public subscript<Key: SettingKey>(_ key: Key.Type) -> Key.Value {
    get { settings[key] }
    set { settings[key] = newValue }
  }
}

/// Values by key.
public struct Settings: Hashable, Sendable {
  /// Standard values are left out, so that equal bags are equal, unless they override other values.
  private var items: [ObjectIdentifier: Item] = [:]

  public init() {}

  public subscript<Key: SettingKey>(_ key: Key.Type) -> Key.Value {
    get { own(key) ?? Key.standard }
    set { items[ObjectIdentifier(key)] = newValue == Key.standard ? nil : Item(value: newValue) }
  }

  /// The value that is set here, even if it is the standard one; nil: none.
  public func own<Key: SettingKey>(_ key: Key.Type) -> Key.Value? {
    // Not in one expression: where the value is itself optional, the cast would make a value of nothing.
    guard let item = items[ObjectIdentifier(key)] else { return nil }
    return item.value as? Key.Value
  }

  /// Sets a value that overrides another one, even if it is the standard value.
  public mutating func override<Key: SettingKey>(_ key: Key.Type, with value: Key.Value) {
    items[ObjectIdentifier(key)] = Item(value: value, isStandard: value == Key.standard)
  }

  /// These settings, with the values that `others` override.
  public func overridden(by others: Settings) -> Settings {
    var settings = self
    for (key, item) in others.items { settings.items[key] = item.isStandard ? nil : item }
    return settings
  }

  private struct Item: Hashable, Sendable {
    let value: any Hashable & Sendable
    var isStandard = false

    static func == (left: Item, right: Item) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }
}
