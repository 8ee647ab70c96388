public import RogueModel

/// The keys of a CRL that is wrong on purpose (RFC 5280, section 5).
public enum CRLParts {
  public static let signer = Part<CRLRecipe>(
    "signer", "whose key signs it; default: the CA's own",
    text: { $0.signer ?? "the CA" })
  public static let issuer = Part<CRLRecipe>(
    "issuer", "whose name it gives as its issuer; default: the CA's own",
    text: { $0.issuer ?? "the CA" }
  )
  .found(by: "CRL issuer")
  public static let thisUpdate = Part<CRLRecipe>(
    "this-update", "relative to the run's clock; default -1h",
    text: { RelativeTime.text(seconds: $0.thisUpdate) }
  )
  .found(by: "thisUpdate")
  public static let nextUpdate = Part<CRLRecipe>(
    "next-update", "relative to the run's clock; default 7d; null leaves it out",
    text: { $0.nextUpdate.map(RelativeTime.text(seconds:)) ?? "null" }
  )
  .found(by: "nextUpdate")
  public static let version = Part<CRLRecipe>(
    "version", "the version; a CRL of version 1 has no extensions; default 2",
    text: { String($0.version) })
  public static let number = Part<CRLRecipe>(
    "number", "its number, or right, absent or critical; default right, which grows from run to run",
    text: { $0.number.text }
  )
  .found(by: "cRLNumber")
  public static let scope = Part<CRLRecipe>(
    "issuing-distribution-point", "which certificates it is for, by issuingDistributionPoint; default all",
    text: { $0.scope.rawValue }
  )
  .found(by: "IDP", "issuingDistributionPoint")
  public static let `extension` = Part<CRLRecipe>(
    "extension", "an unknown extension of the CRL; default none",
    text: { $0.extension.rawValue })
  public static let entryExtension = Part<CRLRecipe>(
    "entry-extension", "an unknown extension of every entry about a certificate of the world; default none",
    text: { $0.entryExtension.rawValue })
  public static let extensions = Part<CRLRecipe>(
    "extensions",
    "its extensions by object identifier, as those of certificates: `{2.5.29.28: \"critical,DER:3000\"}`; each replaces its own"
      + " one with that identifier; default none",
    text: { $0.extensions.text }
  )
  .found(by: "CRL extension")
  public static let entryExtensions = Part<CRLRecipe>(
    "entry-extensions", "the same, in every entry about a certificate of the world; default none",
    text: { $0.entryExtensions.text }
  )
  .found(by: "CRL entry extension")
  public static let lists = Part<CRLRecipe>(
    "lists",
    "the certificates that it lists, in this order and as often as they are named, whoever issued them; default: those of the"
      + " CA that are revoked",
    text: { $0.lists.map(flow) ?? "the revoked ones" })
  public static let certificateIssuer = Part<CRLRecipe>(
    "certificate-issuer",
    "which entries name the issuer of their certificate; changes: only if the one before is about another CA's; default: every"
      + " one of an indirect CRL, none of others",
    text: { $0.certificateIssuer?.rawValue ?? "by issuing-distribution-point" }
  )
  .found(by: "certificateIssuer", "indirect CRL")
  public static let dates = Part<CRLRecipe>(
    "dates", "how every date is written; right: as a UTCTime until 2049; default right",
    text: { $0.dates.rawValue }
  )
  .found(by: "GeneralizedTime", "UTCTime")
  public static let reason = Part<CRLRecipe>(
    "reason", "the reason in every entry about a certificate of the world; default key-compromise",
    text: { $0.reason.rawValue }
  )
  .found(by: "reasonCode", "certificateHold")
  public static let revokedAt = Part<CRLRecipe>(
    "revocation-time", "the revocationDate of every entry, relative to the run's clock; default: a day before",
    text: { $0.revokedAt.map(RelativeTime.text(seconds:)) ?? "a day before" }
  )
  .found(by: "revocationDate")
  public static let damagedEntry = Part<CRLRecipe>(
    "damaged-entry",
    "before every other entry is one, about a certificate that is not in the world, whose invalidityDate is not a date;"
      + " default false",
    text: { String($0.beginsDamaged) }
  )
  .found(by: "invalidityDate")
  public static let entries = Part<CRLRecipe>(
    "entries", "how many further entries it has, about certificates that are not in the world; default 0",
    text: { String($0.entries) })
  public static let place = Part<CRLRecipe>(
    "place", "where the entries about certificates of the world are among the others; default first",
    text: { $0.place.rawValue })
  public static let delta = Part<CRLRecipe>(
    "delta", "lists only what has changed since another CRL; default false",
    text: { String($0.isDelta) }
  )
  .found(by: "delta CRL", "deltaCRLIndicator")
  public static let signature = Part<CRLRecipe>(
    "signature", "the fault of the signature; default none",
    text: { $0.signature.rawValue }
  )
  .found(by: "signatureValue")
  public static let form = Part<CRLRecipe>(
    "form",
    "the fault of the CRL as a whole; absent: none is supplied, and a client that fetches it gets HTTP 404;"
      + " unsupplied: it is fetched alone; default whole",
    text: { $0.form.rawValue })

  static let all: [Part<CRLRecipe>] = [
    signer, issuer, thisUpdate, nextUpdate, version, number, scope, `extension`, entryExtension, reason, revokedAt,
    extensions, entryExtensions, lists, certificateIssuer, dates, damagedEntry, entries, place, delta, signature, form,
  ]
}

extension CRLRecipe.Number {
  /// As it is written.
  public var text: String {
    switch self {
    case .right: "right"
    case .absent: "absent"
    case .critical: "critical"
    case .given(let number): String(number)
    }
  }
}

extension [CRLRecipe.RawExtension] {
  fileprivate var text: String {
    let items = map { "\($0.identifier): \"\($0.isCritical ? "critical," : "")DER:\(Octets.text($0.value))\"" }
    return isEmpty ? "none" : "{\(items.joined(separator: ", "))}"
  }
}

extension CRLParts {
  /// The keywords of everything in a CRL that is not honest.
  static func keywords(of recipe: CRLRecipe) -> [String] {
    recipe.all.flatMap { all.keywords(of: $0, beside: CRLRecipe()) }
  }
}

extension CRLRecipe {
  /// Only what is not honest.
  public var flow: String {
    guard further.isEmpty else { return "[\(all.map(\.ownFlow).joined(separator: ", "))]" }
    return ownFlow
  }

  private var ownFlow: String {
    let honest = CRLRecipe()
    let shown = CRLParts.all.filter { $0.text(self) != $0.text(honest) }
    return shown.isEmpty
      ? "honest" : "{\(shown.map { "\($0.name): \($0.text(self) ?? "")" }.joined(separator: ", "))}"
  }
}
