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
  static let about = Field("about", .reference(.certificate), "speaks about this other certificate")

  static let scts = Field("scts", .scts, "signed certificate timestamps in an extension of the answer; default none")

  static let table = Table(
    "ocsp-response", subject: "an OCSP response", "An OCSP response with every field open to be wrong (RFC 6960).",
    [status.key, signer.key, thisUpdate.key, nextUpdate.key, about.key, scts.key])

  static let shape = Shape<OCSPRecipe>.table(table) { entries in
    let honest = OCSPRecipe()
    return OCSPRecipe(
      status: entries[status], signer: entries[signer], thisUpdate: entries[thisUpdate] ?? honest.thisUpdate,
      nextUpdate: entries[nextUpdate] ?? honest.nextUpdate, about: entries[about], scts: entries[scts] ?? nil)
  }
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

/// The keys of the responders of one CA.
enum ResponderKeys {
  static let ocsp = Field(
    "ocsp", Shape<ResponderRecipe.Behaviour>.word, "how the OCSP responder behaves; default honest")
  static let crl = Field(
    "crl", Shape<ResponderRecipe.Behaviour>.word, "how the server of the CRL behaves; default honest")
  static let response = Field("response", ResponseKeys.shape, "what the OCSP responder answers; default: the truth")

  static let table = Table(
    "responder", subject: "a responder", "How the revocation responders of one CA behave.",
    [ocsp.key, crl.key, response.key])

  static let shape = Shape<ResponderRecipe>.table(table) { entries in
    let ocspBehaviour = entries[ocsp] ?? .honest
    if entries.has(response), ocspBehaviour != .honest {
      entries.reader.report(
        at: entries.keyPosition(response),
        "'response' has no meaning while 'ocsp' is \(ocspBehaviour.rawValue): no such answer is given")
    }
    return ResponderRecipe(ocsp: ocspBehaviour, crl: entries[crl] ?? .honest, response: entries[response])
  }
}
