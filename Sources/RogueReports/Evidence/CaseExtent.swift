import RogueModel

/// In which cases of a scenario something happened: "12 of 14 cases: 6 of 7 policies, both TLS versions".
enum CaseExtent {
  /// - Parameters:
  ///   - some: the cases in which it happened.
  ///   - all: every case that the adapter ran, these included.
  /// - Returns: nil when there is only one case.
  static func text(_ some: [AxisValues], of all: [AxisValues]) -> String? {
    guard all.count > 1 else { return nil }
    let count = some.count == all.count ? "all \(all.count) cases" : "\(some.count) of \(all.count) cases"
    let axes = [
      axis(some.map(\.policy), all.map(\.policy), "policy", "policies"),
      axis(some.map(\.tls.rawValue), all.map(\.tls.rawValue), "TLS version", "TLS versions"),
      axis(some.map(\.key.rawValue), all.map(\.key.rawValue), "key type", "key types"),
      axis(some.map(\.engine), all.map(\.engine), "engine", "engines"),
    ].compactMap(\.self)
    return axes.isEmpty ? count : "\(count): \(axes.joined(separator: ", "))"
  }

  /// Nil where the axis has one value.
  private static func axis(_ some: [String], _ all: [String], _ one: String, _ many: String) -> String? {
    let (some, all) = (unique(some), unique(all))
    guard all.count > 1 else { return nil }
    if some.count == all.count { return all.count == 2 ? "both \(many)" : "all \(all.count) \(many)" }
    if some.count == 1 { return "\(one) \(some[0])" }
    return "\(some.count) of \(all.count) \(many) (\(some.joined(separator: ", ")))"
  }

  private static func unique(_ values: [String]) -> [String] { Set(values).sorted() }
}
