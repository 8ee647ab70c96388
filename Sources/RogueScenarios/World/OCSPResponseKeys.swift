internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of an OCSP response that is wrong on purpose.
enum OCSPResponseKeys {
  static let status = Field(OCSPParts.status, Shape<OCSPRecipe.Status>.word)
  static let signer = Field(OCSPParts.signer, .reference(.certificate))
  static let thisUpdate = Field(OCSPParts.thisUpdate, .duration)
  static let nextUpdate = Field(OCSPParts.nextUpdate, Shape<Int64?>.nullable(.duration))
  static let producedAt = Field(OCSPParts.producedAt, .duration)
  static let revokedAt = Field(OCSPParts.revokedAt, .duration)
  static let about = Field(OCSPParts.about, .reference(.certificate))
  static let hash = Field(OCSPParts.hash, Shape<OCSPRecipe.CertIDHash>.word)
  static let issuerHashes = Field(OCSPParts.issuerHashes, Shape<OCSPRecipe.IssuerHashes>.word)
  static let responderID = Field(OCSPParts.responderID, Shape<OCSPRecipe.ResponderID>.word)
  static let signature = Field(OCSPParts.signature, Shape<SignatureDamage>.word)
  static let nonce = Field(OCSPParts.nonce, Shape<OCSPRecipe.Nonce>.word)
  static let `extension` = Field(OCSPParts.`extension`, Shape<OCSPRecipe.Extension>.word)
  static let answerExtension = Field(OCSPParts.answerExtension, Shape<OCSPRecipe.Extension>.word)
  static let certificates = Field(OCSPParts.certificates, .references(.certificate, "certificates"))
  static let before = Field(OCSPParts.before, .list(of: SingleResponseKeys.shape, "answers"))
  static let after = Field(OCSPParts.after, .list(of: SingleResponseKeys.shape, "answers"))
  static let form = Field(OCSPParts.form, Shape<OCSPRecipe.Form>.word)

  static let scts = Field(OCSPParts.scts, .scts)

  static let table = Table(
    "ocsp-response", subject: "an OCSP response", "An OCSP response with every field open to be wrong (RFC 6960).",
    [
      status.key, signer.key, thisUpdate.key, nextUpdate.key, producedAt.key, revokedAt.key, about.key, hash.key,
      issuerHashes.key, responderID.key, signature.key, nonce.key, `extension`.key, answerExtension.key,
      certificates.key, before.key, after.key, form.key, scts.key,
    ])

  static let shape = Shape<OCSPRecipe>.table(table) { entries in
    let honest = OCSPRecipe()
    var recipe = OCSPRecipe(
      status: entries[status], signer: entries[signer], thisUpdate: entries[thisUpdate] ?? honest.thisUpdate,
      nextUpdate: entries[nextUpdate] ?? honest.nextUpdate, about: entries[about], scts: entries[scts] ?? nil)
    recipe.producedAt = entries[producedAt]
    recipe.revokedAt = entries[revokedAt]
    recipe.certIDHash = entries[hash] ?? honest.certIDHash
    recipe.issuerHashes = entries[issuerHashes] ?? honest.issuerHashes
    recipe.responderID = entries[responderID] ?? honest.responderID
    recipe.signature = entries[signature] ?? honest.signature
    recipe.nonce = entries[nonce] ?? honest.nonce
    recipe.extension = entries[`extension`] ?? honest.extension
    recipe.answerExtension = entries[answerExtension] ?? honest.answerExtension
    recipe.certificates = entries[certificates]
    recipe.before = entries[before] ?? []
    recipe.after = entries[after] ?? []
    recipe.form = entries[form] ?? honest.form
    return recipe
  }
}

/// The keys of an answer about another certificate in the same response.
enum SingleResponseKeys {
  static let about = Field("about", .reference(.certificate), required: true, "the certificate that it is about")
  static let status = Field(
    "status", Shape<OCSPRecipe.Status>.words([.good, .revoked, .unknown]),
    "the status that it gives; default: the certificate's true status")

  static let table = Table(
    "ocsp-answer", subject: "a further answer", "An answer about another certificate in the same response.",
    [about.key, status.key])

  /// The name of a certificate for the truth about it, or a mapping.
  static let shape: Shape<OCSPRecipe.Further> = {
    let name = Shape<String>.reference(.certificate)
    let mapping = Shape<OCSPRecipe.Further>.table(table) { entries in
      let status = entries[status]
      return entries[about].map { OCSPRecipe.Further(about: $0, status: status) }
    }
    return Shape(.either([name.form, .table(table)])) { node, reader in
      if case .mapping = node { return mapping.read(node, reader) }
      return name.read(node, reader).map { OCSPRecipe.Further(about: $0) }
    }
  }()
}

extension Shape where Value == StapleRecipe {
  static var staple: Shape {
    let form = Form.either([.words(["none", "honest"]), .table(OCSPResponseKeys.table)])
    return Shape(form) { node, reader in
      if case .mapping = node { return OCSPResponseKeys.shape.read(node, reader).map { .response($0) } }
      switch node.scalarText {
      case "none": return StapleRecipe.none
      case "honest": return .honest
      default: return reader.mismatch(node, form, help: "none, honest, or a mapping such as {status: revoked}")
      }
    }
  }
}
