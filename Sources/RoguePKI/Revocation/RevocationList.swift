internal import RogueModel
internal import RogueOpenSSL

/// A version 2 CRL (RFC 5280, section 5).
struct RevocationList {
  var clock: Timestamp
  /// The content octets of the serial numbers, as the certificates have them.
  var serials: [[UInt8]]

  func sign(by issuer: HierarchyBuilder.Issued) throws(HarnessFailure) -> [UInt8] {
    let algorithm = issuer.key.method.algorithmIdentifier
    let signed = signedPart(issuer, algorithm)
    let signature = try issuer.key.sign(signed, issuer.key.method)
    return DERWriter.bytes(capacity: signed.count + signature.count + 32) {
      $0.sequence {
        $0.raw(signed)
        $0.raw(algorithm)
        $0.bitString(signature)
      }
    }
  }

  private func signedPart(_ issuer: HierarchyBuilder.Issued, _ algorithm: [UInt8]) -> [UInt8] {
    let issuedAt = clock + -3600
    var extensions: [CertificateExtension] = []
    if let identifier = issuer.keyIdentifier { extensions.append(.authorityKeyIdentifier(identifier)) }
    // Grows from run to run, as section 5.2.3 wants of an issuer's CRLs.
    extensions.append(
      CertificateExtension(
        .crlNumber, value: DERWriter.bytes { $0.integer(max(0, Int(clock.secondsSince1970))) }))
    return DERWriter.bytes(capacity: 512) {
      $0.sequence {
        $0.integer(1)
        $0.raw(algorithm)
        $0.raw(issuer.subject)
        $0.time(issuedAt)
        $0.time(clock + 7 * 86_400)
        if !serials.isEmpty { $0.sequence { for serial in serials { entry(serial, issuedAt, &$0) } } }
        $0.constructed(.context(0, constructed: true)) {
          $0.sequence { for item in extensions { $0.extension(item) } }
        }
      }
    }
  }

  private func entry(_ serial: [UInt8], _ issuedAt: Timestamp, _ writer: inout DERWriter) {
    writer.sequence {
      $0.primitive(.integer, serial)
      $0.time(Revocation.time(clock, issued: issuedAt))
      $0.sequence {
        $0.extension(
          CertificateExtension(
            .crlReason, value: DERWriter.bytes(capacity: 4) { $0.primitive(.enumerated, [Revocation.reason]) }))
      }
    }
  }
}
