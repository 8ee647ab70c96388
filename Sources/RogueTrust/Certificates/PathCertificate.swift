internal import RogueModel
internal import RogueOpenSSL

/// A certificate for the checks of a path: read once, by this module's own reader.
final class PathCertificate: Sendable {
  let der: [UInt8]
  let facts: CertificateFacts
  let contents: CertificateContents
  let subject: DistinguishedName
  let issuer: DistinguishedName
  /// The names of subjectAltName.
  let names: [CertificateName]
  /// Its name constraints; nil without the extension.
  let constraints: NameConstraints?
  let policies: PolicyExtensions
  /// The objections of `CertificateForm` to the whole certificate, and to its constraints on those below.
  let fault: String?
  let faultOfLimits: String?
  /// Nil if the bytes are not exactly one certificate.
  init?(_ der: [UInt8]) {
    guard let contents = CertificateContents(der) else { return nil }
    self.der = der
    self.contents = contents
    facts = CertificateFacts(contents)
    subject = DistinguishedName(contents.subject)
    issuer = DistinguishedName(contents.issuer)
    names = contents.value(CertificateFacts.subjectAltName).map(CertificateName.list) ?? []
    constraints = facts.nameConstraints.map { NameConstraints($0) }
    policies = PolicyExtensions(contents)
    fault = CertificateForm.fault(in: der)
    faultOfLimits = CertificateForm.fault(inLimits: contents)
  }

  /// Nil if the bytes are not a certificate.
  static func reading(_ der: [UInt8]) -> PathCertificate? { readBefore.answer([der]) { PathCertificate(der) } }

  /// A path has a handful; many conversations at once have many paths.
  private static let readBefore = KnownAnswers<PathCertificate?>(capacity: 512)
  private static let verifiedBefore = KnownAnswers<Bool>(capacity: 2048)

  private static let keysReadBefore = KnownAnswers<CertificateKey?>(capacity: 512)

  /// Its public key; nil if it is unusable. OpenSSL takes longer to read it than to verify with it.
  var key: CertificateKey? {
    Self.keysReadBefore.answer([contents.spki]) { CertificateKey(spki: contents.spki) }
  }

  /// Whether it names itself as its issuer (RFC 5280, section 3.2).
  var isSelfIssued: Bool { subject == issuer }

  /// Whether the issuer's key made the signature (RFC 5280, section 6.1.3 (a) (1)); says nothing about names.
  func isSigned(by issuer: PathCertificate) -> Bool {
    Self.verifiedBefore.answer([der, issuer.contents.spki]) { contents.isSigned(by: issuer.key) }
  }
}

extension CertificateContents {
  /// The algorithm is in the certificate twice, once in the signed part, and has to be the same (RFC 5280, section
  /// 4.1.1.2).
  fileprivate func isSigned(by key: CertificateKey?) -> Bool {
    guard algorithm == signedAlgorithm, let signature, let key, let form = SignatureAlgorithm(algorithm),
      form.keys.contains(key.algorithm)
    else { return false }
    return key.key.verifies(signature, of: signedPart, as: form.form)
  }
}
