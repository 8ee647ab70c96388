internal import RogueModel
internal import RogueOpenSSL

/// A certificate before it is signed, every field open.
///
/// Healthy when the minter hands it over; defects change it. What no field can express is an edit of the encoded bytes.
struct CertificateDraft: Sendable {
  typealias Edit = @Sendable (inout [UInt8]) -> Void

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
  /// DER SubjectPublicKeyInfo.
  var spki: [UInt8]
  /// The extensions field is left out when there are none.
  var extensions: [CertificateExtension]
  /// Changes of the serial number's content octets, which are a hash of everything else in the certificate.
  var serialEdits: [Edit] = []
  /// Changes of the encoded TBSCertificate, before it is signed.
  var signedEdits: [Edit] = []
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
}

extension CertificateDraft {
  /// Encodes and signs.
  /// - Parameter derivation: what the serial comes from, together with all that is signed; any change of that gives
  ///   another one, because clients such as NSS refuse two certificates with one issuer and serial.
  func sign(
    with key: SigningKey, name: String, _ derivation: Derivation
  ) throws(HarnessFailure) -> (der: [UInt8], serial: [UInt8]) {
    let algorithm = method.algorithmIdentifier
    let fields = signedFields(algorithm)
    var serial = Self.serial(name, fields, derivation)
    for edit in serialEdits { edit(&serial) }
    var signed = DERWriter.bytes(capacity: fields.count + 48) {
      $0.sequence {
        if let version { $0.constructed(.context(0, constructed: true)) { $0.integer(version) } }
        $0.primitive(.integer, serial)
        $0.raw(fields)
      }
    }
    for edit in signedEdits { edit(&signed) }
    var signature = try key.sign(signed, method)
    for edit in signatureEdits { edit(&signature) }
    var der = DERWriter.bytes(capacity: signed.count + signature.count + 32) {
      $0.sequence {
        $0.raw(signed)
        $0.raw(outerAlgorithm ?? algorithm)
        $0.bitString(signature)
      }
    }
    for edit in finalEdits { edit(&der) }
    return (der, serial)
  }

  /// Everything of the TBSCertificate that follows the serial number.
  private func signedFields(_ algorithm: [UInt8]) -> [UInt8] {
    DERWriter.bytes(capacity: 640) {
      $0.raw(innerAlgorithm ?? algorithm)
      $0.raw(issuer)
      $0.sequence {
        $0.time(notBefore)
        $0.time(notAfter)
      }
      $0.raw(subject)
      $0.raw(spki)
      if !extensions.isEmpty {
        $0.constructed(.context(3, constructed: true)) {
          $0.sequence { for item in extensions { $0.extension(item) } }
        }
      }
    }
  }

  /// 16 octets, positive and not zero (RFC 5280, section 4.1.2.2).
  private static func serial(_ name: String, _ fields: [UInt8], _ derivation: Derivation) -> [UInt8] {
    var serial = Array(Digest.sha256.hash(derivation.bytes("serial", name) + fields).prefix(16))
    // The first octet between 0x40 and 0x7f: neither negative nor shortened by DER, so all are equally long.
    serial[0] = serial[0] & 0x3f | 0x40
    return serial
  }
}
