/// Which combinations of axis values a run takes.
public enum AxesSelection: Sendable, Hashable {
  /// Every pair of values of two axes occurs in at least one case; the default.
  case pairwise
  /// Every combination.
  case full
  /// Only cases with these values, out of every combination.
  case fixed([Constraint])

  /// One `name=value`.
  public struct Constraint: Sendable, Hashable {
    public enum Axis: String, Sendable, Hashable, CaseIterable { case tls, policy, key, engine }
    public var axis: Axis
    public var value: String

    public init(axis: Axis, value: String) {
      self.axis = axis
      self.value = value
    }
  }
}

extension AxesSelection.Constraint {
  /// Whether the case has this value on this axis.
  public func admits(_ values: AxisValues) -> Bool {
    switch axis {
    case .tls: values.tls.rawValue == value
    case .policy: values.policy == value
    case .key: values.key.rawValue == value
    case .engine: values.engine == value
    }
  }
}
