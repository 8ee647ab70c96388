internal import RogueModel
internal import RogueYAML

/// The keys of an OCSP response that is wrong on purpose.
enum ResponseKeys {
  static let status = Field(
    "status", Shape<OCSPRecipe.Status>.word, "what it says; default: the certificate's true status")
  static let signer = Field("signer", .reference(.certificate), "who signs it; default: the issuer")
  static let thisUpdate = Field("this-update", .duration, "relative to the run's clock; default -1h")
  static let nextUpdate = Field(
    "next-update", Shape<Int64?>.nullable(.duration), "relative to the run's clock; default 3d; null leaves it out")
  static let producedAt = Field("produced-at", .duration, "relative to the run's clock; default: as this-update")
  static let revokedAt = Field(
    "revoked-at", .duration, "since when what is revoked is; default: a day before the run")
  static let about = Field("about", .reference(.certificate), "speaks about this other certificate")
  static let hash = Field(
    "hash", Shape<OCSPRecipe.CertIDHash>.word,
    "what the CertID hashes the issuer's name and key with; default: as asked, and sha1 where nobody asked")
  static let issuerHashes = Field(
    "issuer-hashes", Shape<OCSPRecipe.IssuerHashes>.word,
    "what the CertID says about the issuer, beside the right serial number; default right")
  static let responderID = Field(
    "responder-id", Shape<OCSPRecipe.ResponderID>.word, "how the signer is named; default by-key")
  static let signature = Field(
    "signature", Shape<SignatureDamage>.word, "what is wrong with the signature; default none")
  static let nonce = Field(
    "nonce", Shape<OCSPRecipe.Nonce>.word, "what becomes of the nonce of a question that has one; default echo")
  static let `extension` = Field(
    "extension", Shape<OCSPRecipe.Extension>.word, "an extension of the response that nobody knows; default none")
  static let answerExtension = Field(
    "answer-extension", Shape<OCSPRecipe.Extension>.word,
    "an extension of the answer about the certificate that nobody knows; default none")
  static let certificates = Field(
    "certificates", .references(.certificate, "certificates"),
    "what travels with it, in order; default: the signer's, unless it is the issuer")
  static let before = Field(
    "before", .list(of: FurtherAnswerKeys.shape, "answers"), "answers about other certificates, which stand first")
  static let after = Field(
    "after", .list(of: FurtherAnswerKeys.shape, "answers"), "answers about other certificates, which stand last")
  static let form = Field(
    "form", Shape<OCSPRecipe.Form>.word, "what is wrong with the response as a whole; default whole")

  static let scts = Field("scts", .scts, "signed certificate timestamps in an extension of the answer; default none")

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
enum FurtherAnswerKeys {
  static let about = Field("about", .reference(.certificate), required: true, "the certificate that it is about")
  static let status = Field(
    "status", Shape<OCSPRecipe.Status>.words([.good, .revoked, .unknown]),
    "what it says; default: the certificate's true status")

  static let table = Table(
    "ocsp-answer", subject: "a further answer", "An answer about another certificate in the same response.",
    [about.key, status.key])

  /// The name of a certificate for the truth about it, or a mapping.
  static let shape: Shape<OCSPRecipe.Further> = {
    let name = Shape<String>.reference(.certificate)
    let mapping = Shape<OCSPRecipe.Further>.table(table) { entries in
      entries[about].map { OCSPRecipe.Further(about: $0, status: entries[status]) }
    }
    return Shape(.either([name.form, .table(table)])) { node, reader in
      if case .mapping = node { return mapping.read(node, reader) }
      return name.read(node, reader).map { OCSPRecipe.Further(about: $0) }
    }
  }()
}

extension Shape where Value == StapleRecipe {
  static var staple: Shape {
    let form = Form.either([.words(["none", "honest"]), .table(ResponseKeys.table)])
    return Shape(form) { node, reader in
      if case .mapping = node { return ResponseKeys.shape.read(node, reader).map { .response($0) } }
      switch node.scalarText {
      case "none": return StapleRecipe.none
      case "honest": return .honest
      default: return reader.mismatch(node, form, help: "none, honest, or a mapping such as {status: revoked}")
      }
    }
  }
}
