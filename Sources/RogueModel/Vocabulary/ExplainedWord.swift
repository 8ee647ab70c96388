/// The words of a closed list that each need an explanation: schemas and the page of keys have them with their meaning.
public protocol ExplainedWord: RawRepresentable, CaseIterable, Sendable where RawValue == String {
  /// The name of the list, which is singular and unique in every document.
  static var listName: String { get }
  /// The purpose of the list, in one sentence.
  static var listSummary: String { get }
  var meaning: String { get }
}

extension Reason: ExplainedWord {
  public static let listName = "reason"
  public static let listSummary = "Why a validator refused."

  public var meaning: String {
    switch self {
    case .untrusted: "no path leads to a trust anchor: unknown CA, self-signed leaf, missing intermediate"
    case .expired: "a certificate of the path is past its last second"
    case .notYetValid: "a certificate of the path is before its first second"
    case .nameMismatch: "the certificate is for another host"
    case .revoked: "a certificate of the path is revoked"
    case .revocationUnknown:
      "a required OCSP response or CRL is missing, stale, unsigned, for another certificate, or otherwise unusable"
    case .pinMismatch: "the path is valid, and no pin matches it"
    case .badSignature: "a certificate's signature does not verify with its issuer's key"
    case .proofOfPossession: "the server's handshake signature does not verify with the leaf's key"
    case .notACA: "a certificate that is not a CA issued another"
    case .pathLength: "more CAs follow than the pathLenConstraint of a CA allows"
    case .nameConstraint: "a name violates the name constraints of a CA"
    case .keyUsage: "key usage or extended key usage does not allow what the certificate is used for"
    case .extension:
      "an extension is unknown and critical, duplicated, or missing, or the server does not meet its demand"
    case .weakCrypto: "a key or algorithm is too weak"
    case .transparency: "required SCTs are missing or invalid"
    case .malformed: "a certificate or message cannot be parsed"
    case .clientIdentity: "the client's own certificate or key cannot be read or used"
    case .protocol: "the TLS protocol was violated: message order, a field, any other handshake failure"
    case .version: "the server selected a TLS version that the validator does not support"
    case .configuration: "the validator cannot express the policy, or the policy contradicts itself"
    case .other: "none of these, or the library gives no reason"
    }
  }
}

extension Level: ExplainedWord {
  public static let listName = "level"
  public static let listSummary = "How binding a scenario is."

  public var meaning: String {
    switch self {
    case .must: "a standard or the pin itself decides, and every good validator agrees; a failure fails a run"
    case .should:
      "good practice: the standard has SHOULD, or the harm is less than a break-in; a failure fails a run as well"
    case .may: "good validators differ, by policy or by default; the result is shown and never counts as a failure"
    }
  }
}

extension Severity: ExplainedWord {
  public static let listName = "severity"
  public static let listSummary = "The harm of a wrong result."

  public var meaning: String {
    switch self {
    case .critical: "lets anyone in, or anyone with a certificate of any CA"
    case .high: "lets in an attacker with a stolen, revoked or expired key, or locks out every honest user"
    case .medium: "an attack needs more luck, or the client leaks its identity, or some honest servers break"
    case .low: "an inconvenience"
    }
  }
}
