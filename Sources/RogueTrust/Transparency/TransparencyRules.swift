/// The decisions of a transparency check, each of which a validator can get wrong on its own.
public struct TransparencyRules: Sendable, Hashable {
  /// Where timestamps come from (RFC 6962, section 3.3).
  public enum Source: Sendable, Hashable, CaseIterable {
    case certificate, tlsExtension, staple
  }

  /// Where it looks.
  public var sources = Set(Source.allCases)
  /// The log has to have signed it.
  public var verifiesSignatures = true
  /// What was logged has to name the key of this certificate's issuer; otherwise that of any certificate in the path
  /// will do.
  public var checksIssuer = true
  /// A log that nobody knows vouches for nothing.
  public var refusesUnknownLogs = true
  /// Nor does one of a time when it was no longer trusted.
  public var refusesRetiredLogs = true
  /// Nor does a timestamp that is not yet (RFC 6962, section 5.2).
  public var refusesFuture = true
  /// Two timestamps of one log are one witness.
  public var countsLogs = true
  /// Two logs of one operator are one where operators are counted.
  public var countsOperators = true
  /// As many as the policy says; otherwise one is enough.
  public var counts = true
  /// Having none at all is having too few.
  public var refusesNone = true
  /// A list that cannot be read holds nothing.
  public var refusesUnreadable = true
  /// Neither does one without entries.
  public var refusesEmpty = true
  /// What does not count does no harm either.
  public var toleratesStrangers = true

  public init() {}
}
