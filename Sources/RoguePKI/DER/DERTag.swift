/// The identifier octet of a DER value (X.690, section 8.1.2); every tag in this field fits into one octet.
struct DERTag: RawRepresentable, Hashable, Sendable {
  var rawValue: UInt8

  static let boolean = DERTag(rawValue: 0x01)
  static let integer = DERTag(rawValue: 0x02)
  static let bitString = DERTag(rawValue: 0x03)
  static let octetString = DERTag(rawValue: 0x04)
  static let null = DERTag(rawValue: 0x05)
  static let objectIdentifier = DERTag(rawValue: 0x06)
  static let enumerated = DERTag(rawValue: 0x0a)
  static let utf8String = DERTag(rawValue: 0x0c)
  static let printableString = DERTag(rawValue: 0x13)
  static let teletexString = DERTag(rawValue: 0x14)
  static let ia5String = DERTag(rawValue: 0x16)
  static let universalString = DERTag(rawValue: 0x1c)
  static let bmpString = DERTag(rawValue: 0x1e)
  static let utcTime = DERTag(rawValue: 0x17)
  static let generalizedTime = DERTag(rawValue: 0x18)
  static let sequence = DERTag(rawValue: 0x30)
  static let set = DERTag(rawValue: 0x31)

  /// The same type, made of parts: in BER every string may be, in DER none (X.690, section 10.2).
  var inParts: DERTag { DERTag(rawValue: rawValue | 0x20) }

  /// A context-specific tag; `constructed` for explicit tagging and for implicitly tagged sequences.
  static func context(_ number: UInt8, constructed: Bool = false) -> DERTag {
    DERTag(rawValue: (constructed ? 0xa0 : 0x80) | number)
  }
}
