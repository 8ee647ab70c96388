/// A subtree of names that a CA permits or excludes (RFC 5280, section 4.2.1.10).
///
/// Two questions, because a wildcard is many names: one that is permitted lies inside *with all* of them, one that is excluded
/// *with any* of them. What cannot be compared lies in no permitted subtree and in every excluded one.
enum NameSubtree: Hashable, Sendable {
  case domain(DomainSubtree)
  case mailbox(MailboxSubtree)
  case uri(URISubtree)
  case address(AddressSubtree)
  case directory(DistinguishedName)
  case incomparable

  init(base: CertificateName) {
    self =
      switch base {
      case .host(let text): .domain(DomainSubtree(text))
      case .mailbox(let text): .mailbox(MailboxSubtree(text))
      case .uri(let text): .uri(URISubtree(text))
      case .address(let octets): .address(AddressSubtree(octets))
      case .directory(let name): .directory(name)
      case .unicodeMailbox, .other: .incomparable
      }
  }

  /// Whether every name that this one matches lies inside.
  func holdsAll(of name: ComparedName) -> Bool {
    switch (self, name) {
    case (.domain(let subtree), .domain(let name)): name.isWellFormed && subtree.holdsAll(of: name)
    case (.mailbox(let subtree), .mailbox(let name)): subtree.holds(name)
    case (.uri(let subtree), .uri(let host)): subtree.holds(host)
    case (.address(let subtree), .address(let octets)): subtree.holds(octets)
    case (.directory(let subtree), .directory(let name)): name.begins(with: subtree)
    default: false
    }
  }

  /// Whether some name that this one matches lies inside.
  func holdsSome(of name: ComparedName) -> Bool {
    switch (self, name) {
    case (.domain(let subtree), .domain(let name)): !name.isWellFormed || subtree.holdsSome(of: name)
    case (.mailbox(let subtree), .mailbox(let name)): !subtree.isComparable || subtree.holds(name)
    case (.uri(let subtree), .uri(let host)): subtree.holds(host)
    case (.address(let subtree), .address(let octets)): !subtree.isComparable || subtree.holds(octets)
    case (.directory(let subtree), .directory(let name)):
      !name.isReadable || !subtree.isReadable || name.begins(with: subtree)
    default: true
    }
  }
}

/// A name of a certificate, taken apart as far as subtrees need it.
enum ComparedName: Hashable, Sendable {
  case domain(DomainName)
  case mailbox(Mailbox)
  /// The host of a URI.
  case uri(DomainName)
  case address([UInt8])
  case directory(DistinguishedName)
  /// One that lies in no permitted subtree and in every excluded one.
  case incomparable

  init(_ name: CertificateName) {
    self =
      switch name {
      case .host(let text): .domain(DomainName(text))
      case .mailbox(let text): Mailbox(text).map(ComparedName.mailbox) ?? .incomparable
      case .uri(let text): URIHost.name(in: text).map(ComparedName.uri) ?? .incomparable
      case .address(let octets): octets.count == 4 || octets.count == 16 ? .address(octets) : .incomparable
      case .directory(let name): .directory(name)
      case .unicodeMailbox, .other: .incomparable
      }
  }
}

/// A base and the labels that may be put before it.
///
/// A dot before the base is not in RFC 5280; as CAs write it and as clients read it, it leaves out the base itself. A dot behind
/// a name only says that it is absolute, as every name in a certificate is: no name leaves a subtree by it.
struct DomainSubtree: Hashable, Sendable {
  private var base: DomainName
  private var holdsBase: Bool

  init(_ written: [UInt8]) {
    holdsBase = written.first != DomainName.dot
    base = DomainName(holdsBase ? written[...] : written.dropFirst())
  }

  /// Whether the base is a name; a star in it has no meaning.
  private var isComparable: Bool { base.isWellFormed && !base.text.contains(DomainName.star) }

  /// A base without a label holds every name.
  func holdsAll(of name: DomainName) -> Bool {
    guard isComparable || base.text.isEmpty else { return false }
    // A wildcard matches names below the rest of it.
    if let domain = name.behindWildcard { return base.text.isEmpty || domain == base || domain.isBelow(base) }
    return base.text.isEmpty || name.isBelow(base) || holdsBase && name == base
  }

  /// A wildcard also matches the base if that is one label below the rest of it (CVE-2025-61727).
  func holdsSome(of name: DomainName) -> Bool {
    if holdsAll(of: name) || !isComparable { return true }
    guard let domain = name.behindWildcard, let parent = base.parent, holdsBase else { return false }
    return parent == domain
  }
}

/// A network: an address and a mask of the same length.
struct AddressSubtree: Hashable, Sendable {
  private var base: ArraySlice<UInt8>
  private var mask: ArraySlice<UInt8>

  init(_ octets: [UInt8]) {
    base = octets.prefix(octets.count / 2)
    mask = octets.suffix(octets.count / 2)
  }

  var isComparable: Bool { (base.count == 4 || base.count == 16) && base.count == mask.count }

  /// An address of the other version is outside of every network.
  func holds(_ address: [UInt8]) -> Bool {
    isComparable && address.count == base.count
      && zip(address, zip(base, mask)).allSatisfy { $0 & $1.1 == $1.0 & $1.1 }
  }
}
