/// A mailbox as it is compared: the local part octet by octet, the host as DNS names are (RFC 5280, section 7.5).
struct Mailbox: Hashable, Sendable {
  var local: ArraySlice<UInt8>
  var host: DomainName

  /// Nil if there is nothing before or behind the last `@`; only a quoted local part may have others (RFC 5321, section 4.1.2).
  init?(_ text: [UInt8]) {
    let sign = UInt8(ascii: "@")
    guard let at = text.lastIndex(of: sign), at > text.startIndex,
      text.first == UInt8(ascii: "\"") || text.firstIndex(of: sign) == at
    else { return nil }
    local = text[..<at]
    host = DomainName(text[(at + 1)...])
    guard host.isWellFormed else { return nil }
  }
}

/// One mailbox, all mailboxes of a host, or with a dot before the name those of the hosts below a domain. A dot behind the host
/// leads out of none of them (CVE-2026-8763).
struct MailboxSubtree: Hashable, Sendable {
  private enum Base: Hashable {
    case everything
    case mailbox(Mailbox)
    case host(DomainName)
    case below(DomainName)
    /// An `@` with nothing before or behind it.
    case unreadable
  }

  private var base: Base

  init(_ text: [UInt8]) {
    base =
      if text.isEmpty {
        .everything
      } else if text.contains(UInt8(ascii: "@")) {
        Mailbox(text).map(Base.mailbox) ?? .unreadable
      } else if text.first == DomainName.dot {
        .below(DomainName(text.dropFirst()))
      } else {
        .host(DomainName(text))
      }
  }

  var isComparable: Bool { base != .unreadable }

  func holds(_ mailbox: Mailbox) -> Bool {
    switch base {
    case .everything: true
    case .mailbox(let base): base.host == mailbox.host && base.local.elementsEqual(mailbox.local)
    case .host(let host): mailbox.host == host
    case .below(let domain): mailbox.host.isBelow(domain)
    case .unreadable: false
    }
  }
}

/// The host of a URI (RFC 3986, section 3.2.2).
enum URIHost {
  /// Nil if there is none, or if it is not a DNS name in plain letters: RFC 5280, section 4.2.1.10, wants those refused to
  /// which a constraint on hosts cannot be applied.
  static func name(in uri: [UInt8]) -> DomainName? {
    guard let colon = uri.firstIndex(of: UInt8(ascii: ":")), colon > uri.startIndex,
      uri[(colon + 1)...].starts(with: Array("//".utf8))
    else { return nil }
    let authority = uri[(colon + 3)...].prefix { !Array("/?#\\".utf8).contains($0) }
    // The part before the last @ is user information (RFC 3986, section 3.2.1).
    let place = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] } ?? authority
    let host = place.prefix { $0 != UInt8(ascii: ":") }
    let port = place.dropFirst(host.count + 1)
    let name = DomainName(host)
    guard port.allSatisfy({ (0x30...0x39).contains($0) }), name.isWellFormed, host.allSatisfy(isLetter),
      // The last label of a name is no number, that of an address is one (RFC 1123, section 2.1).
      let last = name.text.split(separator: DomainName.dot).last, !last.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return name
  }

  /// Letters, digits, hyphens, dots and the underscore that some hosts have.
  private static func isLetter(_ octet: UInt8) -> Bool {
    switch octet {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x2d, 0x2e, 0x5f: true
    default: false
    }
  }
}

/// One host, or with a dot before the name the hosts below a domain (RFC 5280, section 4.2.1.10).
struct URISubtree: Hashable, Sendable {
  private var base: DomainName
  private var isBelow: Bool

  init(_ text: [UInt8]) {
    isBelow = text.first == DomainName.dot
    base = DomainName(isBelow ? text.dropFirst() : text[...])
  }

  /// A base without a name holds every host.
  func holds(_ host: DomainName) -> Bool { base.text.isEmpty || (isBelow ? host.isBelow(base) : host == base) }
}
