internal import RogueModel

/// One pattern of ids: `trust/rogue-*`, `**`, `family`, `family/name[tls=1.3]`.
struct Pattern {
  var text: String
  /// Parts of the path; `**` matches any number of them.
  private var parts: [[UInt8]]
  var constraints: [AxesSelection.Constraint]

  private static let star = UInt8(ascii: "*")
  private static let anyNumber = [star, star]

  /// - Throws: What is wrong with it, for people.
  init(_ text: String) throws(Finding) {
    self.text = text
    var path = text[...]
    constraints = []
    if let bracket = path.firstIndex(of: "[") {
      guard path.last == "]" else {
        throw Finding(.error, "the pattern '\(text)' has a '[' without a ']' at its end", help: "family/name[tls=1.3]")
      }
      constraints = try Self.constraints(path[path.index(after: bracket)...].dropLast(), of: text)
      path = path[..<bracket]
    }
    guard !path.isEmpty, path.first != "/" else {
      throw Finding(.error, "the pattern '\(text)' names no scenario", help: "family/name, family, or ** for all")
    }
    parts = path.split(separator: "/", omittingEmptySubsequences: false).map { Array($0.utf8) }
    // `family` and `family/` mean all of the family.
    if parts.last?.isEmpty == true { parts[parts.count - 1] = Self.anyNumber }
    if parts.count == 1, parts[0] != Self.anyNumber { parts.append(Self.anyNumber) }
  }

  func matches(_ id: String) -> Bool {
    Self.matches(parts[...], id.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)[...])
  }

  private static func constraints(
    _ list: Substring, of text: String
  ) throws(Finding) -> [AxesSelection.Constraint] {
    var constraints: [AxesSelection.Constraint] = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      guard let equals = item.firstIndex(of: "=") else {
        throw Finding(.error, "'\(item)' in the pattern '\(text)' is not of the form axis=value")
      }
      let name = String(item[..<equals])
      guard let axis = AxesSelection.Constraint.Axis(rawValue: name) else {
        let known = AxesSelection.Constraint.Axis.allCases.map(\.rawValue)
        throw Finding(
          .error, "there is no axis '\(name)' as in the pattern '\(text)'",
          help: NearMiss.question(for: name, among: known) ?? "axes: \(known.joined(separator: ", "))")
      }
      let value = String(item[item.index(after: equals)...])
      if let known = axis.words, !known.contains(value) {
        throw Finding(
          .error, "the axis \(name) has no value '\(value)' as in the pattern '\(text)'",
          help: NearMiss.question(for: value, among: known) ?? "values: \(known.joined(separator: ", "))")
      }
      constraints.append(AxesSelection.Constraint(axis: axis, value: value))
    }
    return constraints
  }

  private static func matches(_ pattern: ArraySlice<[UInt8]>, _ id: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return id.isEmpty }
    let rest = pattern.dropFirst()
    if first == anyNumber { return (id.startIndex...id.endIndex).contains { matches(rest, id[$0...]) } }
    guard let part = id.first else { return false }
    return glob(first, part) && matches(rest, id.dropFirst())
  }

  /// Whether a text fits a glob with `*`.
  static func glob(_ pattern: String, _ text: String) -> Bool { glob(Array(pattern.utf8), Array(text.utf8)) }

  /// Whether a part fits a glob with `*`; remembers only the last star, so that it takes no exponential time.
  private static func glob(_ pattern: [UInt8], _ text: [UInt8]) -> Bool {
    var (p, t) = (0, 0)
    var last: (pattern: Int, text: Int)?
    while t < text.count {
      if p < pattern.count, pattern[p] == star {
        last = (p, t)
        p += 1
      } else if p < pattern.count, pattern[p] == text[t] {
        p += 1
        t += 1
      } else if let (pattern, text) = last {
        last = (pattern, text + 1)
        p = pattern + 1
        t = text + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == star }
  }
}

extension AxesSelection.Constraint.Axis {
  /// The closed list of values; nil where the catalogue or the build decides.
  fileprivate var words: [String]? {
    switch self {
    case .tls: TLSVersion.allCases.map(\.rawValue)
    case .key: KeyType.allCases.map(\.rawValue)
    case .policy, .engine: nil
    }
  }
}
