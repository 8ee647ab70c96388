internal import RogueModel
internal import RogueOpenSSL

/// A CRL for those who judge by it: read once, by this module's own reader (RFC 5280, section 5.1).
///
/// What decides nothing is not looked at, such as whether a date is a UTCTime or a GeneralizedTime.
package final class RevocationList: Sendable {
  package struct Entry: Sendable {
    /// The content of the INTEGER.
    package let serial: ArraySlice<UInt8>
    package let extensions: [CertificateContents.Extension]
  }

  /// The TBSCertList with its tag and length, which is what is signed.
  private let signedPart: [UInt8]
  private let algorithm: [UInt8]
  private let signedAlgorithm: [UInt8]
  private let signature: [UInt8]?
  /// DER.
  package let issuer: [UInt8]
  /// Seconds since 1970; nil when the date is not a date.
  package let thisUpdate: Int64?
  /// Nil if there is none.
  package let nextUpdate: Int64?
  /// It has a nextUpdate that is not a date.
  package let hasUnreadableEnd: Bool
  package let entries: [Entry]
  package let extensions: [CertificateContents.Extension]

  /// Nil if the bytes are not exactly one CRL, or if an extension is there twice.
  init?(_ der: [UInt8]) {
    var outer = DERReader(der, lengths: .any)
    guard var list = outer.constructed(.sequence), outer.isAtEnd, let signed = list.next(), signed.tag == .sequence,
      let algorithm = list.primitive(.sequence), let bits = list.primitive(.bitString), list.isAtEnd
    else { return nil }
    signedPart = Array(signed.encoding)
    self.algorithm = Array(algorithm)
    signature = bits.first == 0 ? Array(bits.dropFirst()) : nil
    var fields = DERReader(signed.content, lengths: .any)
    if fields.nextTag == .integer {
      guard let version = fields.primitive(.integer), version.elementsEqual([0]) || version.elementsEqual([1]) else {
        return nil
      }
    }
    guard let signedAlgorithm = fields.primitive(.sequence), let issuer = fields.next(), issuer.tag == .sequence,
      let begin = fields.next()
    else { return nil }
    self.signedAlgorithm = Array(signedAlgorithm)
    self.issuer = Array(issuer.encoding)
    thisUpdate = CertificateTime.seconds(begin)
    let end = fields.nextTag.map { [.utcTime, .generalizedTime].contains($0) } == true ? fields.next() : nil
    nextUpdate = end.flatMap(CertificateTime.seconds)
    hasUnreadableEnd = end != nil && nextUpdate == nil
    guard let entries = Self.entries(&fields), let extensions = Self.extensions(tagged: &fields), fields.isAtEnd else {
      return nil
    }
    self.entries = entries
    self.extensions = extensions
  }

  private static func entries(_ fields: inout DERReader) -> [Entry]? {
    guard fields.nextTag == .sequence else { return [] }
    guard var list = fields.constructed(.sequence) else { return nil }
    var entries: [Entry] = []
    while !list.isAtEnd {
      guard var entry = list.constructed(.sequence), let serial = entry.primitive(.integer), entry.skip() else {
        return nil
      }
      var extensions: [CertificateContents.Extension] = []
      if !entry.isAtEnd {
        guard let items = entry.constructed(.sequence), let read = Self.extensions(items) else { return nil }
        extensions = read
      }
      guard entry.isAtEnd else { return nil }
      entries.append(Entry(serial: serial, extensions: extensions))
    }
    return entries
  }

  private static func extensions(tagged fields: inout DERReader) -> [CertificateContents.Extension]? {
    guard !fields.isAtEnd else { return [] }
    guard var tagged = fields.constructed(.context(0, constructed: true)), let list = tagged.constructed(.sequence),
      tagged.isAtEnd
    else { return nil }
    return extensions(list)
  }

  private static func extensions(_ list: DERReader) -> [CertificateContents.Extension]? {
    var items = list
    var found: [CertificateContents.Extension] = []
    while !items.isAtEnd {
      guard var item = items.constructed(.sequence), let identifier = item.primitive(.objectIdentifier) else {
        return nil
      }
      let critical = item.nextTag == .boolean ? item.next()?.content : nil
      guard let value = item.primitive(.octetString), item.isAtEnd,
        !found.contains(where: { $0.identifier.elementsEqual(identifier) })
      else { return nil }
      found.append(
        CertificateContents.Extension(
          identifier: Array(identifier), isCritical: critical?.contains { $0 != 0 } ?? false, value: Array(value)))
    }
    return found
  }

  private static let readBefore = KnownAnswers<RevocationList?>(capacity: 256)

  /// Nil if the bytes are not a CRL.
  package static func reading(_ der: [UInt8]) -> RevocationList? { readBefore.answer([der]) { RevocationList(der) } }

  /// Whether the key of this certificate made the signature; says nothing about names.
  package func isSigned(by signer: [UInt8]) -> Bool {
    guard let signer = PathCertificate.reading(signer) else { return false }
    return Self.verifiedBefore.answer([signedPart, signature ?? [], signer.contents.spki]) {
      guard algorithm == signedAlgorithm, let signature, let key = signer.key,
        let method = SignatureAlgorithm(algorithm), method.keys.contains(key.algorithm)
      else { return false }
      return key.key.verifies(signature, of: signedPart, as: method.form)
    }
  }

  private static let verifiedBefore = KnownAnswers<Bool>(capacity: 512)

  package func value(_ identifier: [UInt8]) -> [UInt8]? { extensions.first { $0.identifier == identifier }?.value }

  /// A delta CRL: it lists only what has changed since another CRL (section 5.2.4).
  package var isDelta: Bool { value(Self.deltaIndicator) != nil }

  /// Whether it has an extension that has to be understood and is not (sections 5.2 and 5.3).
  package var hasUnknownCriticalExtension: Bool {
    extensions.contains { $0.isCritical && !Self.understood.contains($0.identifier) }
      || entries.contains { $0.extensions.contains { $0.isCritical && $0.identifier != Self.certificateIssuer } }
  }

  /// The entry about the certificate with this serial number and this issuer.
  ///
  /// - Parameter serial: the content of the INTEGER.
  package func entry(about serial: [UInt8], of issuer: [UInt8]) -> Entry? {
    guard entries.contains(where: { $0.serial.elementsEqual(serial) }) else { return nil }
    let wanted = DistinguishedName(issuer)
    // An entry without certificateIssuer is about the same CA as the one before, the first about the CRL's issuer
    // (section 5.3.3).
    var isOfIssuer = DistinguishedName(self.issuer) == wanted
    for entry in entries {
      if let names = entry.extensions.first(where: { $0.identifier == Self.certificateIssuer }) {
        isOfIssuer = PointName.list(names.value).contains(.directory(wanted))
      }
      if isOfIssuer, entry.serial.elementsEqual(serial) { return entry }
    }
    return nil
  }

  static let issuingPoint: [UInt8] = [0x55, 0x1d, 28]
  private static let certificateIssuer: [UInt8] = [0x55, 0x1d, 29]
  private static let deltaIndicator: [UInt8] = [0x55, 0x1d, 27]
  private static let understood: Set<[UInt8]> = [
    issuingPoint, deltaIndicator, CertificateFacts.authorityKeyIdentifier,
  ]
}
