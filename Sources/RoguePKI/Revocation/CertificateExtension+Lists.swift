internal import RogueModel

// The extensions of CRLs and of their entries (RFC 5280, sections 5.2 and 5.3).
extension CertificateExtension {
  static func crlNumber(_ number: Int, isCritical: Bool) -> CertificateExtension {
    CertificateExtension(.crlNumber, critical: isCritical, value: DERWriter.bytes { $0.integer(number) })
  }

  static func deltaCRLIndicator(base: Int) -> CertificateExtension {
    CertificateExtension(.deltaCRLIndicator, critical: true, value: DERWriter.bytes { $0.integer(base) })
  }

  /// Always critical (section 5.2.5); nil for a CRL that covers everything.
  ///
  /// - Parameter point: the CRL distribution point in the CA's certificates.
  static func issuingDistributionPoint(_ scope: CRLRecipe.Scope, point: String) -> CertificateExtension? {
    guard scope != .all else { return nil }
    let value = DERWriter.bytes(capacity: 96) {
      $0.sequence {
        switch scope {
        case .all: break
        case .samePoint: $0.distributionPointName(point)
        case .otherPoint: $0.distributionPointName(CertificateRevocationList.otherPoint)
        case .onlyUsers: $0.primitive(.context(1), [0xff])
        case .onlyCAs: $0.primitive(.context(2), [0xff])
        // keyCompromise alone: bit 1 of ReasonFlags.
        case .someReasons: $0.primitive(.context(3), [6, 0x40])
        // Bits 2 to 8.
        case .otherReasons: $0.primitive(.context(3), [7, 0x3f, 0x80])
        case .indirect: $0.primitive(.context(4), [0xff])
        case .onlyAttributes: $0.primitive(.context(5), [0xff])
        }
      }
    }
    return CertificateExtension(.issuingDistributionPoint, critical: true, value: value)
  }

  static func crlReason(_ reason: CRLRecipe.Reason) -> CertificateExtension {
    let number: UInt8 =
      switch reason {
      case .keyCompromise: Revocation.reason
      case .certificateHold: 6
      }
    return CertificateExtension(
      .crlReason, value: DERWriter.bytes(capacity: 4) { $0.primitive(.enumerated, [number]) })
  }

  /// A NULL where a GeneralizedTime belongs (section 5.3.2).
  static let damagedInvalidityDate = CertificateExtension(
    .invalidityDate, value: DERWriter.bytes(capacity: 4) { $0.null() })

  /// The issuer of the certificate in an entry of an indirect CRL; critical (section 5.3.3).
  static func certificateIssuer(_ name: [UInt8]) -> CertificateExtension {
    CertificateExtension(
      .certificateIssuer, critical: true,
      value: DERWriter.bytes(capacity: 160) {
        $0.sequence { $0.constructed(.context(4, constructed: true)) { $0.raw(name) } }
      })
  }
}

extension DERWriter {
  /// [0] DistributionPointName, a fullName of one URL (RFC 5280, section 4.2.1.13).
  mutating func distributionPointName(_ url: String) {
    constructed(.context(0, constructed: true)) {
      $0.constructed(.context(0, constructed: true)) { $0.text(.context(6), url) }
    }
  }
}
