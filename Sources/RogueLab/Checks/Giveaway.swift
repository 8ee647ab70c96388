internal import RogueModel
internal import RogueTrust

/// Something beside the fault that separates the rogues of a family from its controls: a validator that decides by it passes.
struct Giveaway: Hashable, Sendable, CustomStringConvertible {
  let family: String
  /// A feature with its value.
  let value: String
  /// Every rogue has it and no control; false: the reverse.
  let isOfRogues: Bool

  var description: String {
    "\(family): \(isOfRogues ? "every rogue and no control" : "every control and no rogue") has \(value)"
  }

  /// Fewer rogues than these have something in common by chance.
  static let fewest = 4

  /// Of one family.
  ///
  /// - Parameters:
  ///   - rogues: the values of each rogue.
  ///   - controls: those of everything that is to be accepted.
  static func find(_ family: String, rogues: [Set<String>], controls: [Set<String>]) -> Set<Giveaway> {
    guard rogues.count >= fewest, !controls.isEmpty else { return [] }
    func common(_ sets: [Set<String>], but others: [Set<String>]) -> Set<String> {
      let all = sets.dropFirst().reduce(sets[0]) { $0.intersection($1) }
      return others.reduce(all) { $0.subtracting($1) }
    }
    return Set(
      common(rogues, but: controls).map { Giveaway(family: family, value: $0, isOfRogues: true) }
        + common(controls, but: rogues).map { Giveaway(family: family, value: $0, isOfRogues: false) })
  }

  /// The values of everything that a flight shows. Paths to an anchor are left out: they are validated, not seen.
  static func values(of sight: Sight) -> Set<String> {
    let features = (Feature.ofChains + Feature.ofPlaces).filter { $0.group != "path" }.flatMap { feature in
      feature.read(sight).map { "\(feature.name)=\($0)" }
    }
    return Set(features + shapes(of: sight))
  }

  /// A name without the digits that are new in every hierarchy.
  private static func words(of name: [UInt8]) -> String {
    String(decoding: name.map { 0x20..<0x7f ~= $0 ? $0 : 0x20 }, as: UTF8.self).split(separator: " ")
      .filter { $0.count < 8 || !$0.allSatisfy(\.isHexDigit) }.joined(separator: " ")
  }

  /// What has no list of values: names, the order of extensions, exact validity, exact lengths.
  private static func shapes(of sight: Sight) -> [String] {
    let places = sight.served.enumerated().compactMap { place, one in one.map { (place: place, one: $0) } }
    let order = places.map { place, one in
      "order.\(place)=\(one.contents.extensions.map(Word.of).joined(separator: ","))"
    }
    let subjects = places.map { "subject.\($0.place)=\(words(of: $0.one.contents.subject))" }
    let periods = places.compactMap { place, one in
      one.facts.notBefore.flatMap { begin in
        one.facts.notAfter.map { "validity.\(place)=\(begin - sight.now)...\($0 - sight.now)" }
      }
    }
    let shape = sight.served.map { one in
      guard let one else { return "bytes" }
      return one.facts.isSelfIssued ? "self-issued" : one.facts.isCA ? "ca" : "leaf"
    }
    return order + subjects + periods + ["shape=\(shape.joined(separator: ","))"]
  }
}
