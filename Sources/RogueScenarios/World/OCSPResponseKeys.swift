internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of an OCSP response that is wrong on purpose.
enum OCSPResponseKeys {
  private static let parts: [PartField<OCSPRecipe>] = [
    .init(OCSPParts.status, .word, \.status),
    .init(OCSPParts.signer, .reference(.certificate), \.signer),
    .init(OCSPParts.thisUpdate, .duration, \.thisUpdate),
    .init(OCSPParts.nextUpdate, ValueParser<Int64?>.nullable(.duration), \.nextUpdate),
    .init(OCSPParts.producedAt, .duration, \.producedAt),
    .init(OCSPParts.revokedAt, .duration, \.revokedAt),
    .init(OCSPParts.about, .reference(.certificate), \.about),
    .init(OCSPParts.hash, .word, \.certIDHash),
    .init(OCSPParts.issuerHashes, .word, \.issuerHashes),
    .init(OCSPParts.responderID, .word, \.responderID),
    .init(OCSPParts.signature, .word, \.signature),
    .init(OCSPParts.nonce, .word, \.nonce),
    .init(OCSPParts.`extension`, .word, \.extension),
    .init(OCSPParts.answerExtension, .word, \.answerExtension),
    .init(OCSPParts.certificates, .references(.certificate, "certificates"), \.certificates),
    .init(OCSPParts.before, .list(of: SingleResponseKeys.shape, "answers"), \.before),
    .init(OCSPParts.after, .list(of: SingleResponseKeys.shape, "answers"), \.after),
    .init(OCSPParts.form, .word, \.form),
    .init(OCSPParts.scts, .scts, \.scts),
  ]

  static let table = Table(
    "ocsp-response", subject: "an OCSP response", "An OCSP response; every field can be made wrong (RFC 6960).",
    parts.map(\.key))

  static let shape = ValueParser<OCSPRecipe>.table(table) { entries in
    let recipe = entries.changing(OCSPRecipe(), by: parts)
    checkUnused(entries, recipe.status, recipe.form)
    return recipe
  }

  /// Reports keys of what such a response does not have.
  private static func checkUnused(_ entries: Entries, _ status: OCSPRecipe.Status?, _ form: OCSPRecipe.Form) {
    switch status {
    case .tryLater?, .internalError?, .signatureRequired?, .unauthorized?, .malformedRequest?:
      return entries.reportUnused(
        "beside the status \(status?.rawValue ?? ""), which is the whole response (RFC 6960, section 4.2.1)"
      ) { $0 != OCSPParts.status.name }
    case .good?, .unknown?:
      entries.reportUnused("beside this status: only a revoked one has a time") { $0 == OCSPParts.revokedAt.name }
    case .revoked?, nil: break
    }
    switch form {
    case .empty, .noBody:
      entries.reportUnused("beside the form \(form.rawValue), which has nothing else") { $0 != OCSPParts.form.name }
    case .noAnswers:
      let single = Set(
        [
          OCSPParts.status, OCSPParts.nextUpdate, OCSPParts.revokedAt, OCSPParts.about, OCSPParts.hash,
          OCSPParts.issuerHashes, OCSPParts.answerExtension, OCSPParts.before, OCSPParts.after, OCSPParts.scts,
        ].map(\.name))
      entries.reportUnused(
        "beside the form \(form.rawValue): it is part of a SingleResponse", where: single.contains)
    case .whole, .otherType, .truncated, .trailing: break
    }
  }
}

/// The keys of a SingleResponse about another certificate in the same response.
enum SingleResponseKeys {
  static let about = Field("about", .reference(.certificate), required: true, "the certificate that it is about")
  static let status = Field(
    "status", ValueParser<OCSPRecipe.Status>.words([.good, .revoked, .unknown]),
    "the status that it gives; default: the certificate's true status")

  static let table = Table(
    "ocsp-answer", subject: "a further answer", "An answer about another certificate in the same response.",
    [about.key, status.key])

  /// The name of a certificate for the truth about it, or a mapping.
  static let shape: ValueParser<OCSPRecipe.SingleResponse> = {
    let name = ValueParser<String>.reference(.certificate)
    let mapping = ValueParser<OCSPRecipe.SingleResponse>.table(table) { entries in
      let status = entries[status]
      return entries[about].map { OCSPRecipe.SingleResponse(about: $0, status: status) }
    }
    return ValueParser(.either([name.form, .table(table)])) { node, reader in
      if case .mapping = node { return mapping.read(node, reader) }
      return name.read(node, reader).map { OCSPRecipe.SingleResponse(about: $0) }
    }
  }()
}

extension ValueParser where Value == StapleRecipe {
  static var staple: ValueParser {
    let form = ValueSyntax.either([.words(["none", "honest"]), .table(OCSPResponseKeys.table)])
    return ValueParser(form) { node, reader in
      if case .mapping = node { return OCSPResponseKeys.shape.read(node, reader).map { .response($0) } }
      switch node.scalarText {
      case "none": return StapleRecipe.none
      case "honest": return .honest
      default: return reader.mismatch(node, form, help: "none, honest, or a mapping such as {status: revoked}")
      }
    }
  }
}
