internal import RogueModel
internal import RogueYAML

/// The keys of a CRL that is wrong on purpose.
enum ListKeys {
  static let signer = Field("signer", .reference(.certificate), "whose key signs it; default: the CA's own")
  static let issuer = Field(
    "issuer", .reference(.certificate), "whose name stands in it as the issuer's; default: the CA's own")
  static let thisUpdate = Field("this-update", .duration, "relative to the run's clock; default -1h")
  static let nextUpdate = Field(
    "next-update", Shape<Int64?>.nullable(.duration), "relative to the run's clock; default 7d; null leaves it out")
  static let version = Field("version", .integer(1...2), "1 has no extensions; default 2")
  static let number = Field(
    "number", Shape<CRLRecipe.Number>.word, "its number, and whether it is critical; default right")
  static let scope = Field(
    "scope", Shape<CRLRecipe.Scope>.word, "which certificates it is for, by issuingDistributionPoint; default all")
  static let `extension` = Field(
    "extension", Shape<CRLRecipe.Extension>.word, "an extension of the list that nobody knows; default none")
  static let entryExtension = Field(
    "entry-extension", Shape<CRLRecipe.Extension>.word,
    "an extension of every entry about a certificate of the world that nobody knows; default none")
  static let entries = Field(
    "entries", .integer(0...CRLRecipe.mostEntries), "this many certificates besides, which nobody knows; default 0")
  static let place = Field(
    "place", Shape<CRLRecipe.Place>.word, "where the certificates of the world stand among the others; default first")
  static let delta = Field("delta", .flag, "lists only what has changed since another list; default false")
  static let signature = Field(
    "signature", Shape<SignatureDamage>.word, "what is wrong with the signature; default none")
  static let form = Field(
    "form", Shape<CRLRecipe.Form>.word,
    "what is wrong with the list as a whole; absent: none is handed over, and who fetches it gets HTTP 404;"
      + " default whole")

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
