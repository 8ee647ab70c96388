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
}

/// The decisions of a revocation check, each of which a validator can get wrong on its own.
public struct RevocationRules: Sendable, Hashable {
  /// The answer has to be signed by the issuer or by a delegate that it named (RFC 6960, section 4.2.2.2).
  public var verifiesResponder = true
  /// A delegate's certificate has to say that it is one (RFC 6960, section 4.2.2.2).
  public var verifiesDelegation = true
  /// A CRL has to be signed by the issuer (RFC 5280, section 6.3.3 (g)).
  public var verifiesListSignature = true
  /// An answer whose time is over says nothing good (RFC 6960, section 3.2).
  public var refusesStale = true
  /// Nor does one whose time has not begun.
  public var refusesFuture = true
  /// The answer has to be about this certificate.
  public var checksSubject = true
  /// `unknown` is not good.
  public var refusesUnknown = true
  /// An error message is not an answer: it is not signed (RFC 6960, section 2.3).
  public var refusesErrors = true
  /// What cannot be read is no answer.
  public var refusesGarbage = true
  /// Neither is silence.
  public var refusesSilence = true
  /// The staple has to be there to say something.
  public var refusesMissingStaple = true

  public init() {}
}
