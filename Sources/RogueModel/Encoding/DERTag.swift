/// The identifier octet of a DER value (X.690, section 8.1.2). Every tag in X.509 and OCSP fits into one octet.
package struct DERTag: RawRepresentable, Hashable, Sendable {
  package var rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let boolean = DERTag(rawValue: 0x01)
  package static let integer = DERTag(rawValue: 0x02)
  package static let bitString = DERTag(rawValue: 0x03)
  package static let octetString = DERTag(rawValue: 0x04)
  package static let null = DERTag(rawValue: 0x05)
  package static let objectIdentifier = DERTag(rawValue: 0x06)
  package static let enumerated = DERTag(rawValue: 0x0a)
  package static let utf8String = DERTag(rawValue: 0x0c)
  package static let printableString = DERTag(rawValue: 0x13)
  package static let teletexString = DERTag(rawValue: 0x14)
  package static let ia5String = DERTag(rawValue: 0x16)
  package static let universalString = DERTag(rawValue: 0x1c)
  package static let bmpString = DERTag(rawValue: 0x1e)
  package static let utcTime = DERTag(rawValue: 0x17)
  package static let generalizedTime = DERTag(rawValue: 0x18)
  package static let sequence = DERTag(rawValue: 0x30)
  package static let set = DERTag(rawValue: 0x31)

  /// The constructed form of the same type: BER allows it for every string, DER for none (X.690, section 10.2).
  package var inParts: DERTag { DERTag(rawValue: rawValue | 0x20) }

  /// A context-specific tag; `constructed` for explicit tagging and for implicitly tagged sequences.
  package static func context(_ number: UInt8, constructed: Bool = false) -> DERTag {
    DERTag(rawValue: (constructed ? 0xa0 : 0x80) | number)
  }
}
