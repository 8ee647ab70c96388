internal import RogueModel
internal import RogueOpenSSL
internal import RogueTrust

/// The words of features for what certificates contain.
enum Word {
  /// The kinds of keys of the catalogue's worlds, which differ in more than the padding of signatures, and two others.
  static let keys = KeyType.allCases.filter { $0 != .rsaPSS2048 }.map(\.rawValue) + ["rsa-for-pss", "other"]
  static let signatures = Array(algorithms.values).sorted() + ["other"]
  static let extensions = Array(identifiers.values).sorted() + ["unknown"]
  static let names = ["dns", "address", "mailbox", "uri", "directory", "other"]
  static let usages = ["digital-signature", "key-encipherment", "key-agreement", "certificates", "lists", "none"]
  static let purposes = ["server", "client", "ocsp", "any", "other", "none"]
  static let serials = ["negative", "zero", "up-to-8-octets", "up-to-19-octets", "20-octets", "longer"]
  static let periods = ["up-to-a-day", "up-to-90-days", "up-to-398-days", "up-to-ten-years", "longer"]
  static let ends = ["before-2038", "before-2050", "later"]
  static let subjects = ["empty", "host", "other-name"]

  static func of(_ item: CertificateContents.Extension) -> String { identifiers[item.identifier] ?? "unknown" }

  /// The kind of a SubjectPublicKeyInfo.
  static func key(_ spki: [UInt8]) -> String {
    if spki.holds([0x06, 0x03, 0x2b, 0x65, 0x70]) { return "ed25519" }
    if spki.holds([0x06, 0x03, 0x2b, 0x65, 0x71]) { return "ed448" }
    if let curve = curves.first(where: { spki.holds($0.identifier) }) { return curve.name }
    guard spki.holds(rsa), let bits = try? PublicKey(spki: spki).bits else {
      return spki.holds(Word.pss) ? "rsa-for-pss" : "other"
    }
    // The exponent is the last of the key.
    let name = "rsa\(bits)" + (spki.suffix(3).elementsEqual([0x02, 0x01, 0x03]) ? "-e3" : "")
    return keys.contains(name) ? name : "other"
  }

  static func signature(_ algorithm: [UInt8]) -> String {
    var fields = DERReader(algorithm, lengths: .any)
    return fields.primitive(.objectIdentifier).flatMap { algorithms[Array($0)] } ?? "other"
  }

  /// The kinds of the names of a GeneralNames, in order.
  static func names(_ value: [UInt8]) -> [String] {
    var outer = DERReader(value, lengths: .any)
    guard var list = outer.constructed(.sequence) else { return [] }
    var kinds: [String] = []
    while let name = list.next() { kinds.append(tags[name.tag.rawValue] ?? "other") }
    return kinds
  }

  static func usages(_ value: [UInt8]) -> [String] {
    var reader = DERReader(value, lengths: .any)
    let bits = reader.primitive(.bitString)?.dropFirst().first ?? 0
    return zip([0x80, 0x20, 0x08, 0x04, 0x02] as [UInt8], usages).filter { bits & $0.0 != 0 }.map(\.1)
  }

  static func purpose(_ identifier: [UInt8]) -> String {
    switch identifier {
    case CertificateFacts.serverAuthentication: "server"
    case CertificateFacts.ocspSigning: "ocsp"
    case [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02]: "client"
    case [0x55, 0x1d, 0x25, 0x00]: "any"
    default: "other"
    }
  }

  /// - Parameter serial: the content of the INTEGER.
  static func serial(_ serial: [UInt8]) -> String {
    if serial.allSatisfy({ $0 == 0 }) { return "zero" }
    if serial[0] >= 0x80 { return "negative" }
    return switch serial.count {
    case ...8: "up-to-8-octets"
    case ...19: "up-to-19-octets"
    case 20: "20-octets"
    default: "longer"
    }
  }

  /// - Parameter seconds: of the validity.
  static func period(_ seconds: Int64) -> String {
    switch seconds {
    case ...86_400: "up-to-a-day"
    case ...(90 * 86_400): "up-to-90-days"
    case ...(398 * 86_400): "up-to-398-days"
    case ...(3653 * 86_400): "up-to-ten-years"
    default: "longer"
    }
  }

  /// - Parameter seconds: since 1970.
  static func end(_ seconds: Int64) -> String {
    seconds < 1 << 31 ? ends[0] : seconds < Timestamp(year: 2050, month: 1, day: 1).secondsSince1970 ? ends[1] : ends[2]
  }

  /// 1.3.6.1.4.1.11129.2.4.5, SCTs in an OCSP response (RFC 6962, section 3.3).
  static let stapledSCTs: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x05]
  private static let pkcs1: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01]
  private static let rsa = [0x06, 0x09] + pkcs1 + [0x01]
  private static let pss = [0x06, 0x09] + pkcs1 + [0x0a]
  private static let ecdsa: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04]

  /// Object identifiers with tag and length (RFC 5480, section 2.1.1.1).
  private static let curves: [(identifier: [UInt8], name: String)] = [
    ([0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07], "p256"),
    ([0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x01], "p192"),
    ([0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x21], "p224"), ([0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x22], "p384"),
    ([0x06, 0x05, 0x2b, 0x81, 0x04, 0x00, 0x23], "p521"),
  ]

  /// RFC 4055, RFC 5758, RFC 8410.
  private static let algorithms: [[UInt8]: String] = [
    pkcs1 + [0x04]: "rsa-md5", pkcs1 + [0x05]: "rsa-sha1", pkcs1 + [0x0b]: "rsa-sha256", pkcs1 + [0x0c]: "rsa-sha384",
    pkcs1 + [0x0d]: "rsa-sha512", pkcs1 + [0x0a]: "rsa-pss", ecdsa + [0x01]: "ecdsa-sha1",
    ecdsa + [0x03, 0x02]: "ecdsa-sha256", ecdsa + [0x03, 0x03]: "ecdsa-sha384", ecdsa + [0x03, 0x04]: "ecdsa-sha512",
    [0x2b, 0x65, 0x70]: "ed25519", [0x2b, 0x65, 0x71]: "ed448",
  ]

  private static let tags: [UInt8: String] = [
    0x82: "dns", 0x87: "address", 0x81: "mailbox", 0x86: "uri", 0xa4: "directory",
  ]

  private static let log: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04]
  private static let pkix: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01]
  private static let identifiers: [[UInt8]: String] = [
    [0x55, 0x1d, 14]: "subject-key-identifier", [0x55, 0x1d, 15]: "key-usage", [0x55, 0x1d, 17]: "subject-alt-name",
    [0x55, 0x1d, 18]: "issuer-alt-name", [0x55, 0x1d, 19]: "basic-constraints", [0x55, 0x1d, 30]: "name-constraints",
    [0x55, 0x1d, 31]: "crl-distribution-points", [0x55, 0x1d, 32]: "certificate-policies",
    [0x55, 0x1d, 33]: "policy-mappings", [0x55, 0x1d, 35]: "authority-key-identifier",
    [0x55, 0x1d, 36]: "policy-constraints", [0x55, 0x1d, 37]: "extended-key-usage",
    [0x55, 0x1d, 54]: "inhibit-any-policy", pkix + [0x01]: "authority-info-access", pkix + [0x18]: "tls-feature",
    log + [0x02]: "scts", log + [0x03]: "poison",
    [0x60, 0x86, 0x48, 0x01, 0x86, 0xf8, 0x42, 0x01, 0x01]: "netscape-type",
  ]
}
