internal import RogueModel
internal import RogueOpenSSL

/// A certificate draft with its serial number, as a log gets it before the certificate is signed.
///
/// The SCT list is appended after that, and changes neither the serial number nor any other byte: if it is removed, the
/// rest is what the logs signed (RFC 6962, section 3.2).
struct NumberedDraft: Sendable {
  private(set) var draft: CertificateDraft
  /// Content octets.
  private(set) var serial: [UInt8] = []
  /// Everything of the TBSCertificate that follows the serial number.
  private var fields: [UInt8]

  /// - Parameters:
  ///   - variant: later changes of the draft that need another serial number.
  ///   - derivation: what the serial comes from, together with all that is signed; any change of that gives another one,
  ///     because clients such as NSS refuse two certificates with one issuer and serial.
  init(_ draft: CertificateDraft, name: String, variant: String, _ derivation: Derivation) {
    self.draft = draft
    fields = draft.signedFields
    let origin = variant.isEmpty ? name : "\(name) \(variant)"
    // Half of all serial numbers suit the forgeries that there are.
    for attempt in 0..<64 {
      serial = Self.serial(attempt == 0 ? origin : "\(origin) \(attempt)", fields, derivation)
      for edit in draft.serialEdits { edit(&serial) }
      if draft.suitsForgery?(signedPart) ?? true { return }
    }
  }

  /// The TBSCertificate, before any edit of its bytes.
  var signedPart: [UInt8] {
    DERWriter.bytes(capacity: fields.count + 48) {
      $0.sequence {
        if let version = draft.version { $0.constructed(.context(0, constructed: true)) { $0.integer(version) } }
        $0.primitive(.integer, serial)
        $0.raw(fields)
      }
    }
  }

  mutating func append(_ item: CertificateExtension) {
    draft.extensions.append(item)
    fields = draft.signedFields
  }

  func sign(with key: SigningKey) throws(HarnessFailure) -> [UInt8] {
    var signed = signedPart
    for edit in draft.signedEdits { edit(&signed) }
    var signature: [UInt8]
    if let forge = draft.forgery {
      signature = try forge(signed, draft.method, key)
    } else {
      signature = try key.sign(signed, draft.method)
    }
    for edit in draft.signatureEdits { edit(&signature) }
    var der = DERWriter.bytes(capacity: signed.count + signature.count + 32) {
      $0.sequence {
        $0.raw(signed)
        $0.raw(draft.outerAlgorithm ?? draft.method.algorithmIdentifier)
        $0.bitString(signature)
      }
    }
    for edit in draft.finalEdits { edit(&der) }
    return der
  }

  /// 16 octets, positive and not zero (RFC 5280, section 4.1.2.2).
  private static func serial(_ name: String, _ fields: [UInt8], _ derivation: Derivation) -> [UInt8] {
    var serial = Array(Digest.sha256.hash(derivation.bytes("serial", name) + fields).prefix(16))
    // The first octet between 0x40 and 0x7f: neither negative nor shortened by DER, so all are equally long.
    serial[0] = serial[0] & 0x3f | 0x40
    return serial
  }
}
