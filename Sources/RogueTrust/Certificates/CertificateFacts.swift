/// The facts of a certificate for trust decisions beyond path validation.
public struct CertificateFacts: Sendable {
  /// The DER SubjectPublicKeyInfo.
  public var spki: [UInt8]
  /// 1, 2 or 3, or whatever it claims.
  public var version: Int
  /// Whether it is a CA's by its own extension.
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
  /// The magnitude of the serial number, big-endian and without leading zeros; empty for zero.
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

  /// Nil if the bytes are not exactly one certificate.
  public init?(der: [UInt8]) {
    guard let certificate = PathCertificate.reading(der) else { return nil }
    self = certificate.facts
  }

  init(_ contents: CertificateContents) {
    spki = contents.spki
    version = contents.version
    subject = contents.subject
    issuer = contents.issuer
    notBefore = contents.notBefore
    notAfter = contents.notAfter
    serial = Self.magnitude(contents.serial)
    nameConstraints = contents.value(Self.nameConstraintsIdentifier)
    basicConstraints = contents.value(Self.basicConstraintsIdentifier)
    keyUsage = contents.value(Self.keyUsageIdentifier)
    hasBasicConstraints = basicConstraints != nil
    let basic = basicConstraints.map(Self.elements) ?? []
    let usage = keyUsage.flatMap { value -> UInt8? in
      var cursor = DERCursor(value)
      return cursor.next(Self.bits)?.dropFirst().first
    }
    signsCertificates = usage.map { $0 & Self.keyCertSign != 0 } ?? false
    isCA =
      basic.first.map { $0.tag == Self.boolean && $0.content.contains { $0 != 0 } } ?? false
      && (keyUsage == nil || signsCertificates)
    let length = basic.first { $0.tag == Self.integer && $0.content.count == 1 }
    pathLength = length?.content.first.flatMap { $0 < 0x80 ? Int($0) : nil }
    hasCriticalPurposes = contents.first(Self.extendedKeyUsage)?.isCritical ?? false
    keyIdentifier = contents.value(Self.subjectKeyIdentifier).flatMap { value in
      var cursor = DERCursor(value)
      return cursor.next(Self.octets).map { Array($0) }
    }
    issuerKeyIdentifier = contents.value(Self.authorityKeyIdentifier).flatMap { value in
      Self.elements(value).first { $0.tag == Self.keyIdentifierTag }.map { Array($0.content) }
    }
    purposes = contents.value(Self.extendedKeyUsage).map(Self.purposes)
    let names = contents.value(Self.subjectAltName)
    dnsNames = names.map(Self.dnsNames) ?? []
    uris = names.map(Self.uris) ?? []
    addresses = names.map(Self.addresses) ?? []
    excludedHosts = nameConstraints.map { Self.hosts(of: 0xa1, in: $0) } ?? []
    permittedHosts = nameConstraints.map { Self.hosts(of: 0xa0, in: $0) } ?? []
    let services = contents.value(Self.authorityInfoAccess) ?? []
    ocspURLs = Self.urls(of: Self.ocsp, in: services)
    issuerURLs = Self.urls(of: Self.caIssuers, in: services)
    crlURLs = contents.value(Self.crlDistributionPoints).map(Self.crlURLs) ?? []
    promisesStaple = contents.value(Self.tlsFeature).map(Self.promisesStaple) ?? false
    isPrecertificate = contents.first(Self.poison) != nil
  }

  /// Below id-ce, 2.5.29.
  static let subjectKeyIdentifier: [UInt8] = [0x55, 0x1d, 14]
  static let keyUsageIdentifier: [UInt8] = [0x55, 0x1d, 15]
  static let subjectAltName: [UInt8] = [0x55, 0x1d, 17]
  static let basicConstraintsIdentifier: [UInt8] = [0x55, 0x1d, 19]
  static let nameConstraintsIdentifier: [UInt8] = [0x55, 0x1d, 30]
  static let crlDistributionPoints: [UInt8] = [0x55, 0x1d, 31]
  static let certificatePolicies: [UInt8] = [0x55, 0x1d, 32]
  static let policyMappings: [UInt8] = [0x55, 0x1d, 33]
  static let authorityKeyIdentifier: [UInt8] = [0x55, 0x1d, 35]
  static let policyConstraints: [UInt8] = [0x55, 0x1d, 36]
  static let extendedKeyUsage: [UInt8] = [0x55, 0x1d, 37]
  static let inhibitAnyPolicy: [UInt8] = [0x55, 0x1d, 54]
  /// id-pe-authorityInfoAccess and id-pe-tlsfeature.
  private static let authorityInfoAccess: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01]
  private static let tlsFeature: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x18]
  /// The poison of RFC 6962, section 3.1: 1.3.6.1.4.1.11129.2.4.3.
  private static let poison: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x03]
  /// Netscape's certificate type, 2.16.840.1.113730.1.1.
  static let netscapeType: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x86, 0xf8, 0x42, 0x01, 0x01]
  /// id-kp-serverAuth.
  public static let serverAuthentication: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
  /// id-kp-OCSPSigning.
  package static let ocspSigning: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x09]
  /// id-ad-ocsp.
  private static let ocsp: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x01]
  /// id-ad-caIssuers.
  private static let caIssuers: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02]
  /// id-kp anyExtendedKeyUsage.
  static let anyPurpose: [UInt8] = [0x55, 0x1d, 0x25, 0x00]
  private static let boolean: UInt8 = 0x01
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

  /// Without the sign of an INTEGER's content.
  private static func magnitude(_ integer: [UInt8]) -> [UInt8] {
    guard let first = integer.first, first >= 0x80 else { return Array(integer.drop { $0 == 0 }) }
    var magnitude = integer.map { ~$0 }
    for index in magnitude.indices.reversed() {
      magnitude[index] &+= 1
      if magnitude[index] != 0 { break }
    }
    return Array(magnitude.drop { $0 == 0 })
  }

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
  package static func pointURLs(_ value: [UInt8]) -> [String] {
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
