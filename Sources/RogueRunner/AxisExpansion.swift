public import RogueModel

/// Turns a scenario into its cases.
public enum AxisExpansion {
  /// The cases of a scenario, in a stable order: policies as the scenario lists them, then versions, keys, engines.
  ///
  /// If the user chose no engine, it is the default one, or the first that can serve the case.
  ///
  /// - Parameter refusal: why a case's engine cannot serve it; nil if it can.
  public static func cases(
    of scenario: Scenario, _ selection: AxesSelection, engines: [String], refusal: (Case) -> String? = { _ in nil }
  ) -> [Case] {
    let usable: [String]
    var isFree = false
    switch selection {
    case .full: usable = engines
    // Another engine runs only on request: it presents the same faults, so its results would be duplicates.
    case .fixed(let constraints) where constraints.contains { $0.axis == .engine }: usable = engines
    case .pairwise, .fixed:
      usable = engines.filter { $0 == AxisValues.defaultEngine }
      isFree = true
    }
    let product = scenario.policies.flatMap { policy in
      scenario.axes.tls.flatMap { tls in
        scenario.axes.keys.flatMap { key in
          usable.map { AxisValues(tls: tls, policy: policy, key: key, engine: $0) }
        }
      }
    }
    let chosen: [AxisValues]
    switch selection {
    case .full: chosen = product
    case .pairwise: chosen = pairwise(product)
    case .fixed(let constraints): chosen = product.filter { values in constraints.allSatisfy { $0.admits(values) } }
    }
    return chosen.map { axes in
      let item = Case(scenario: scenario, axes: axes)
      guard isFree, refusal(item) != nil else { return item }
      return engines.lazy.map { engine in
        var other = item
        other.axes.engine = engine
        return other
      }.first { refusal($0) == nil } ?? item
    }
  }

  /// The smallest prefix-stable choice we can find greedily in which every pair of values of two axes occurs.
  static func pairwise(_ product: [AxisValues]) -> [AxisValues] {
    var missing = Set(product.flatMap(pairs(of:)))
    var rest = Array(product.enumerated())
    var chosen: [(offset: Int, element: AxisValues)] = []
    while !missing.isEmpty {
      var best = 0
      var bestCount = -1
      for (index, candidate) in rest.enumerated() {
        let count = pairs(of: candidate.element).count { missing.contains($0) }
        if count > bestCount { (best, bestCount) = (index, count) }
      }
      let taken = rest.remove(at: best)
      missing.subtract(pairs(of: taken.element))
      chosen.append(taken)
    }
    return chosen.sorted { $0.offset < $1.offset }.map(\.element)
  }

  private struct Pair: Hashable {
    var axes: Int
    var first: String
    var second: String
  }

  private static func pairs(of values: AxisValues) -> [Pair] {
    let all = [values.policy, values.tls.rawValue, values.key.rawValue, values.engine]
    return (0..<all.count).flatMap { left in
      (left + 1..<all.count).map { Pair(axes: left * 8 + $0, first: all[left], second: all[$0]) }
    }
  }
}
