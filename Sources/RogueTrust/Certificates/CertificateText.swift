internal import RogueModel
internal import RogueOpenSSL

/// A certificate as lines for people, in the order of its fields; they decide nothing.
public enum CertificateText {
  public typealias Line = (name: String, value: String)

  /// Nil if the bytes are not exactly one certificate.
  public static func lines(_ der: [UInt8]) -> [Line]? {
    guard let contents = CertificateContents(der) else { return nil }
    let key = CertificateKey(spki: contents.spki)
    var lines: [Line] = [
      ("subject", name(contents.subject)), ("issuer", name(contents.issuer)),
      ("not before", date(contents.notBefore)), ("not after", date(contents.notAfter)),
      ("version", String(contents.version)), ("serial number", Hexadecimal.encode(contents.serial)),
      ("signature", algorithm(contents)), ("key", self.key(key, contents.spki)),
      ("SHA-256 of the key", Base64.encode(Digest.sha256.hash(contents.spki))),
    ]
    lines += contents.extensions.map { field in
      let name =
        ExtensionText.names[ObjectIdentifier.dotted(field.identifier)] ?? ObjectIdentifier.dotted(field.identifier)
      return (name, (field.isCritical ? "critical; " : "") + ExtensionText.value(field))
    }
    return lines
  }

  private static func date(_ seconds: Int64?) -> String {
    seconds.map { Timestamp(secondsSince1970: $0).description } ?? "not a date"
  }

  private static func algorithm(_ contents: CertificateContents) -> String {
    let outer = signature(contents.algorithm)
    return contents.algorithm == contents.signedAlgorithm
      ? outer : "\(outer), and in the signed part \(signature(contents.signedAlgorithm))"
  }

  private static func signature(_ identifier: [UInt8]) -> String {
    var fields = DERReader(identifier, lengths: .any)
    guard let oid = fields.primitive(.objectIdentifier) else { return "unreadable" }
    let dotted = ObjectIdentifier.dotted(oid)
    return signatures[dotted] ?? dotted
  }

  private static let signatures = [
    "1.2.840.113549.1.1.4": "md5WithRSAEncryption", "1.2.840.113549.1.1.5": "sha1WithRSAEncryption",
    "1.2.840.113549.1.1.10": "rsassaPss", "1.2.840.113549.1.1.11": "sha256WithRSAEncryption",
    "1.2.840.113549.1.1.12": "sha384WithRSAEncryption", "1.2.840.113549.1.1.13": "sha512WithRSAEncryption",
    "1.2.840.10045.4.1": "ecdsa-with-SHA1", "1.2.840.10045.4.3.2": "ecdsa-with-SHA256",
    "1.2.840.10045.4.3.3": "ecdsa-with-SHA384", "1.2.840.10045.4.3.4": "ecdsa-with-SHA512",
    "1.3.101.112": "ED25519", "1.3.101.113": "ED448",
  ]

  private static func key(_ key: CertificateKey?, _ spki: [UInt8]) -> String {
    guard let key else { return "unreadable, \(spki.count) bytes" }
    let words =
      switch key.algorithm {
      case .rsa: "RSA, \(key.bits) bits"
      case .rsaForPSS: "RSA for RSASSA-PSS, \(key.bits) bits"
      case .ellipticCurve: "elliptic curve, \(key.bits) bits"
      case .ed25519: "Ed25519"
      case .ed448: "Ed448"
      }
    return words + (key.hasSpeltOutCurve ? ", its curve spelt out" : "")
      + (key.hasUnfitExponent ? ", with an unfit exponent" : "")
  }

  /// `CN=host, O=Test`, the relative names in their order.
  static func name(_ der: some Sequence<UInt8>) -> String {
    let name = DistinguishedName(der)
    guard name.isReadable else { return "unreadable" }
    guard !name.isEmpty else { return "empty" }
    return name.parts.map { part in
      part.map { "\(types[ObjectIdentifier.dotted($0.type)] ?? ObjectIdentifier.dotted($0.type))=\($0.shown)" }.sorted()
        .joined(separator: "+")
    }.joined(separator: ", ")
  }

  private static let types = [
    "2.5.4.3": "CN", "2.5.4.5": "serialNumber", "2.5.4.6": "C", "2.5.4.7": "L", "2.5.4.8": "ST", "2.5.4.10": "O",
    "2.5.4.11": "OU", "1.2.840.113549.1.9.1": "emailAddress", "0.9.2342.19200300.100.1.25": "DC",
  ]
}

/// Object identifiers as people write them.
enum ObjectIdentifier {
  /// - Parameter content: of the value, such as 55 04 03 for `2.5.4.3`.
  static func dotted(_ content: some Sequence<UInt8>) -> String {
    var numbers: [UInt64] = []
    var number: UInt64 = 0
    var isOpen = false
    for byte in content {
      guard number < 1 << 56 else { return "unreadable" }
      number = number << 7 | UInt64(byte & 0x7f)
      isOpen = byte >= 0x80
      guard !isOpen else { continue }
      if numbers.isEmpty {
        let first = min(number / 40, 2)
        numbers = [first, number - first * 40]
      } else {
        numbers.append(number)
      }
      number = 0
    }
    return numbers.isEmpty || isOpen ? "unreadable" : numbers.map(String.init).joined(separator: ".")
  }
}
