internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The names that a CA may issue for.
enum NameConstraintsKeys {
  static let permitted = Field(
    "permitted", .list(of: .subtree, minimum: 1, "subtrees"),
    "names of these kinds have to be inside: `dns shop`, `email shop`, `uri shop`, `address 10.0.0.0/8`, `organization …`"
  )
  static let excluded = Field(
    "excluded", .list(of: .subtree, minimum: 1, "subtrees"), "no name may be inside; written as `permitted`")
  static let critical = Field("critical", .flag, "marked critical; default true")

  static let table = Table(
    "name-constraints", subject: "name constraints", "What a CA may issue for.",
    [permitted.key, excluded.key, critical.key])

  static let shape = ValueParser<NameConstraintsRecipe>.table(table) { entries in
    let constraints = NameConstraintsRecipe(
      permitted: entries[permitted] ?? [], excluded: entries[excluded] ?? [], isCritical: entries[critical] ?? true)
    guard entries.has(permitted) || entries.has(excluded) else {
      entries.reader.report(
        at: entries.mapping.position, "name constraints that permit and exclude nothing",
        help: "give `permitted` or `excluded`; the empty extension is the defect wrong-name-constraints")
      return nil
    }
    return constraints
  }
}

extension ValueParser where Value == NameConstraintsRecipe.Subtree {
  /// `dns shop`: a kind of name, and what all names of that kind are under.
  static var subtree: ValueParser {
    let known = NameConstraintsRecipe.Subtree.Kind.allCases.map(\.rawValue)
    let form = ValueSyntax.text(
      what: "a subtree such as 'dns shop' or 'address 10.0.0.0/8'",
      pattern: "^(\(known.joined(separator: "|"))) +.+$")
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      let words = scalar.words
      guard words.count >= 2 else { return reader.mismatch(node, form) }
      guard let kind = NameConstraintsRecipe.Subtree.Kind(rawValue: words[0].text) else {
        reader.report(
          at: words[0].position, "a subtree begins with \(known.joined(separator: ", ")), not '\(words[0].text)'",
          help: NearMiss.question(for: words[0].text, among: known))
        return nil
      }
      if kind != .organization, words.count > 2 { return reader.mismatch(node, form) }
      let base = words.dropFirst().map(\.text).joined(separator: " ")
      if kind == .address, !InternetAddress.isNetwork(base) {
        reader.report(at: words[1].position, "'\(base)' is not a network such as 10.0.0.0/8")
        return nil
      }
      return NameConstraintsRecipe.Subtree(kind, base)
    }
  }
}

extension ValueParser where Value == String {
  /// `any`, or an object identifier in dotted form.
  static var policyIdentifier: ValueParser {
    let form = ValueSyntax.text(
      what: "an object identifier such as 2.23.140.1.2.1, or any", pattern: "^(any|[0-2](\\.[0-9]+)+)$")
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      if scalar.text == "any" { return "2.5.29.32.0" }
      // Shorter ones, and others below 2, name no policy.
      guard let arcs = ObjectIdentifierText(scalar.text)?.arcs, arcs.count >= 3, arcs[1] < 40 else {
        return reader.mismatch(node, form)
      }
      return scalar.text
    }
  }
}
