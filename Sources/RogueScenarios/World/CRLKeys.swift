internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of a CRL that is wrong on purpose.
enum CRLKeys {
  static let signer = Field(CRLParts.signer, .reference(.certificate))
  static let issuer = Field(CRLParts.issuer, .reference(.certificate))
  static let thisUpdate = Field(CRLParts.thisUpdate, .duration)
  static let nextUpdate = Field(CRLParts.nextUpdate, Shape<Int64?>.nullable(.duration))
  static let version = Field(CRLParts.version, .integer(1...2))
  static let number = Field(CRLParts.number, Shape<CRLRecipe.Number>.word)
  static let scope = Field(CRLParts.scope, Shape<CRLRecipe.Scope>.word)
  static let `extension` = Field(CRLParts.`extension`, Shape<CRLRecipe.Extension>.word)
  static let entryExtension = Field(CRLParts.entryExtension, Shape<CRLRecipe.Extension>.word)
  static let entries = Field(CRLParts.entries, .integer(0...CRLRecipe.mostEntries))
  static let place = Field(CRLParts.place, Shape<CRLRecipe.Place>.word)
  static let delta = Field(CRLParts.delta, .flag)
  static let signature = Field(CRLParts.signature, Shape<SignatureDamage>.word)
  static let form = Field(CRLParts.form, Shape<CRLRecipe.Form>.word)

  static let table = Table(
    "crl", subject: "a CRL", "The list that a CA issues, with every field open to be wrong (RFC 5280, section 5).",
    [
      signer.key, issuer.key, thisUpdate.key, nextUpdate.key, version.key, number.key, scope.key, `extension`.key,
      entryExtension.key, entries.key, place.key, delta.key, signature.key, form.key,
    ])

  private static let mapping = Shape<CRLRecipe>.table(table) { given in
    var recipe = CRLRecipe()
    recipe.signer = given[signer]
    recipe.issuer = given[issuer]
    recipe.thisUpdate = given[thisUpdate] ?? recipe.thisUpdate
    recipe.nextUpdate = given[nextUpdate] ?? recipe.nextUpdate
    recipe.version = given[version] ?? recipe.version
    recipe.number = given[number] ?? recipe.number
    recipe.scope = given[scope] ?? recipe.scope
    recipe.extension = given[`extension`] ?? recipe.extension
    recipe.entryExtension = given[entryExtension] ?? recipe.entryExtension
    recipe.entries = given[entries] ?? recipe.entries
    recipe.place = given[place] ?? recipe.place
    recipe.isDelta = given[delta] ?? recipe.isDelta
    recipe.signature = given[signature] ?? recipe.signature
    recipe.form = given[form] ?? recipe.form
    return recipe
  }

  /// `honest`, or a mapping.
  static let shape: Shape<CRLRecipe> = {
    let form = Form.either([.words(["honest"]), .table(table)])
    return Shape(form) { node, reader in
      if case .mapping = node { return mapping.read(node, reader) }
      if node.scalarText == "honest" { return CRLRecipe() }
      return reader.mismatch(node, form, help: "honest, or a mapping such as {next-update: -1d}")
    }
  }()
}

/// Where a certificate says that lists are.
struct CRLPoints: Sendable {
  var isNamed = false
  /// Empty: its issuer's.
  var issuers: [String] = []

  static let shape: Shape<CRLPoints> = {
    let list = Shape<[String]>.list(of: .reference(.certificate), minimum: 1, "CAs")
    return Shape(.either([.flag, list.form])) { node, reader in
      if case .sequence = node { return list.read(node, reader).map { CRLPoints(isNamed: true, issuers: $0) } }
      return Shape<Bool>.flag.read(node, reader).map { CRLPoints(isNamed: $0) }
    }
  }()
}
