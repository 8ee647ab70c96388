/// A key that carries the type of its value, so that stages can pass the value on without knowing the key.
public protocol SettingKey {
  associatedtype Value: Hashable & Sendable
  /// What stands for nothing.
  static var standard: Value { get }
}

/// What has keys whose values travel in a bag.
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
  /// Without those that are standard, so that equal bags are equal.
  private var items: [ObjectIdentifier: Item] = [:]

  public init() {}

  public subscript<Key: SettingKey>(_ key: Key.Type) -> Key.Value {
    get { items[ObjectIdentifier(key)]?.value as? Key.Value ?? Key.standard }
    set { items[ObjectIdentifier(key)] = newValue == Key.standard ? nil : Item(value: newValue) }
  }

  private struct Item: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (left: Item, right: Item) -> Bool { AnyHashable(left.value) == AnyHashable(right.value) }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
  }
}
