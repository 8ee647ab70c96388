internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli

extension CertificateRecipe {
  /// The names of its subjectAltName, relative ones under the world's domain.
  func alternativeNames(in world: World) throws(HarnessFailure) -> [GeneralName] {
    var names = self[DNSNames.self].map { GeneralName.dns(world.fullName(of: $0)) }
    for text in self[IPAddresses.self] {
      guard let bytes = IPAddress.bytes(of: text) else {
        throw HarnessFailure(.minting, "\(name): \(text) is not an IP address")
      }
      names.append(.address(bytes))
    }
    names += self[EmailAddresses.self].map { .email(world.mailbox($0)) }
    return names + self[URIs.self].map { .uri($0) }
  }
}

extension NameConstraintsRecipe {
  func `extension`(in world: World) throws(HarnessFailure) -> CertificateExtension {
    var item = CertificateExtension.nameConstraints(
      permitted: try Self.names(permitted, world), excluded: try Self.names(excluded, world))
    item.isCritical = isCritical
    return item
  }

  private static func names(_ subtrees: [Subtree], _ world: World) throws(HarnessFailure) -> [GeneralName] {
    var names: [GeneralName] = []
    for subtree in subtrees {
      switch subtree.kind {
      case .dns: names.append(.dns(world.fullName(of: subtree.base)))
      case .email: names.append(.email(world.mailbox(subtree.base)))
      case .uri: names.append(.uri(world.fullName(of: subtree.base)))
      case .organization: names.append(.directory(DistinguishedName.organization(subtree.base)))
      case .address:
        guard let octets = network(subtree.base) else {
          throw HarnessFailure(.minting, "'\(subtree.base)' is not a network such as 10.0.0.0/8")
        }
        names.append(.address(octets))
      }
    }
    return names
  }

  /// The address and its mask.
  private static func network(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: "/")
    guard parts.count == 2, let address = IPAddress.bytes(of: String(parts[0])), let length = Int(parts[1]),
      (0...address.count * 8).contains(length)
    else { return nil }
    let mask = address.indices.map { index in
      let bits = min(8, max(0, length - index * 8))
      return UInt8(truncatingIfNeeded: 0xff00 >> bits)
    }
    return address + mask
  }
}

extension World {
  /// A mailbox with the full name of its host; a host alone means all of its mailboxes.
  fileprivate func mailbox(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return fullName(of: text) }
    return text[...at] + fullName(of: String(text[text.index(after: at)...]))
  }
}
