internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what a CA may issue, and about its name.
  static let ofIssuers: [Mutant] = [
    .alsoAccepting("takes-path-length-zero-for-none", "takes a path length of zero for none") { problem, question in
      problem.reason == .pathLength && question.isShortEnough { issuer, _ in issuer.pathLength == 0 }
    },
    .alsoAccepting(
      "prefers-the-purposes-of-the-leaf", "reads the extendedKeyUsage of a CA only if the leaf has none"
    ) { problem, question in
      guard problem.reason == .keyUsage, let leaf = question.path.first.flatMap({ CertificateFacts(der: $0) }) else {
        return false
      }
      return !leaf.isIdle && leaf.serves(asIssuer: false) && leaf.purposes != nil
        && question.issuers.allSatisfy(\.mayIssue) && !question.issuers.allSatisfy { $0.serves(asIssuer: true) }
    },
    .alsoAccepting(
      "reads-purposes-of-leaf-and-issuer-only", "reads the extendedKeyUsage of no CA above the leaf's issuer"
    ) { problem, question in
      guard problem.reason == .keyUsage, let leaf = question.path.first.flatMap({ CertificateFacts(der: $0) }) else {
        return false
      }
      return !leaf.isIdle && leaf.serves(asIssuer: false) && question.issuers.allSatisfy(\.mayIssue)
        && question.issuers.prefix(1).allSatisfy { $0.serves(asIssuer: true) }
        && !question.issuers.dropFirst().allSatisfy { $0.serves(asIssuer: true) }
    },
    alsoRefusing("compares-issuers-by-octets", "compares the names of issuers as octets") { question in
      let facts = question.path.compactMap { CertificateFacts(der: $0) }
      return zip(facts, facts.dropFirst()).map { $0.issuer == $1.subject }.firstIndex(of: false)
        .map { TrustProblem(.untrusted, "its issuer is not the CA above it", index: $0) }
    },
    alsoRefusing(
      "compares-issuers-in-two-string-types", "compares names with spaces, or of old string types, as octets"
    ) { question in
      let facts = question.path.compactMap { CertificateFacts(der: $0) }
      guard facts.count == question.path.count else { return nil }
      return zip(facts, facts.dropFirst()).map { WrittenName($0.issuer).isLike(WrittenName($1.subject)) }
        .firstIndex(of: false).map { TrustProblem(.untrusted, "its issuer has another name", index: $0) }
    },
    .alsoAccepting("reads-no-policies-under-any-purpose", "validates no policies below a CA for any purpose") {
      problem, question in
      // The same reason stands for unknown critical extensions.
      problem.reason == .extension && problem.description.contains("policy")
        && question.issuers.contains { $0.purposes?.contains(CertificateFacts.anyPurpose) ?? false }
    }.uncaught(because: "the checks in their circumstances catch it: `issuer-purposes=any` in `circumstances/usages`"),
    .alsoAccepting("asks-netscapes-type-first", "takes a leaf that Netscape's certificate type calls a server's") {
      problem, question in
      guard problem == TrustProblem(.keyUsage, "it is not meant for servers", index: 0),
        let contents = question.path.first.flatMap({ CertificateContents($0) }),
        let type = contents.extensions.first(where: { $0.identifier == netscapesType })?.value
      else { return false }
      // Tag, length, the number of unused bits, bits.
      return type.count > 3 && type[3] & 0x40 != 0
    }.uncaught(because: "the checks in their circumstances catch it: `leaf=netscape` in `circumstances/extensions`"),
  ]

  /// 2.16.840.1.113730.1.1
  private static let netscapesType: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x86, 0xf8, 0x42, 0x01, 0x01]
}

/// A name, compared without regard to letter case in UTF8String and PrintableString, and otherwise octet by octet.
private struct WrittenName {
  private struct Attribute {
    var type: [UInt8]
    var tag: UInt8
    var value: [UInt8]

    func isLike(_ other: Attribute) -> Bool {
      guard type == other.type else { return false }
      if tag == other.tag && value == other.value { return true }
      // UTF8String and PrintableString.
      let types: [UInt8] = [0x0c, 0x13]
      return types.contains(tag) && types.contains(other.tag) && Self.lowercased(value) == Self.lowercased(other.value)
    }

    private static func lowercased(_ text: [UInt8]) -> [UInt8] {
      text.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    }
  }

  private let der: [UInt8]
  /// Nil if it cannot be read.
  private let attributes: [Attribute]?

  init(_ der: [UInt8]) {
    self.der = der
    attributes = Self.attributes(of: der)
  }

  func isLike(_ other: WrittenName) -> Bool {
    if der == other.der { return true }
    guard let own = attributes, let theirs = other.attributes, own.count == theirs.count else { return false }
    return zip(own, theirs).allSatisfy { $0.isLike($1) }
  }

  private static func attributes(of name: [UInt8]) -> [Attribute]? {
    var outer = DERReader(name, lengths: .any)
    guard var parts = outer.constructed(.sequence) else { return nil }
    var attributes: [Attribute] = []
    while var part = parts.constructed(.set) {
      while var pair = part.constructed(.sequence) {
        guard let type = pair.primitive(.objectIdentifier), let value = pair.next() else { return nil }
        attributes.append(Attribute(type: Array(type), tag: value.tag.rawValue, value: Array(value.content)))
      }
    }
    return parts.isAtEnd ? attributes : nil
  }
}

extension CertificateFacts {
  /// 2.5.29.37.0
  fileprivate static let anyPurpose: [UInt8] = [0x55, 0x1d, 0x25, 0x00]

  /// keyUsage, where it is present, allows the signing of certificates.
  fileprivate var mayIssue: Bool { !hasKeyUsage || signsCertificates }

  /// extendedKeyUsage, where it is present, is for servers.
  fileprivate func serves(asIssuer isIssuer: Bool) -> Bool {
    guard let purposes else { return true }
    return purposes.contains(Self.serverAuthentication) || isIssuer && purposes.contains(Self.anyPurpose)
  }
}
