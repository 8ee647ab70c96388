internal import RogueOpenSSL

/// What trust decisions ask a certificate beyond path validation.
public struct CertificateFacts: Sendable {
  /// The DER SubjectPublicKeyInfo.
  public var spki: [UInt8]
  /// 1, 2 or 3, or whatever it claims.
  public var version: Int
  /// Whether it says that it is a CA's.
  public var isCA: Bool
  /// Whether it says anything about that, in basicConstraints.
  public var hasBasicConstraints: Bool
  /// Whether its keyUsage has keyCertSign; false if it has no keyUsage.
  public var signsCertificates: Bool
  /// Whether its extendedKeyUsage is critical; false if it has none.
  public var hasCriticalPurposes: Bool
  /// DER names.
  public var subject: [UInt8]
  public var issuer: [UInt8]
  /// The content of subjectKeyIdentifier.
  public var keyIdentifier: [UInt8]?
  /// The keyIdentifier of authorityKeyIdentifier.
  public var issuerKeyIdentifier: [UInt8]?
  /// Seconds since 1970; nil when the date is not a date.
  public var notBefore: Int64?
  public var notAfter: Int64?
  /// The purposes of extendedKeyUsage as DER object identifiers without their tag; nil when the extension is missing.
  public var purposes: [[UInt8]]?
  /// The dNSNames of subjectAltName, as they are written.
  public var dnsNames: [String]
  /// The URIs of subjectAltName, as they are written.
  public var uris: [String]
  /// pathLenConstraint of basicConstraints; nil if there is none, or none below 128.
  public var pathLength: Int?
  /// The hosts that nameConstraints excludes, as they are written.
  public var excludedHosts: [String]
  /// The hosts that nameConstraints permits; empty if it permits all.
  public var permittedHosts: [String]
  /// The iPAddresses of subjectAltName.
  public var addresses: [[UInt8]]
  /// The content octets of the serial number.
  public var serial: [UInt8]
  /// The OCSP responders of authorityInfoAccess.
  public var ocspURLs: [String]
  /// The URLs of the issuer's certificate (caIssuers in authorityInfoAccess).
  public var issuerURLs: [String]
  public var crlURLs: [String]
  /// The certificate promises that a staple comes with it (RFC 7633).
  public var promisesStaple: Bool
  /// It has the poison extension, so only logs may accept it (RFC 6962, section 3.1).
  public var isPrecertificate: Bool
  /// The values of these extensions; nil if it has none.
  var nameConstraints: [UInt8]?
  var basicConstraints: [UInt8]?
  var keyUsage: [UInt8]?

  /// Nil if the bytes are not a certificate.
  public init?(der: [UInt8]) {
    guard let facts = KnownCertificates.shared.facts(der) else { return nil }
    self = facts
  }

  init?(reading der: [UInt8]) {
    guard let certificate = try? X509Certificate(der: der) else { return nil }
    spki = certificate.spki
    version = certificate.version
    isCA = certificate.isCA
    hasBasicConstraints = certificate.extensionValue(oid: "2.5.29.19") != nil
    signsCertificates =
      certificate.extensionValue(oid: "2.5.29.15").flatMap { value in
        var cursor = DERCursor(value)
        return cursor.next(Self.bits)?.dropFirst().first.map { $0 & Self.keyCertSign != 0 }
      } ?? false
    hasCriticalPurposes = certificate.isCritical(oid: "2.5.29.37")
    subject = certificate.subject
    issuer = certificate.issuer
    keyIdentifier = certificate.extensionValue(oid: "2.5.29.14").flatMap { value in
      var cursor = DERCursor(value)
      return cursor.next(Self.octets).map { Array($0) }
    }
    issuerKeyIdentifier = certificate.extensionValue(oid: "2.5.29.35").flatMap { value in
      Self.elements(value).first { $0.tag == Self.keyIdentifierTag }.map { Array($0.content) }
    }
    notBefore = certificate.notBefore
    notAfter = certificate.notAfter
    purposes = certificate.extensionValue(oid: "2.5.29.37").map(Self.purposes)
    dnsNames = certificate.extensionValue(oid: "2.5.29.17").map(Self.dnsNames) ?? []
    uris = certificate.extensionValue(oid: "2.5.29.17").map(Self.uris) ?? []
    pathLength = certificate.extensionValue(oid: "2.5.29.19").flatMap { value in
      Self.elements(value).first { $0.tag == Self.integer && $0.content.count == 1 }?.content.first.map { Int($0) }
    }
    excludedHosts = certificate.extensionValue(oid: "2.5.29.30").map { Self.hosts(of: 0xa1, in: $0) } ?? []
    permittedHosts = certificate.extensionValue(oid: "2.5.29.30").map { Self.hosts(of: 0xa0, in: $0) } ?? []
    addresses = certificate.extensionValue(oid: "2.5.29.17").map(Self.addresses) ?? []
    serial = certificate.serial
    let services = certificate.extensionValue(oid: "1.3.6.1.5.5.7.1.1") ?? []
    ocspURLs = Self.urls(of: Self.ocsp, in: services)
    issuerURLs = Self.urls(of: Self.caIssuers, in: services)
    crlURLs = certificate.extensionValue(oid: "2.5.29.31").map(Self.crlURLs) ?? []
    promisesStaple = certificate.extensionValue(oid: "1.3.6.1.5.5.7.1.24").map(Self.promisesStaple) ?? false
    isPrecertificate = certificate.extensionValue(oid: "1.3.6.1.4.1.11129.2.4.3") != nil
    nameConstraints = certificate.extensionValue(oid: "2.5.29.30")
    basicConstraints = certificate.extensionValue(oid: "2.5.29.19")
    keyUsage = certificate.extensionValue(oid: "2.5.29.15")
  }

