internal import RogueModel

/// A name in a distribution point (RFC 5280, section 4.2.1.13).
enum PointName: Hashable, Sendable {
  case directory(DistinguishedName)
  /// Its encoding.
  case other([UInt8])

  /// GeneralNames, or another SEQUENCE of them; empty if it cannot be read.
  static func list(_ value: [UInt8]) -> Set<PointName> {
    var outer = DERReader(value, lengths: .any)
    guard var names = outer.constructed(.sequence) else { return [] }
    return list(&names)
  }

  static func list(_ names: inout DERReader) -> Set<PointName> {
    var found: Set<PointName> = []
    while let name = names.next() {
      found.insert(
        name.tag == .context(4, constructed: true)
          ? .directory(DistinguishedName(name.content)) : .other(Array(name.encoding)))
    }
    return found
  }

  /// DistributionPointName: the full names, or one relative to that of the CRL's issuer.
  static func list(pointName content: ArraySlice<UInt8>, issuer: DistinguishedName) -> Set<PointName> {
    var choice = DERReader(content, lengths: .any)
    if var full = choice.constructed(.context(0, constructed: true)) { return list(&full) }
    guard let relative = choice.primitive(.context(1, constructed: true)) else { return [] }
    return issuer.followed(by: relative).map { [.directory($0)] } ?? []
  }
}

/// The reasons for which a CRL can list a certificate: bits 1 to 8 of ReasonFlags (RFC 5280, section 4.2.1.13).
package struct RevocationReasons: OptionSet, Hashable, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let all = RevocationReasons(rawValue: 0x7f80)

  /// - Parameter bits: the content of a BIT STRING.
  init(bits: ArraySlice<UInt8>) {
    let octets = Array(bits.dropFirst().prefix(2)) + [0, 0]
    self = RevocationReasons(rawValue: UInt16(octets[0]) << 8 | UInt16(octets[1])).intersection(.all)
  }
}

/// What an issuingDistributionPoint says (RFC 5280, section 5.2.5).
package struct ListScope: Sendable {
  /// Nil: it names no distribution point.
  private(set) var names: Set<PointName>?
  private(set) var reasons = RevocationReasons.all
  private(set) var isForUsersOnly = false
  private(set) var isForCAsOnly = false
  private(set) var isForAttributesOnly = false

  /// Nil if it cannot be read, or limits the CRL to two kinds of certificates.
  init?(_ value: [UInt8], issuer: DistinguishedName) {
    var outer = DERReader(value, lengths: .any)
    guard var fields = outer.constructed(.sequence), outer.isAtEnd else { return nil }
    while !fields.isAtEnd {
      guard let field = fields.next() else { return nil }
      let isTrue = field.content.contains { $0 != 0 }
      switch field.tag {
      case .context(0, constructed: true): names = PointName.list(pointName: field.content, issuer: issuer)
      case .context(1): isForUsersOnly = isTrue
      case .context(2): isForCAsOnly = isTrue
      case .context(3): reasons = RevocationReasons(bits: field.content)
      case .context(4): break
      case .context(5): isForAttributesOnly = isTrue
      default: return nil
      }
    }
    guard [isForUsersOnly, isForCAsOnly, isForAttributesOnly].count(where: { $0 }) < 2 else { return nil }
  }
}

/// A distribution point of a certificate, as far as it says which CRLs are meant (RFC 5280, section 4.2.1.13).
struct DistributionPoint {
  /// Nil: the name of the CRL's issuer is enough.
  private(set) var names: Set<PointName>?
  private(set) var reasons = RevocationReasons.all
  /// Nil: the issuer of the certificate.
  private(set) var issuers: Set<PointName>?

  /// - Parameter value: of the extension cRLDistributionPoints.
  static func list(_ value: [UInt8], issuer: DistinguishedName) -> [DistributionPoint] {
    var outer = DERReader(value, lengths: .any)
    guard var list = outer.constructed(.sequence) else { return [] }
    var points: [DistributionPoint] = []
    while var fields = list.constructed(.sequence) {
      var point = DistributionPoint()
      while let field = fields.next() {
        switch field.tag {
        case .context(0, constructed: true): point.names = PointName.list(pointName: field.content, issuer: issuer)
        case .context(1): point.reasons = RevocationReasons(bits: field.content)
        case .context(2, constructed: true):
          var names = DERReader(field.content, lengths: .any)
          point.issuers = PointName.list(&names)
        default: break
        }
      }
      points.append(point)
    }
    return points
  }
}
