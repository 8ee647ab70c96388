internal import RogueModel

/// The value of an extension, for people.
enum ExtensionText {
  static let names = [
    "2.5.29.14": "subjectKeyIdentifier", "2.5.29.15": "keyUsage", "2.5.29.17": "subjectAltName",
    "2.5.29.18": "issuerAltName", "2.5.29.19": "basicConstraints", "2.5.29.30": "nameConstraints",
    "2.5.29.31": "cRLDistributionPoints", "2.5.29.32": "certificatePolicies", "2.5.29.33": "policyMappings",
    "2.5.29.35": "authorityKeyIdentifier", "2.5.29.36": "policyConstraints", "2.5.29.37": "extKeyUsage",
    "2.5.29.54": "inhibitAnyPolicy", "1.3.6.1.5.5.7.1.1": "authorityInfoAccess", "1.3.6.1.5.5.7.1.24": "tlsFeature",
    "1.3.6.1.4.1.11129.2.4.2": "SCTs", "1.3.6.1.4.1.11129.2.4.3": "precertificate poison",
    "2.16.840.1.113730.1.1": "netscapeCertType", "1.3.6.1.5.5.7.48.1.5": "noCheck",
  ]

  static func value(_ field: CertificateContents.Extension) -> String {
    let text =
      switch names[ObjectIdentifier.dotted(field.identifier)] {
      case "subjectAltName", "issuerAltName": generalNames(field.value)
      case "basicConstraints": basicConstraints(field.value)
      case "keyUsage": keyUsage(field.value)
      case "extKeyUsage": list(field.value) { $0.tag == .objectIdentifier ? purpose($0.content) : nil }
      case "subjectKeyIdentifier": octets(field.value)
      case "authorityKeyIdentifier":
        list(field.value) { $0.tag == .context(0) ? Hexadecimal.encode(Array($0.content)) : nil }
      case "nameConstraints": nameConstraints(field.value)
      case "certificatePolicies": list(field.value, policy)
      case "authorityInfoAccess", "cRLDistributionPoints": urls(field.value)
      default: String?.none
      }
    return text ?? (field.value.isEmpty ? "empty" : bytes(field.value))
  }

  /// A long value that is not read: its beginning tells two of them apart only by chance, its length and end do more.
  private static func bytes(_ value: [UInt8]) -> String {
    value.count <= 48
      ? Hexadecimal.encode(value)
      : "\(value.count) bytes, \(Hexadecimal.encode(Array(value.prefix(20))))…\(Hexadecimal.encode(Array(value.suffix(20))))"
  }

  /// The elements of a SEQUENCE; nil if it is none, or if one of them has no text.
  private static func list(_ value: [UInt8], _ text: (DERReader.Value) -> String?) -> String? {
    var outer = DERReader(value, lengths: .any)
    guard var items = outer.constructed(.sequence), outer.isAtEnd else { return nil }
    var texts: [String] = []
    while !items.isAtEnd {
      guard let item = items.next(), let text = text(item) else { return nil }
      texts.append(text)
    }
    return texts.isEmpty ? "an empty list" : texts.joined(separator: ", ")
  }

  static func generalNames(_ value: [UInt8]) -> String? { list(value, generalName) }

  private static func generalName(_ value: DERReader.Value) -> String? {
    let text = String(decoding: value.content, as: UTF8.self)
    return switch value.tag.rawValue {
    case 0x81: "email:\(text)"
    case 0x82: "DNS:\(text)"
    case 0x86: "URI:\(text)"
    case 0x87: "IP:\(address(Array(value.content)))"
    case 0x88: "RID:\(ObjectIdentifier.dotted(value.content))"
    case 0xa4: "directory:\(CertificateText.name(value.content))"
    case 0xa0: "other name \(Hexadecimal.encode(Array(value.content)))"
    default: nil
    }
  }

  /// With its mask, if it is the base of a subtree.
  private static func address(_ octets: [UInt8]) -> String {
    switch octets.count {
    case 4, 16: plainAddress(octets[...])
    case 8, 32: plainAddress(octets.prefix(octets.count / 2)) + "/" + plainAddress(octets.suffix(octets.count / 2))
    default: "\(octets.count) octets \(Hexadecimal.encode(octets))"
    }
  }

