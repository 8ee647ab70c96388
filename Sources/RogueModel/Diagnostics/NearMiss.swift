/// Finds what the user most likely meant.
public enum NearMiss {
  /// The known words closest to `word`, best first, at most three; empty when nothing is close.
  public static func suggestions(for word: String, among known: some Sequence<String>) -> [String] {
    let limit = max(1, min(3, word.count / 3))
    return known.map { ($0, distance(word.lowercased(), $0.lowercased())) }
      .filter { $0.1 <= limit || ($0.0.hasPrefix(word) && word.count >= 3) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
      .prefix(3)
      .map(\.0)
  }

  /// "did you mean 'a' or 'b'?", or nil when nothing is close.
  public static func question(for word: String, among known: some Sequence<String>) -> String? {
    let found = suggestions(for: word, among: known).map { "'\($0)'" }
    guard let last = found.last else { return nil }
    return "did you mean " + (found.count == 1 ? last : found.dropLast().joined(separator: ", ") + " or " + last) + "?"
  }

  /// Optimal string alignment distance: insertions, deletions, substitutions and swaps of neighbours.
  static func distance(_ left: String, _ right: String) -> Int {
    let a = Array(left.prefix(80))
    let b = Array(right.prefix(80))
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforePrevious = [Int](repeating: 0, count: b.count + 1)
    var previous = Array(0...b.count)
    for i in 1...a.count {
      var current = [Int](repeating: 0, count: b.count + 1)
      current[0] = i
      for j in 1...b.count {
        current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          current[j] = min(current[j], beforePrevious[j - 2] + 1)
        }
      }
      (beforePrevious, previous) = (previous, current)
    }
    return previous[b.count]
  }
}
