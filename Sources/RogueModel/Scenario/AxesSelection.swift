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

extension AxesSelection {
  /// `pairwise`, `full`, or `tls=1.3,policy=leaf-spki`.
  public init?(text: String) {
    switch text {
    case "pairwise":
      self = .pairwise
      return
    case "full":
      self = .full
      return
    default: break
    }
    var constraints: [AxesSelection.Constraint] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, !sides[1].isEmpty,
        let axis = AxesSelection.Constraint.Axis(rawValue: String(sides[0])),
        !constraints.contains(where: { $0.axis == axis })
      else { return nil }
      let value = String(sides[1])
      switch axis {
      case .tls where TLSVersion(rawValue: value) == nil, .key where KeyType(rawValue: value) == nil: return nil
      case .tls, .key, .policy, .engine: break
      }
      constraints.append(.init(axis: axis, value: value))
    }
    self = .fixed(constraints)
  }
}
