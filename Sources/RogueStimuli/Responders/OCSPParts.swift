public import RogueModel

/// The keys of an OCSP response that is wrong on purpose (RFC 6960).
public enum OCSPParts {
  public static let status = Part<OCSPRecipe>(
    "status", "the status that it gives; default: the certificate's true status",
    text: { $0.status?.rawValue ?? "the truth" }
  )
  .found(by: "OCSPResponseStatus", "certStatus")
  public static let signer = Part<OCSPRecipe>(
    "signer", "the certificate that signs it; default: the issuer",
    text: { $0.signer ?? "the issuer" })
  public static let thisUpdate = Part<OCSPRecipe>(
    "this-update", "relative to the run's clock; default -1h",
    text: { RelativeTime.text(seconds: $0.thisUpdate) }
  )
  .found(by: "thisUpdate")
  public static let nextUpdate = Part<OCSPRecipe>(
    "next-update", "relative to the run's clock; default 3d; null leaves it out",
    text: { $0.nextUpdate.map(RelativeTime.text(seconds:)) ?? "null" }
  )
  .found(by: "nextUpdate")
  public static let producedAt = Part<OCSPRecipe>(
    "produced-at", "relative to the run's clock; default: as this-update",
    text: { $0.producedAt.map(RelativeTime.text(seconds:)) ?? "as this-update" }
  )
  .found(by: "producedAt")
  public static let revokedAt = Part<OCSPRecipe>(
    "revocation-time", "the revocation time, where it says revoked; default: a day before the run",
    text: { $0.revokedAt.map(RelativeTime.text(seconds:)) ?? "-1d" })
  public static let about = Part<OCSPRecipe>(
    "about", "is about this other certificate",
    text: { $0.about ?? "the certificate" }
  )
  .found(by: "CertID")
  public static let hash = Part<OCSPRecipe>(
    "cert-id-hash",
    "the CertID's hash algorithm; default: that of the request, and sha1 where there is no request",
    text: { $0.certIDHash.rawValue }
  )
  .found(by: "CertID")
  public static let issuerHashes = Part<OCSPRecipe>(
    "issuer-hashes", "the issuer's hashes in the CertID, beside the right serial number; default right",
    text: { $0.issuerHashes.rawValue }
  )
  .found(by: "CertID", "issuerNameHash", "issuerKeyHash")
  public static let responderID = Part<OCSPRecipe>(
    "responder-id", "how the responderID names the signer; default by-key",
    text: { $0.responderID.rawValue }
  )
  .found(by: "responderID")
  public static let signature = Part<OCSPRecipe>(
    "signature", "the fault of the signature; default none",
    text: { $0.signature.rawValue })
  public static let nonce = Part<OCSPRecipe>(
    "nonce", "its use of the nonce of a request that has one; default echo",
    text: { $0.nonce.rawValue }
  )
  .found(by: "OCSP nonce", "id-pkix-ocsp-nonce")
  public static let `extension` = Part<OCSPRecipe>(
    "extension", "an unknown extension of the response; default none",
    text: { $0.extension.rawValue })
  public static let answerExtension = Part<OCSPRecipe>(
    "single-extension", "an unknown extension of the SingleResponse about the certificate; default none",
    text: { $0.answerExtension.rawValue })
  public static let certificates = Part<OCSPRecipe>(
    "certificates", "the certificates that it contains, in order; default: the signer's, unless it is the issuer",
    text: { $0.certificates.map(flow) ?? "the signer's, unless it is the issuer" })
  public static let before = Part<OCSPRecipe>(
    "before", "SingleResponses about other certificates, before that about this one",
    text: { further($0.before) })
  public static let after = Part<OCSPRecipe>(
    "after", "SingleResponses about other certificates, after that about this one",
    text: { further($0.after) })
  public static let form = Part<OCSPRecipe>(
    "form", "the fault of the response as a whole; default whole",
    text: { $0.form.rawValue })
  public static let scts = Part<OCSPRecipe>(
    "scts", "SCTs in an extension of the SingleResponse (RFC 6962, section 3.3); default none",
    text: { $0.scts?.description ?? "none" }
  )
  .found(by: "SCT", "CT")

  static let all: [Part<OCSPRecipe>] = [
    status, signer, thisUpdate, nextUpdate, producedAt, revokedAt, about, hash, issuerHashes, responderID, signature,
    nonce, `extension`, answerExtension, certificates, before, after, form, scts,
  ]

  private static func further(_ answers: [OCSPRecipe.SingleResponse]) -> String {
    flow(
      answers.map { answer in answer.status.map { "{about: \(answer.about), status: \($0.rawValue)}" } ?? answer.about }
    )
  }
}

extension OCSPParts {
  /// The keywords of everything that is not honest in a response; nil is honest.
  static func keywords(of recipe: OCSPRecipe?) -> [String] {
    recipe.map { all.keywords(of: $0, beside: OCSPRecipe()) } ?? []
  }
}

extension OCSPRecipe {
  /// Only what is not honest, and the dates.
  public var flow: String {
    let honest = OCSPRecipe()
    let shown = OCSPParts.all.filter { part in
      part.name == OCSPParts.thisUpdate.name || part.name == OCSPParts.nextUpdate.name
        || part.text(self) != part.text(honest)
    }
    return "{\(shown.map { "\($0.name): \($0.text(self) ?? "")" }.joined(separator: ", "))}"
  }
}

extension StapleRecipe {
  /// The response that is wrong on purpose.
  var response: OCSPRecipe? {
    if case .response(let recipe) = self { recipe } else { nil }
  }

  var flow: String {
    switch self {
    case .none: "none"
    case .honest: "honest"
    case .response(let recipe): recipe.flow
    }
  }
}
