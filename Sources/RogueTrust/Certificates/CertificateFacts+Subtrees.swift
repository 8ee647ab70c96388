// A CA's constraints on names other than hosts (RFC 5280, section 4.2.1.10), and on the length of paths below it.
extension CertificateFacts {
  /// The address ranges that nameConstraints permits, each the base and the mask; empty if it permits all.
  public var permittedRanges: [[UInt8]] { subtrees(of: Self.permitted, Self.address) }
  public var excludedRanges: [[UInt8]] { subtrees(of: Self.excluded, Self.address) }

  /// The directory names that nameConstraints permits, each the relative names in order; empty if it permits all.
  public var permittedDirectories: [[[UInt8]]] { subtrees(of: Self.permitted, Self.directory).map(Self.relativeNames) }
  public var excludedDirectories: [[[UInt8]]] { subtrees(of: Self.excluded, Self.directory).map(Self.relativeNames) }

  /// Whether its nameConstraints exclude an otherName.
  public var excludesOtherNames: Bool { !subtrees(of: Self.excluded, Self.otherName).isEmpty }

  /// Whether its nameConstraints permit anything, and therefore not everything of that kind.
  public var permitsSomeNames: Bool {
    !permittedHosts.isEmpty || !permittedRanges.isEmpty || !permittedDirectories.isEmpty
  }

  /// The relative names of the subject, in order.
  public var subjectNames: [[UInt8]] { Self.relativeNames(subject) }

  /// Whether subject and issuer have one name.
  public var isSelfIssued: Bool { subject == issuer }

  /// Whether its basicConstraints have cA, whatever its keyUsage says.
  public var claimsToBeCA: Bool {
    var fields = basicFields
    return fields.next(0x01)?.first == 0xff
  }

  /// Whether its pathLenConstraint needs more than one octet: it is above 127.
  public var hasLargePathLength: Bool {
    var fields = basicFields
    return fields.rest().contains { $0.tag == 0x02 && $0.content.count > 1 }
  }

  /// The content of basicConstraints; nil without them.
  private var basicFields: DERCursor {
    var outer = DERCursor(basicConstraints ?? [])
    return DERCursor(outer.next(0x30) ?? [])
  }

  private static let permitted: UInt8 = 0xa0
  private static let excluded: UInt8 = 0xa1
  /// otherName of a GeneralName.
  private static let otherName: UInt8 = 0xa0
  /// iPAddress of a GeneralName.
  private static let address: UInt8 = 0x87
  /// directoryName of a GeneralName.
  private static let directory: UInt8 = 0xa4

  private func subtrees(of list: UInt8, _ kind: UInt8) -> [[UInt8]] {
    guard let value = nameConstraints else { return [] }
    var outer = DERCursor(value)
    var lists = DERCursor(outer.next(0x30) ?? [])
    return lists.rest().filter { $0.tag == list }.flatMap { list -> [[UInt8]] in
      var subtrees = DERCursor(list.content)
      return subtrees.rest().compactMap { subtree in
        var base = DERCursor(subtree.content)
        return base.next(kind).map { Array($0) }
      }
    }
  }

  private static func relativeNames(_ name: [UInt8]) -> [[UInt8]] {
    var outer = DERCursor(name)
    var names = DERCursor(outer.next(0x30) ?? [])
    return names.rest().map { Array($0.content) }
  }
}
