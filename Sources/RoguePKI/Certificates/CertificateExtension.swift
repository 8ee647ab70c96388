internal import RogueModel
internal import RogueOpenSSL

/// One extension of a certificate, CRL or OCSP response.
struct CertificateExtension: Hashable, Sendable {
  var identifier: ObjectIdentifier
  var isCritical: Bool
  /// The encoded `critical`, where it is not what `isCritical` gives.
  var criticalEncoding: [UInt8]?
  /// The encoded OCTET STRING around the value, where it is not DER's.
  var valueEncoding: [UInt8]?
  /// The content of the OCTET STRING: DER in a healthy extension.
  var value: [UInt8]

  init(_ identifier: ObjectIdentifier, critical: Bool = false, value: [UInt8]) {
    self.identifier = identifier
    isCritical = critical
    self.value = value
  }
}

extension DERWriter {
  mutating func `extension`(_ item: CertificateExtension) {
    sequence {
      $0.identifier(item.identifier)
      if let encoding = item.criticalEncoding { $0.raw(encoding) } else if item.isCritical { $0.boolean(true) }
      if let encoding = item.valueEncoding { $0.raw(encoding) } else { $0.primitive(.octetString, item.value) }
    }
  }
}

// The healthy forms of the extensions (RFC 5280, section 4.2).
extension CertificateExtension {
  static func subjectKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension(
      .subjectKeyIdentifier, value: DERWriter.bytes(capacity: 24) { $0.primitive(.octetString, identifier) })
  }

  static func authorityKeyIdentifier(_ identifier: [UInt8]) -> CertificateExtension {
    CertificateExtension(
      .authorityKeyIdentifier,
      value: DERWriter.bytes(capacity: 28) { $0.sequence { $0.primitive(.context(0), identifier) } })
  }

  static func basicConstraints(isCA: Bool, pathLength: Int? = nil) -> CertificateExtension {
    CertificateExtension(
      .basicConstraints, critical: true,
      value: DERWriter.bytes(capacity: 16) {
        $0.sequence {
          if isCA { $0.boolean(true) }
          if let pathLength { $0.integer(pathLength) }
        }
      })
  }

  static func keyUsage(_ usage: Set<KeyUsage>) -> CertificateExtension {
    CertificateExtension(
      .keyUsage, critical: true,
      value: DERWriter.bytes(capacity: 8) { $0.namedBits(Set(usage.map(\.rawValue))) })
  }

  static func extendedKeyUsage(_ purposes: [ObjectIdentifier]) -> CertificateExtension {
    CertificateExtension(
      .extendedKeyUsage,
      value: DERWriter.bytes(capacity: 32) { $0.sequence { for purpose in purposes { $0.identifier(purpose) } } })
  }

  static func subjectAlternativeName(_ names: [GeneralName]) -> CertificateExtension {
    CertificateExtension(
      .subjectAlternativeName,
      value: DERWriter.bytes(capacity: 64) { $0.sequence { for name in names { $0.name(name) } } })
  }

  /// An access description for each method and its URL (RFC 5280, section 4.2.2.1).
  static func services(_ services: [(method: ObjectIdentifier, url: String)]) -> CertificateExtension {
    CertificateExtension(
      .authorityInformationAccess,
      value: DERWriter.bytes(capacity: 96 * services.count) {
        $0.sequence {
          for service in services {
            $0.sequence {
              $0.identifier(service.method)
              $0.text(.context(6), service.url)
            }
          }
        }
      })
  }

  /// A separate distribution point for each URL (RFC 5280, section 4.2.1.13).
  static func crlURLs(_ urls: [String]) -> CertificateExtension {
    CertificateExtension(
      .crlDistributionPoints,
      value: DERWriter.bytes(capacity: 96 * urls.count) {
        $0.sequence { for url in urls { $0.sequence { $0.distributionPointName(url) } } }
      })
  }

  /// status_request: the server promises to staple (RFC 7633).
  static let mustStaple = CertificateExtension(
    .tlsFeature, value: DERWriter.bytes(capacity: 8) { $0.sequence { $0.integer(5) } })

  /// Clients need not check whether the responder's own certificate is revoked (RFC 6960, section 4.2.2.2.1).
  static let ocspNoCheck = CertificateExtension(
    .ocspNoCheck, value: DERWriter.bytes(capacity: 4) { $0.null() })
}

/// The bits of the keyUsage extension (RFC 5280, section 4.2.1.3).
enum KeyUsage: Int, Hashable, Sendable {
  case digitalSignature = 0
  case keyEncipherment = 2
  case keyCertSign = 5
  case cRLSign = 6
}