  private static func plainAddress(_ octets: ArraySlice<UInt8>) -> String {
    guard octets.count == 16 else { return octets.map(String.init).joined(separator: ".") }
    let bytes = Array(octets)
    return stride(from: 0, to: 16, by: 2).map { String(UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]), radix: 16) }
      .joined(separator: ":")
  }

  private static func basicConstraints(_ value: [UInt8]) -> String? {
    var outer = DERReader(value, lengths: .any)
    guard var fields = outer.constructed(.sequence), outer.isAtEnd else { return nil }
    var isCA = false
    if let flag = fields.primitive(.boolean) { isCA = flag.contains { $0 != 0 } }
    var text = isCA ? "CA" : "no CA"
    if let length = fields.primitive(.integer) {
      text +=
        ", path length \(length.count == 1 ? String(Int8(bitPattern: length[length.startIndex])) : Hexadecimal.encode(Array(length)))"
    }
    return fields.isAtEnd ? text : nil
  }

  private static let usages = [
    "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign",
    "cRLSign",
    "encipherOnly", "decipherOnly",
  ]

  private static func keyUsage(_ value: [UInt8]) -> String? {
    var outer = DERReader(value, lengths: .any)
    guard let bits = outer.primitive(.bitString), outer.isAtEnd, !bits.isEmpty else { return nil }
    let octets = Array(bits.dropFirst())
    let set = (0..<octets.count * 8).filter { octets[$0 / 8] & (0x80 >> UInt8($0 % 8)) != 0 }
    return set.isEmpty ? "nothing" : set.map { $0 < usages.count ? usages[$0] : "bit \($0)" }.joined(separator: ", ")
  }

  private static func purpose(_ oid: ArraySlice<UInt8>) -> String {
    let dotted = ObjectIdentifier.dotted(oid)
    return purposes[dotted] ?? dotted
  }

  private static let purposes = [
    "1.3.6.1.5.5.7.3.1": "serverAuth", "1.3.6.1.5.5.7.3.2": "clientAuth", "1.3.6.1.5.5.7.3.3": "codeSigning",
    "1.3.6.1.5.5.7.3.4": "emailProtection", "1.3.6.1.5.5.7.3.8": "timeStamping", "1.3.6.1.5.5.7.3.9": "OCSPSigning",
    "2.5.29.37.0": "anyExtendedKeyUsage",
  ]

  private static func octets(_ value: [UInt8]) -> String? {
    var outer = DERReader(value, lengths: .any)
    guard let octets = outer.primitive(.octetString), outer.isAtEnd else { return nil }
    return Hexadecimal.encode(Array(octets))
  }

  private static func nameConstraints(_ value: [UInt8]) -> String? {
    list(value) { subtrees in
      let word = subtrees.tag == .context(0, constructed: true) ? "permitted" : "excluded"
      guard word == "permitted" || subtrees.tag == .context(1, constructed: true) else { return nil }
      var items = DERReader(subtrees.content, lengths: .any)
      var texts: [String] = []
      while !items.isAtEnd {
        guard var subtree = items.constructed(.sequence), let base = subtree.next(), let text = generalName(base) else {
          return nil
        }
        texts.append(text + (subtree.isAtEnd ? "" : " within limits"))
      }
      return "\(word) \(texts.joined(separator: ", "))"
    }
  }

  private static func policy(_ value: DERReader.Value) -> String? {
    var fields = DERReader(value.content, lengths: .any)
    return value.tag == .sequence ? fields.primitive(.objectIdentifier).map(ObjectIdentifier.dotted) : nil
  }

  /// Every URI anywhere inside; nil if there is anything else than what leads to one.
  private static func urls(_ value: [UInt8]) -> String? {
    var outer = DERReader(value, lengths: .any)
    guard var items = outer.constructed(.sequence), outer.isAtEnd else { return nil }
    var texts: [String] = []
    while let item = items.constructed(.sequence) {
      var fields = item
      while let field = fields.next() { texts += urls(in: field, depth: 0) }
    }
    return items.isAtEnd && !texts.isEmpty ? texts.joined(separator: ", ") : nil
  }

  private static func urls(in value: DERReader.Value, depth: Int) -> [String] {
    if value.tag == .objectIdentifier {
      let dotted = ObjectIdentifier.dotted(value.content)
      return [methods[dotted] ?? dotted]
    }
    if value.tag == .context(6) { return [String(decoding: value.content, as: UTF8.self)] }
    guard value.tag.rawValue & 0x20 != 0, depth < 4 else { return [] }
    var inner = DERReader(value.content, lengths: .any)
    var texts: [String] = []
    while let next = inner.next() { texts += urls(in: next, depth: depth + 1) }
    return texts
  }

  private static let methods = ["1.3.6.1.5.5.7.48.1": "OCSP", "1.3.6.1.5.5.7.48.2": "issuer"]
}
