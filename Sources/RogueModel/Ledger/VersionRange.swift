/// The versions of a client to which an entry applies.
///
/// `7.88` means every version that begins with 7.88, `3.0-3.4` those from 3.0 up to the last that begins with 3.4, and
/// `*` any version. A client that reports two versions, its own and its TLS library's, has a range for each:
/// `3.11/3.0`.
public struct VersionRange: Sendable, Hashable, CustomStringConvertible {
  private struct Part: Sendable, Hashable {
    /// Empty: any version.
    var low: [Int]
    var high: [Int]
  }

  private var parts: [Part]
  public let description: String

  /// Nil if the text is not a range.
  public init?(_ text: String) {
    parts = []
    description = text
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      if part == "*" {
        parts.append(Part(low: [], high: []))
        continue
      }
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map(Self.exactly)
      guard ends.count <= 2, let low = ends[0], let high = ends[ends.count - 1] else { return nil }
      // Of 3.5-3 the second holds the first.
      guard !high.lexicographicallyPrecedes(Array(low.prefix(high.count))) else { return nil }
      parts.append(Part(low: low, high: high))
    }
  }

  /// Whether a version, as a program prints it, is in the range. A text without a number is only in `*`.
  public func contains(_ version: String) -> Bool {
    let said = version.split(separator: "/", omittingEmptySubsequences: false)
    guard said.count >= parts.count else { return false }
    return zip(parts, said).allSatisfy { part, text in
      guard !part.low.isEmpty else { return true }
      var numbers = Self.leading(text)
      guard !numbers.isEmpty else { return false }
      let count = max(part.low.count, part.high.count)
      while numbers.count < count { numbers.append(0) }
      return !numbers.lexicographicallyPrecedes(part.low)
        && !part.high.lexicographicallyPrecedes(Array(numbers.prefix(part.high.count)))
    }
  }

  /// The numbers between the dots, as long as there are any: 1.1.1 of `1.1.1w`.
  private static func leading(_ text: Substring) -> [Int] {
    var numbers: [Int] = []
    for component in text.split(separator: ".", omittingEmptySubsequences: false) {
      let digits = component.prefix { ("0"..."9").contains($0) }
      guard let number = Int(digits) else { break }
      numbers.append(number)
      if digits.count < component.count { break }
    }
    return numbers
  }

  private static func exactly(_ text: Substring) -> [Int]? {
    let components = text.split(separator: ".", omittingEmptySubsequences: false)
    let numbers = components.compactMap { component in
      component.allSatisfy { ("0"..."9").contains($0) } ? Int(component) : nil
    }
    return numbers.count == components.count ? numbers : nil
  }
}
