internal import RogueModel

extension PathCheck {
  /// The leaf has the host's name in its subjectAltName: a dNSName for a name, an iPAddress for an address. The common name never
  /// counts (section 2).
  static var hostName: PathCheck {
    PathCheck("path/host-name", "RFC 9525, section 6") { path in
      guard let host = path.question.reference, let leaf = path.certificates.first else { return [] }
      let fits =
        if HostName.isAddress(host) {
          InternetAddress.octets(of: host).map { leaf.names.contains(.address($0)) } ?? false
        } else {
          !host.hasSuffix(".") && isNamed(leaf, DomainName(host.utf8))
        }
      return fits ? [] : [TrustProblem(.nameMismatch, "it is for another host", index: 0)]
    }
  }

  private static func isNamed(_ leaf: PathCertificate, _ host: DomainName) -> Bool {
    guard host.isWellFormed else { return false }
    return leaf.names.contains { name in
      guard case .host(let written) = name else { return false }
      // A dot behind a presented name is not in RFC 5280 (section 4.2.1.6), so such a name is another.
      return written.last != DomainName.dot && DomainName(written).matches(host)
    }
  }
}
