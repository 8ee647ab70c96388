internal import RogueModel

/// A certificate before it is signed, every field open.
///
/// Healthy when the minter hands it over; defects change it. What no field can express is an edit of the encoded bytes.
struct CertificateDraft: Sendable {
  typealias Edit = @Sendable (inout [UInt8]) -> Void
  /// Makes a signature of the signed part, with the key of the signer or without it.
  typealias Forgery =
    @Sendable (_ signed: [UInt8], _ method: SignatureMethod, _ signer: SigningKey) throws(HarnessFailure) -> [UInt8]

  /// As encoded: 2 means version 3. Nil leaves the field out, which means version 1.
  var version: Int? = 2
  /// The real signature.
  var method: SignatureMethod
  /// DER AlgorithmIdentifier inside the signed part; nil for that of `method`.
  var innerAlgorithm: [UInt8]?
  /// DER AlgorithmIdentifier beside the signature; nil for that of `method`.
  var outerAlgorithm: [UInt8]?
  /// DER Name.
  var issuer: [UInt8]
  /// DER Name.
  var subject: [UInt8]
  var notBefore: Timestamp
  var notAfter: Timestamp
  /// The encoded dates, where they are not what `notBefore` and `notAfter` give.
  var notBeforeEncoding: [UInt8]?
  var notAfterEncoding: [UInt8]?
  /// DER SubjectPublicKeyInfo.
  var spki: [UInt8]
  /// The encoded issuerUniqueID and subjectUniqueID; empty leaves them out.
  var uniqueIdentifiers: [UInt8] = []
  /// The extensions field is left out when there are none.
  var extensions: [CertificateExtension]
  /// Changes of the serial number's content octets, which are a hash of everything else in the certificate.
  var serialEdits: [Edit] = []
  /// Changes of the encoded TBSCertificate, before it is signed.
  var signedEdits: [Edit] = []
  /// Signs in the place of `method`, which then is only what the certificate says.
  var forgery: Forgery?
  /// The condition of the forgery on the signed part; serial numbers are tried until it holds.
  var suitsForgery: (@Sendable (_ signed: [UInt8]) -> Bool)?
  /// Changes of the signature's bytes.
  var signatureEdits: [Edit] = []
  /// Changes of the whole encoded certificate, after it was signed.
  var finalEdits: [Edit] = []

  mutating func replace(_ identifier: ObjectIdentifier, with replacement: CertificateExtension?) {
    guard let index = extensions.firstIndex(where: { $0.identifier == identifier }) else {
      if let replacement { extensions.append(replacement) }
      return
    }
    if let replacement { extensions[index] = replacement } else { extensions.remove(at: index) }
  }

  /// Replaces the extension's DER by these bytes; a missing extension is added, not critical.
  mutating func replaceValue(of identifier: ObjectIdentifier, with value: [UInt8]) {
    var item = extensions.first { $0.identifier == identifier } ?? CertificateExtension(identifier, value: [])
    item.value = value
    replace(identifier, with: item)
  }
}

extension CertificateDraft {
  /// Everything of the TBSCertificate that follows the serial number.
  var signedFields: [UInt8] {
    DERWriter.bytes(capacity: 640) {
      $0.raw(innerAlgorithm ?? method.algorithmIdentifier)
      $0.raw(issuer)
      $0.sequence {
        if let notBeforeEncoding { $0.raw(notBeforeEncoding) } else { $0.time(notBefore) }
        if let notAfterEncoding { $0.raw(notAfterEncoding) } else { $0.time(notAfter) }
      }
      $0.raw(subject)
      $0.raw(spki)
      $0.raw(uniqueIdentifiers)
      if !extensions.isEmpty {
        $0.constructed(.context(3, constructed: true)) {
          $0.sequence { for item in extensions { $0.extension(item) } }
        }
      }
    }
  }
}
