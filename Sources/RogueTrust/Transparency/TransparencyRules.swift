/// The decisions of a transparency check, each of which a validator can get wrong on its own.
public struct TransparencyRules: Sendable, Hashable {
  /// A source of SCTs (RFC 6962, section 3.3).
  public enum Source: Sendable, Hashable, CaseIterable {
    case certificate, tlsExtension, staple
  }

  /// The sources that it uses.
  public var sources = Set(Source.allCases)
  /// The log must have signed the SCT.
  public var verifiesSignatures = true
  /// The logged entry must have the key hash of this certificate's issuer; otherwise that of any certificate in the
  /// path will do.
  public var checksIssuer = true
  /// An SCT of an unknown log does not count.
  public var refusesUnknownLogs = true
  /// Nor does one of a time when it was no longer trusted.
  public var refusesRetiredLogs = true
  /// Nor does a timestamp that is not yet (RFC 6962, section 5.2).
  public var refusesFuture = true
  /// Two SCTs of one log are one witness.
  public var countsLogs = true
  /// An SCT from before its log was retired counts.
  public var countsBeforeRetirement = true
  /// Two SCTs of one log are one witness, by whichever ways they come.
  public var countsAcrossSources = true
  /// Two logs of one operator count once if operators are counted.
  public var countsOperators = true
  /// As many as the policy says; otherwise one is enough.
  public var counts = true
  /// No SCT at all is too few.
  public var refusesNone = true
  /// A list that cannot be parsed contains no SCT.
  public var refusesUnreadable = true
  /// Neither does one without entries.
  public var refusesEmpty = true
  /// An SCT that does not count is no fault either.
  public var toleratesStrangers = true

  public init() {}
}