  /// id-kp-serverAuth.
  public static let serverAuthentication: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
  /// id-kp-OCSPSigning.
  static let ocspSigning: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x09]
  /// id-ad-ocsp.
  private static let ocsp: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01]
  /// id-ad-caIssuers.
  private static let caIssuers: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02]
  private static let sequence: UInt8 = 0x30
  private static let identifier: UInt8 = 0x06
  private static let integer: UInt8 = 0x02
  private static let octets: UInt8 = 0x04
  private static let bits: UInt8 = 0x03
  /// Bit 5 of KeyUsage.
  private static let keyCertSign: UInt8 = 0x04
  /// keyIdentifier of an AuthorityKeyIdentifier.
  private static let keyIdentifierTag: UInt8 = 0x80
  /// dNSName of a GeneralName.
  private static let dnsName: UInt8 = 0x82
  /// uniformResourceIdentifier of a GeneralName.
  private static let uri: UInt8 = 0x86

  private static func elements(_ value: [UInt8]) -> [(tag: UInt8, content: ArraySlice<UInt8>)] {
    var outer = DERCursor(value)
    guard let content = outer.next(sequence) else { return [] }
    var inner = DERCursor(content)
    return inner.rest()
  }

  private static func purposes(_ value: [UInt8]) -> [[UInt8]] {
    elements(value).filter { $0.tag == identifier }.map { Array($0.content) }
  }

  private static func dnsNames(_ value: [UInt8]) -> [String] {
    elements(value).filter { $0.tag == dnsName }.map { String(decoding: $0.content, as: UTF8.self) }
  }

  private static func uris(_ value: [UInt8]) -> [String] {
    elements(value).filter { $0.tag == uri }.map { String(decoding: $0.content, as: UTF8.self) }
  }

  private static func addresses(_ value: [UInt8]) -> [[UInt8]] {
    elements(value).filter { $0.tag == 0x87 }.map { Array($0.content) }
  }

  /// permittedSubtrees has the tag 0xa0, excludedSubtrees 0xa1; the base is the first element of each subtree.
  private static func hosts(of list: UInt8, in value: [UInt8]) -> [String] {
    elements(value).filter { $0.tag == list }.flatMap { list -> [String] in
      var subtrees = DERCursor(list.content)
      return subtrees.rest().compactMap { subtree in
        var base = DERCursor(subtree.content)
        return base.next(dnsName).map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  /// The URLs of an access method in authorityInfoAccess.
  private static func urls(of wanted: [UInt8], in value: [UInt8]) -> [String] {
    elements(value).compactMap { element in
      var access = DERCursor(element.content)
      guard let method = access.next(identifier), Array(method) == wanted, let location = access.next(uri) else {
        return nil
      }
      return String(decoding: location, as: UTF8.self)
    }
  }

  /// DistributionPoint ::= [0] { [0] { GeneralNames } }, as far as URLs go.
  private static func crlURLs(_ value: [UInt8]) -> [String] {
    elements(value).flatMap { urls(ofPoint: $0.content) }
  }

  /// The URLs in an issuingDistributionPoint, which begins as a DistributionPoint does.
  static func pointURLs(_ value: [UInt8]) -> [String] {
    var outer = DERCursor(value)
    return outer.next(sequence).map { urls(ofPoint: $0) } ?? []
  }

  private static func urls(ofPoint content: ArraySlice<UInt8>) -> [String] {
    var point = DERCursor(content)
    guard let name = point.next(0xa0) else { return [] }
    var choice = DERCursor(name)
    guard let full = choice.next(0xa0) else { return [] }
    var names = DERCursor(full)
    return names.rest().filter { $0.tag == uri }.map { String(decoding: $0.content, as: UTF8.self) }
  }

  /// Feature 5 is status_request.
  private static func promisesStaple(_ value: [UInt8]) -> Bool {
    elements(value).contains { $0.tag == integer && Array($0.content) == [5] }
  }
}
