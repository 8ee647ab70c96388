/// What is known about one certificate's revocation.
public enum RevocationStatus: Sendable, Hashable {
  /// Somebody who may say so says good, and it is current.
  case good
  case revoked(String)
  /// Nothing that counts was said; why not, for each source that was asked.
  case unknown(String)
}

/// Where an answer about revocation comes from.
public enum RevocationSource: Sendable, Hashable, CaseIterable {
  case staple, listAtHand, responder, fetchedList

  /// Whether somebody has to be asked for it.
  public var asksAround: Bool {
    switch self {
    case .staple, .listAtHand: false
    case .responder, .fetchedList: true
    }
  }
}

/// The decisions of a revocation check, each of which a validator can get wrong on its own.
public struct RevocationRules: Sendable, Hashable {
  /// The answer has to be signed by the issuer or by a delegate that it named (RFC 6960, section 4.2.2.2).
  public var verifiesResponder = true
  /// A delegate's certificate has to say that it is one (RFC 6960, section 4.2.2.2).
  public var verifiesDelegation = true
  /// A delegate's certificate must not have expired.
  public var checksDelegateDates = true
  /// A delegate's keyUsage has to let it sign answers (RFC 5280, section 4.2.1.3).
  public var checksDelegateUsage = true
  /// A delegate's key has to be as long as that of any other certificate.
  public var checksDelegateKey = true
  /// A CRL has to be signed by the issuer (RFC 5280, section 6.3.3 (g)).
  public var verifiesListSignature = true
  /// An answer whose time is over says nothing good (RFC 6960, section 3.2).
  public var refusesStale = true
  /// A certificate that was revoked stays so: an answer that says it counts, whatever its time.
  public var heedsStaleRevocations = true
  /// Nor does one whose time has not begun.
  public var refusesFuture = true
  /// The answer has to be about this certificate.
  public var checksSubject = true
  /// About this certificate of this issuer, not about any with its serial number.
  public var checksIssuerHashes = true
  /// A response may speak about several certificates; the answer about this one counts, wherever it stands.
  public var readsEveryAnswer = true
  /// An answer whose nonce is not the question's belongs to another question (RFC 9654).
  public var checksNonce = true
  /// Responders may leave the nonce out (RFC 5019, section 2.1.1).
  public var toleratesMissingNonce = true
  /// What is critical and not known cannot be passed over (RFC 6960, section 4.4; RFC 5280, section 5.2).
  public var refusesUnknownExtensions = true
  /// An answer that is older than it may be says nothing, however long it calls itself good.
  public var refusesOld = true
  /// `unknown` is not good.
  public var refusesUnknown = true
  /// An error message is not an answer: it is not signed (RFC 6960, section 2.3).
  public var refusesErrors = true
  /// What cannot be read is no answer.
  public var refusesGarbage = true
  /// Neither is silence.
  public var refusesSilence = true
  /// A list has to be there, and of the certificate's own issuer (RFC 5280, section 6.3.3 (b)).
  public var refusesMissingList = true
  /// A list for other certificates than this one says nothing (RFC 5280, section 6.3.3 (b) (2)).
  public var checksListScope = true
  /// A list of changes is none without the list that has changed (RFC 5280, section 5.2.4).
  public var refusesChangesOnly = true
  /// The key of a list has to be one for lists (RFC 5280, section 6.3.3 (f)).
  public var checksListKeyUsage = true
  /// A list counts to its end, however long it is.
  public var readsLongLists = true
  /// Where a certificate names several places of lists, each is asked until one has an answer.
  public var usesEveryPoint = true
  /// The staple has to be there to say something.
  public var refusesMissingStaple = true
  /// What a staple says counts, not that there is one.
  public var readsStaples = true

  public init() {}
}
