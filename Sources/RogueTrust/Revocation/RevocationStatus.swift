/// The known status of one certificate's revocation.
public enum RevocationStatus: Sendable, Hashable {
  /// An authorised and current source says good.
  case good
  case revoked(String)
  /// No source had a valid status; the reason of each queried source.
  case unknown(String)
}

/// A source of revocation information.
public enum RevocationSource: Sendable, Hashable, CaseIterable {
  case staple, listAtHand, responder, fetchedList

  /// Whether it needs a query.
  public var requiresNetwork: Bool {
    switch self {
    case .staple, .listAtHand: false
    case .responder, .fetchedList: true
    }
  }
}

/// The decisions of a revocation check, each of which a validator can get wrong on its own.
public struct RevocationRules: Sendable, Hashable {
  /// The response must be signed by the issuer, or by a delegate that it named (RFC 6960, section 4.2.2.2).
  public var verifiesResponder = true
  /// A delegate's certificate must list id-kp-OCSPSigning (RFC 6960, section 4.2.2.2).
  public var verifiesDelegation = true
  /// A delegate's certificate must not have expired.
  public var checksDelegateDates = true
  /// A delegate's keyUsage must allow it to sign responses (RFC 5280, section 4.2.1.3).
  public var checksDelegateUsage = true
  /// A delegate's key must be as long as that of any other certificate.
  public var checksDelegateKey = true
  /// A CRL must be signed by the issuer (RFC 5280, section 6.3.3 (g)).
  public var verifiesListSignature = true
  /// An expired response cannot say good (RFC 6960, section 3.2).
  public var refusesStale = true
  /// A revoked certificate stays revoked: such a response counts, even if it has expired.
  public var heedsStaleRevocations = true
  /// Nor does one whose time has not begun.
  public var refusesFuture = true
  /// The response must be about this certificate.
  public var checksSubject = true
  /// About this certificate of this issuer, not about any with its serial number.
  public var checksIssuerHashes = true
  /// The hashes of a CertID are compared under each algorithm that it may name.
  public var checksHashesOfEveryDigest = true
  /// A response may be about several certificates; the SingleResponse about this one counts, whatever its position.
  public var readsEveryAnswer = true
  /// A response with another nonce than the request belongs to another request (RFC 9654).
  public var checksNonce = true
  /// Responders may leave the nonce out (RFC 5019, section 2.1.1).
  public var toleratesMissingNonce = true
  /// An unknown critical extension cannot be ignored (RFC 6960, section 4.4; RFC 5280, section 5.2).
  public var refusesUnknownExtensions = true
  /// A response above the maximum age proves nothing, whatever its nextUpdate is.
  public var refusesOld = true
  /// `unknown` is not good.
  public var refusesUnknown = true
  /// An error response says nothing about a status, because it is not signed (RFC 6960, section 2.3).
  public var refusesErrors = true
  /// Bytes that cannot be parsed are not a response.
  public var refusesGarbage = true
  /// Neither is silence.
  public var refusesSilence = true
  /// There must be a CRL of the certificate's own issuer (RFC 5280, section 6.3.3 (b)).
  public var refusesMissingList = true
  /// An entry of a CRL is about a certificate if the whole serial number is the same.
  public var comparesWholeSerials = true
  /// A CRL for other certificates says nothing about this one (RFC 5280, section 6.3.3 (b) (2)).
  public var checksListScope = true
  /// A delta CRL is not enough without the CRL to which it applies (RFC 5280, section 5.2.4).
  public var refusesChangesOnly = true
  /// The key usage of a CRL's signer must allow cRLSign (RFC 5280, section 6.3.3 (f)).
  public var checksListKeyUsage = true
  /// A CRL counts to its end, however long it is.
  public var readsLongLists = true
  /// If a certificate has several CRL distribution points, each is tried until one gives a status.
  public var usesEveryPoint = true
  /// A response counts to the second of its nextUpdate; the allowance for clocks is for thisUpdate.
  public var endsOnTheSecond = true
  /// A response above its nextUpdate is stale, however young it is.
  public var endsWithNextUpdate = true
  /// A response without nextUpdate is stale after a day.
  public var endsWithoutNextUpdate = true
  /// A response without nextUpdate counts for a day.
  public var countsWithoutNextUpdate = true
  /// A certificate whose revocation is dated later than now is revoked.
  public var honorsFutureRevocationDate = true
  /// A source whose answer cannot be used does not end the search.
  public var asksFurther = true
  /// A stored status may still revoke after another source had the status good.
  public var checksAllSources = true
  /// The first CRL that comes from a distribution point decides only if it can be used.
  public var skipsUnusableCRLs = true
  /// A staple belongs to the certificate that it came with, wherever that is in the path.
  public var findsStaplesByCertificate = true
  /// A missing staple is not a good status.
  public var refusesMissingStaple = true
  /// A certificate that names no responder has no good answer of one.
  public var refusesMissingResponder = true
  /// The certificates that the server sends are no responders.
  public var refusesServedSigners = true
  /// The hash algorithm of a CertID is what the CertID says, whichever it is (RFC 6960, section 4.1.1).
  public var readsEveryDigest = true
  /// An entry for a certificate on hold is an entry (RFC 5280, section 5.3.1).
  public var heedsHolds = true
  /// An entry with an extension that cannot be read does not end the list.
  public var readsPastDamagedEntries = true
  /// A CRL without issuingDistributionPoint is for every certificate of the CA (RFC 5280, section 5.2.5).
  public var countsWithoutScope = true
  /// A CRL is for a certificate if it is that of any of its distribution points (RFC 5280, section 6.3.3 (b) (2) (i)).
  public var comparesEveryPoint = true
  /// A response that the issuer has signed may contain the issuer's own certificate (RFC 6960, section 4.2.1).
  public var knowsEnclosedIssuer = true
  /// The status of a certificate is that of the SingleResponse about it.
  public var readsOwnStatus = true
  /// A staple is about the certificate that its CertID names (RFC 6960, section 3.2).
  public var comparesStaples = true
  /// The issuer has signed the certificate of a delegate, and is not only named there (RFC 6960, section 4.2.2.2).
  public var verifiesDelegateSignature = true
  /// OCSP responses have dates, as CRLs have.
  public var readsDatesOfResponses = true
  /// CRLs are about CAs too.
  public var looksUpIssuers = true
  /// A CRL ends with its nextUpdate (RFC 5280, section 6.3.3 (a)).
  public var readsEndOfLists = true
  /// A staple that cannot be decoded does not end the search.
  public var readsPastGarbledStaples = true
  /// Every given CRL counts, at any position.
  public var readsEveryList = true
  /// A certificate that names no distribution point needs a CRL as well.
  public var refusesMissingPoint = true
  /// A ResponderID may be the hash of a key (RFC 6960, section 4.2.1).
  public var knowsRespondersByKey = true
  /// A staple must be signed as a fetched response is.
  public var verifiesStaples = true
  /// An entry of a CRL counts whatever its date is (RFC 5280, section 6.3.3 (j)).
  public var honorsFutureEntryDate = true
  /// A CRL that names a distribution point of the certificate is for it.
  public var readsListsOfPoints = true
  /// The status in a staple counts, not its presence.
  public var readsStaples = true

  public init() {}
}
