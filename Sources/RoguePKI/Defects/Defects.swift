public import RogueModel
public import RogueStimuli

/// Every named defect that a certificate can be given.
public enum Defects {
  /// In the order of the documentation.
  static let all: [any Defect] = [
    BadSignature(), ForgedSignature(), PKCS1Forgery(), PSSParameters(), InnerOuterAlgorithmMismatch(), SHA1Signature(),
    MD5Signature(), ExplicitCurve(), PSSOnlyKey(),
    NotACA(), NoBasicConstraints(), DuplicateExtension(), UnknownCriticalExtension(), PrecertificatePoison(),
    WrongKeyUsage(), NoCRLSign(), WrongExtendedKeyUsage(), UpperCaseSchemes(),
    NoSubjectAlternativeName(), NegativeSerial(), VersionOne(), ExtensionsInVersionOne(),
    NonDERLength(), TrailingBytes(),
    WrongSubjectAlternativeName(), OddIPAddress(), WrongCommonName(), SubjectString(), RewrittenIssuerName(),
    EmptySubject(),
    WrongBasicConstraints(), OddKeyUsage(), OddExtendedKeyUsage(), WrongKeyIdentifier(), WrongNameConstraints(),
    WrongPolicies(), WrongAuthorityInfoAccess(), UnknownExtension(), WrongVersion(), WrongSerial(), WrongTime(),
    SwappedValidity(), UniqueIdentifier(),
    NetscapeCertificateType(), TLSFeatures(), NotDER(), ManyNames(), ManyNameConstraints(), LargeAttribute(),
    LargeObjectIdentifier(),
  ]

  /// The declarations for the loader's check of names and parameters.
  public static let descriptors: [NamedDescriptor] = all.map(\.descriptor)

  /// The limits of engines, by the defect's name.
  public static let limits = Dictionary(
    all.map { ($0.descriptor.name, $0.limits) }, uniquingKeysWith: { first, _ in first })

  /// Which validators can detect a leaf with the defect, by the defect's name.
  public static let audiences = Dictionary(
    all.map { ($0.descriptor.name, $0.audience) }, uniquingKeysWith: { first, _ in first })

  private static let byName = Dictionary(all.map { ($0.descriptor.name, $0) }, uniquingKeysWith: { first, _ in first })

  static func apply(
    _ use: NamedUse, to draft: inout CertificateDraft, _ context: DefectContext
  ) throws(HarnessFailure) {
    let (defect, context) = try defect(use, context)
    try defect.apply(to: &draft, context)
  }

  static func key(
    _ use: NamedUse, _ key: SigningKey, _ context: DefectContext
  ) throws(HarnessFailure) -> SigningKey {
    let (defect, context) = try defect(use, context)
    return try defect.key(key, context)
  }

  private static func defect(
    _ use: NamedUse, _ context: DefectContext
  ) throws(HarnessFailure) -> (any Defect, DefectContext) {
    guard let defect = byName[use.name] else {
      throw HarnessFailure(.minting, "\(context.certificate) has an unknown defect, \(use.name)")
    }
    let known = Set(defect.descriptor.parameters.map(\.name))
    if let unknown = use.parameters.keys.sorted().first(where: { !known.contains($0) }) {
      throw HarnessFailure(.minting, "the defect \(use.name) of \(context.certificate) has no parameter \(unknown)")
    }
    for case let (parameter, range?) in defect.descriptor.parameters.map({ ($0, $0.range) }) {
      guard case .integer(let value)? = use.parameters[parameter.name], !range.contains(Int(value)) else { continue }
      throw HarnessFailure(
        .badData,
        "\(use.name) of \(context.certificate): \(parameter.name) must be from \(range.lowerBound) to \(range.upperBound)"
      )
    }
    var context = context
    context.parameters = UseParameters(use.parameters)
    return (defect, context)
  }
}
