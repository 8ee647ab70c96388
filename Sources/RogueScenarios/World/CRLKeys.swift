internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of a CRL that is wrong on purpose.
enum CRLKeys {
  private static let parts: [PartField<CRLRecipe>] = [
    .init(CRLParts.signer, .reference(.certificate), \.signer),
    .init(CRLParts.issuer, .reference(.certificate), \.issuer),
    .init(CRLParts.thisUpdate, .duration, \.thisUpdate),
    .init(CRLParts.nextUpdate, ValueParser<Int64?>.nullable(.duration), \.nextUpdate),
    .init(CRLParts.version, .integer(1...2), \.version),
    .init(CRLParts.number, number, \.number),
    .init(CRLParts.scope, .word, \.scope),
    .init(CRLParts.`extension`, .word, \.extension),
    .init(CRLParts.entryExtension, .word, \.entryExtension),
    .init(CRLParts.reason, .word, \.reason),
    .init(CRLParts.revokedAt, .duration, \.revokedAt),
    .init(CRLParts.extensions, rawExtensions, \.extensions),
    .init(CRLParts.entryExtensions, rawExtensions, \.entryExtensions),
    .init(CRLParts.lists, .references(.certificate, "certificates"), \.lists),
    .init(CRLParts.certificateIssuer, .word, \.certificateIssuer),
    .init(CRLParts.dates, .word, \.dates),
    .init(CRLParts.damagedEntry, .flag, \.beginsDamaged),
    .init(CRLParts.entries, .integer(0...CRLRecipe.mostEntries), \.entries),
    .init(CRLParts.place, .word, \.place),
    .init(CRLParts.delta, .flag, \.isDelta),
    .init(CRLParts.signature, .word, \.signature),
    .init(CRLParts.form, .word, \.form),
  ]

  static let table = Table(
    "crl", subject: "a CRL", "The CRL that a CA issues; every field can be made wrong (RFC 5280, section 5).",
    parts.map(\.key))

  /// A word, or any number that OpenSSL and GnuTLS show alike.
  private static let number: ValueParser<CRLRecipe.Number> = {
    let words: [CRLRecipe.Number] = [.right, .absent, .critical]
    let number = ValueParser<Int>.integer(0...Int(Int32.max))
    let form = ValueSyntax.either([.words(words.map(\.text)), number.form])
    return ValueParser(form) { node, reader in
      if let word = words.first(where: { $0.text == node.scalarText }) { return word }
      guard let text = node.scalarText, Int(text) != nil else { return reader.mismatch(node, form) }
      return number.read(node, reader).map { .given($0) }
    }
  }()

  private static let rawExtensions = ValueParser<[RawExtensions.Extension]>.written(RawExtensions.written)
    .then { items, _, _ in
      items.map { CRLRecipe.RawExtension(identifier: $0.identifier, isCritical: $0.isCritical, value: $0.value) }
    }

  private static let mapping = ValueParser<CRLRecipe>.table(table) { given in
    let recipe = given.changing(CRLRecipe(), by: parts)
    checkUnused(given, recipe.version, recipe.form)
    checkUnusedLists(given, recipe)
    return recipe
  }

  /// Reports keys of what such a CRL does not have.
  private static func checkUnused(_ given: Entries, _ version: Int, _ form: CRLRecipe.Form) {
    if form == .absent {
      return given.reportUnused("beside the form absent: there is no CRL") { $0 != CRLParts.form.name }
    }
    guard version == 1 else { return }
    let ofVersion2: Set = [
      CRLParts.number.name, CRLParts.scope.name, CRLParts.`extension`.name, CRLParts.entryExtension.name,
      CRLParts.extensions.name, CRLParts.entryExtensions.name, CRLParts.certificateIssuer.name, CRLParts.reason.name,
      CRLParts.damagedEntry.name, CRLParts.delta.name,
    ]
    given.reportUnused(
      "beside version 1, which has no extensions (RFC 5280, section 5.1.2.1)", where: ofVersion2.contains)
  }

  /// Reports keys of entries that such a CRL does not have.
  private static func checkUnusedLists(_ given: Entries, _ recipe: CRLRecipe) {
    let ofEntries: Set = [
      CRLParts.entryExtension.name, CRLParts.entryExtensions.name, CRLParts.certificateIssuer.name,
      CRLParts.reason.name,
      CRLParts.place.name,
    ]
    if recipe.form == .emptyEntries {
      let others = [CRLParts.lists, CRLParts.entries, CRLParts.damagedEntry, CRLParts.revokedAt].map(\.name)
      given.reportUnused("beside the form empty-entries: it has no entry", where: ofEntries.union(others).contains)
    } else if recipe.lists?.isEmpty == true {
      given.reportUnused(
        "beside an empty 'lists': no entry is about a certificate of the world", where: ofEntries.contains)
    }
  }

  /// `honest`, or a mapping.
  private static let one: ValueParser<CRLRecipe> = {
    let form = ValueSyntax.either([.words(["honest"]), .table(table)])
    return ValueParser(form) { node, reader in
      if case .mapping = node { return mapping.read(node, reader) }
      if node.scalarText == "honest" { return CRLRecipe() }
      return reader.mismatch(node, form, help: "honest, or a mapping such as {next-update: -1d}")
    }
  }()

  /// One CRL, or several.
  static let shape: ValueParser<CRLRecipe> = {
    let list = ValueParser<[CRLRecipe]>.list(of: one, minimum: 1, "CRLs")
    let form = ValueSyntax.either([.words(["honest"]), .table(table), list.form])
    return ValueParser(form) { node, reader in
      guard case .sequence = node else { return one.read(node, reader) }
      guard let lists = list.read(node, reader), var first = lists.first else { return nil }
      first.further = Array(lists.dropFirst())
      return first
    }
  }()
}

extension ValueParser where Value == [String]? {
  /// The CRL distribution points of a certificate.
  static var distributionPoints: ValueParser {
    let list = ValueParser<[String]>.list(of: .reference(.certificate), minimum: 1, "CAs")
    return ValueParser(.either([.flag, list.form])) { node, reader in
      if case .sequence = node { return list.read(node, reader).map { .some($0) } }
      return ValueParser<Bool>.flag.read(node, reader).map { $0 ? .some([]) : .none }
    }
  }
}
