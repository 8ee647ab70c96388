internal import RogueModel

/// An object identifier, kept as the content octets that DER wants.
struct ObjectIdentifier: Hashable, Sendable {
  var content: [UInt8]

  /// From the content octets unchanged.
  init(content: [UInt8]) { self.content = content }

  /// From text such as `2.5.29.15`; parts that are not numbers are left out, because loaders have refused them.
  init(dotted: String) { self.init(arcs: dotted.split(separator: ".").compactMap { Int($0) }) }

  /// From the arcs, such as 2, 5, 29, 15; the first two are one number (X.690, section 8.19).
  init(_ arcs: Int...) { self.init(arcs: arcs) }

  private init(arcs: [Int]) {
    content = []
    guard arcs.count >= 2 else { return }
    for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
      var groups = [UInt8(arc & 0x7f)]
      var rest = arc >> 7
      while rest > 0 {
        groups.insert(UInt8(rest & 0x7f) | 0x80, at: 0)
        rest >>= 7
      }
      content += groups
    }
  }

  // Names (RFC 4519).
  static let commonName = ObjectIdentifier(2, 5, 4, 3)
  static let organization = ObjectIdentifier(2, 5, 4, 10)
  static let organizationalUnit = ObjectIdentifier(2, 5, 4, 11)

  // Extensions (RFC 5280, section 4.2; RFC 7633; RFC 6960).
  static let subjectKeyIdentifier = ObjectIdentifier(2, 5, 29, 14)
  static let keyUsage = ObjectIdentifier(2, 5, 29, 15)
  static let subjectAlternativeName = ObjectIdentifier(2, 5, 29, 17)
  static let basicConstraints = ObjectIdentifier(2, 5, 29, 19)
  static let nameConstraints = ObjectIdentifier(2, 5, 29, 30)
  static let certificatePolicies = ObjectIdentifier(2, 5, 29, 32)
  static let anyPolicy = ObjectIdentifier(2, 5, 29, 32, 0)
  static let policyMappings = ObjectIdentifier(2, 5, 29, 33)
  static let policyConstraints = ObjectIdentifier(2, 5, 29, 36)
  static let crlNumber = ObjectIdentifier(2, 5, 29, 20)
  static let crlReason = ObjectIdentifier(2, 5, 29, 21)
  static let invalidityDate = ObjectIdentifier(2, 5, 29, 24)
  static let deltaCRLIndicator = ObjectIdentifier(2, 5, 29, 27)
  static let issuingDistributionPoint = ObjectIdentifier(2, 5, 29, 28)
  static let certificateIssuer = ObjectIdentifier(2, 5, 29, 29)
  static let crlDistributionPoints = ObjectIdentifier(2, 5, 29, 31)
  static let authorityKeyIdentifier = ObjectIdentifier(2, 5, 29, 35)
  static let extendedKeyUsage = ObjectIdentifier(2, 5, 29, 37)
  static let authorityInformationAccess = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 1)
  static let tlsFeature = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 1, 24)
  static let ocspNoCheck = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1, 5)

  // Certificate transparency (RFC 6962, sections 3.1 and 3.3).
  static let scts = ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 4, 2)
  static let precertificatePoison = ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 4, 3)
  static let sctListOfOCSPResponse = ObjectIdentifier(1, 3, 6, 1, 4, 1, 11129, 2, 4, 5)

  // Purposes and access methods (RFC 5280, sections 4.2.1.12 and 4.2.2.1).
  static let serverAuthentication = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 1)
  static let clientAuthentication = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 2)
  static let anyExtendedKeyUsage = ObjectIdentifier(2, 5, 29, 37, 0)
  /// id-on-xmppAddr, a form of otherName that holds a UTF8String (RFC 6120, section 13.7.1.4).
  static let messagingAddress = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 8, 5)
  static let codeSigning = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 3)
  static let ocspSigning = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 3, 9)
  static let ocsp = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1)
  static let caIssuers = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 2)
  static let ocspBasic = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1, 1)
  static let ocspNonce = ObjectIdentifier(1, 3, 6, 1, 5, 5, 7, 48, 1, 2)

  // Keys and curves (RFC 3279, RFC 5480, RFC 8410).
  static let rsaEncryption = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 1)
  static let ecPublicKey = ObjectIdentifier(1, 2, 840, 10045, 2, 1)
  static let primeField = ObjectIdentifier(1, 2, 840, 10045, 1, 1)
  static let p192 = ObjectIdentifier(1, 2, 840, 10045, 3, 1, 1)
  static let p224 = ObjectIdentifier(1, 3, 132, 0, 33)
  static let p521 = ObjectIdentifier(1, 3, 132, 0, 35)
  static let p256 = ObjectIdentifier(1, 2, 840, 10045, 3, 1, 7)
  static let p384 = ObjectIdentifier(1, 3, 132, 0, 34)
  static let ed25519 = ObjectIdentifier(1, 3, 101, 112)
  static let ed448 = ObjectIdentifier(1, 3, 101, 113)

  // Signatures (RFC 5758, RFC 8017, RFC 3279).
  static let ecdsaWithSHA1 = ObjectIdentifier(1, 2, 840, 10045, 4, 1)
  static let ecdsaWithSHA256 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 2)
  static let ecdsaWithSHA384 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 3)
  static let ecdsaWithSHA512 = ObjectIdentifier(1, 2, 840, 10045, 4, 3, 4)
  static let rsaWithMD5 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 4)
  static let rsaWithSHA1 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 5)
  static let rsaWithSHA256 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 11)
  static let rsaWithSHA384 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 12)
  static let rsaWithSHA512 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 13)
  static let rsaPSS = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 10)
  static let mgf1 = ObjectIdentifier(1, 2, 840, 113549, 1, 1, 8)

  // Digests (RFC 3279, RFC 5754).
  static let md5 = ObjectIdentifier(1, 2, 840, 113549, 2, 5)
  static let sha1 = ObjectIdentifier(1, 3, 14, 3, 2, 26)
  static let sha256 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 1)
  static let sha384 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 2)
  static let sha512 = ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 2, 3)
}

extension DERWriter {
  mutating func identifier(_ identifier: ObjectIdentifier) { primitive(.objectIdentifier, identifier.content) }
}
