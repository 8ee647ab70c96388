internal import RogueModel

/// A GeneralName (RFC 5280, section 4.2.1.6): a name that a certificate has, or the base of a subtree of such names.
enum CertificateName: Hashable, Sendable {
  /// rfc822Name, dNSName, uniformResourceIdentifier and iPAddress with their content.
  case mailbox([UInt8])
  case host([UInt8])
  case uri([UInt8])
  case address([UInt8])
  case directory(DistinguishedName)
  /// A mailbox whose local part is not ASCII, an otherName (RFC 9598, section 3).
  case unicodeMailbox
  /// Names that cannot be compared: another otherName, x400Address, ediPartyName, registeredID; by its tag.
  case other(UInt8)

  init(_ value: DERReader.Value) {
    let content = Array(value.content)
    switch value.tag.rawValue {
    case 0x81: self = .mailbox(content)
    case 0x82: self = .host(content)
    case 0x86: self = .uri(content)
    case 0x87: self = .address(content)
    case 0xa4: self = .directory(DistinguishedName(content))
    case 0xa0:
      var fields = DERReader(value.content, lengths: .any)
      self = fields.primitive(.objectIdentifier)?.elementsEqual(Self.unicode) == true ? .unicodeMailbox : .other(0xa0)
    case let tag: self = .other(tag)
    }
  }

  /// The kinds for which a CA can be constrained.
  enum Kind: Hashable, Sendable {
    case mailbox, host, uri, address, directory
    case other(UInt8)
  }

  /// The kinds whose constraints are about this name; those of mailboxes are about both forms of them (RFC 9598, section 6).
  var kinds: [Kind] {
    switch self {
    case .mailbox: [.mailbox]
    case .host: [.host]
    case .uri: [.uri]
    case .address: [.address]
    case .directory: [.directory]
    case .unicodeMailbox: [.mailbox, .other(0xa0)]
    case .other(let tag): [.other(tag)]
    }
  }

  /// The kind that a subtree with this base constrains.
  var constrainedKind: Kind { self == .unicodeMailbox ? .other(0xa0) : kinds[0] }

  /// - Parameter value: a GeneralNames, such as the value of subjectAltName. What cannot be read ends the list.
  static func list(_ value: [UInt8]) -> [CertificateName] {
    var outer = DERReader(value, lengths: .any)
    guard var names = outer.constructed(.sequence) else { return [] }
    var list: [CertificateName] = []
    while let name = names.next() { list.append(CertificateName(name)) }
    return list
  }

  /// id-on-SmtpUTF8Mailbox, 1.3.6.1.5.5.7.8.9.
  private static let unicode: [UInt8] = [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x08, 0x09]
}
