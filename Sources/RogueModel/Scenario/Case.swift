/// A scenario with a value for every axis: the unit that is run and judged.
public struct Case: Hashable, Sendable {
  public var scenario: Scenario
  public var axes: AxisValues

  public init(scenario: Scenario, axes: AxisValues) {
    self.scenario = scenario
    self.axes = axes
  }

  /// `family/name[tls=1.3,policy=leaf-spki]`; engine and key appear when they are not the defaults.
  ///
  /// The factors of a cell come before the axes: `pin/table[kind=spki,…,tls=1.3,policy=table]`.
  public var id: String { Self.id(scenario.id, axes) }

  /// The id of the case of a scenario.
  public static func id(_ scenario: String, _ axes: AxisValues) -> String {
    scenario.hasSuffix("]") ? "\(scenario.dropLast()),\(axes)]" : "\(scenario)[\(axes)]"
  }
}

/// One value for every axis.
public struct AxisValues: Hashable, Sendable, CustomStringConvertible {
  public var tls: TLSVersion
  public var policy: String
  public var key: KeyType
  /// The name of the server engine.
  public var engine: String

  /// The engine of a run that names no other.
  public static let defaultEngine = "swift"

  public init(tls: TLSVersion, policy: String, key: KeyType = .p256, engine: String = AxisValues.defaultEngine) {
    self.tls = tls
    self.policy = policy
    self.key = key
    self.engine = engine
  }

  public var description: String {
    var text = "tls=\(tls.rawValue),policy=\(policy)"
    if key != .p256 { text += ",key=\(key.rawValue)" }
    if engine != Self.defaultEngine { text += ",engine=\(engine)" }
    return text
  }
}
