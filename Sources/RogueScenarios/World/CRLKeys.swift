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
    .init(CRLParts.number, .word, \.number),
    .init(CRLParts.scope, .word, \.scope),
    .init(CRLParts.`extension`, .word, \.extension),
    .init(CRLParts.entryExtension, .word, \.entryExtension),
    .init(CRLParts.reason, .word, \.reason),
    .init(CRLParts.revokedAt, .duration, \.revokedAt),
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

  private static let mapping = ValueParser<CRLRecipe>.table(table) { given in
    let recipe = given.changing(CRLRecipe(), by: parts)
    checkUnused(given, recipe.version, recipe.form)
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
      CRLParts.reason.name, CRLParts.damagedEntry.name, CRLParts.delta.name,
    ]
    given.reportUnused(
      "beside version 1, which has no extensions (RFC 5280, section 5.1.2.1)", where: ofVersion2.contains)
  }

  /// `honest`, or a mapping.
  static let shape: ValueParser<CRLRecipe> = {
    let form = ValueSyntax.either([.words(["honest"]), .table(table)])
    return ValueParser(form) { node, reader in
      if case .mapping = node { return mapping.read(node, reader) }
      if node.scalarText == "honest" { return CRLRecipe() }
      return reader.mismatch(node, form, help: "honest, or a mapping such as {next-update: -1d}")
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
