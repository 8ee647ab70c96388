internal import RogueModel

/// A name in subjectAltName, or the base of a subtree in nameConstraints (RFC 5280, section 4.2.1.6).
enum GeneralName: Hashable, Sendable {
  case dns(String)
  case email(String)
  case uri(String)
  /// 4 or 16 octets; with its mask twice as many in a constraint. Any number is written.
  case address([UInt8])
  /// A DER Name.
  case directory([UInt8])
  /// Any other name: the encoded value with its tag.
  case encoded([UInt8])
}

extension DERWriter {
  mutating func name(_ name: GeneralName) {
    switch name {
    case .email(let text): self.text(.context(1), text)
    case .dns(let text): self.text(.context(2), text)
    // A Name is a CHOICE, so its tag is explicit.
    case .directory(let name): constructed(.context(4, constructed: true)) { $0.raw(name) }
    case .uri(let text): self.text(.context(6), text)
    case .address(let octets): primitive(.context(7), octets)
    case .encoded(let bytes): raw(bytes)
    }
  }
}
