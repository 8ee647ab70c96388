/// The nameConstraints extension of a CA (RFC 5280, section 4.2.1.10).
public struct NameConstraintsRecipe: Hashable, Sendable, CustomStringConvertible {
  /// Each name of a type that is listed here must lie in one of its subtrees.
  public var permitted: [Subtree]
  /// No name may lie in one of these.
  public var excluded: [Subtree]
  /// Conforming CAs mark it critical.
  public var isCritical: Bool

  public init(permitted: [Subtree], excluded: [Subtree], isCritical: Bool = true) {
    self.permitted = permitted
    self.excluded = excluded
    self.isCritical = isCritical
  }

  /// All names of one type below a base.
  public struct Subtree: Hashable, Sendable, CustomStringConvertible {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A host and everything below it, relative to the domain.
      case dns
      /// The mailboxes of a host, relative to the domain.
      case email
      /// The host of URIs, relative to the domain.
      case uri
      /// A network, such as `10.0.0.0/8`.
      case address
      /// The organization that subjects begin with.
      case organization
    }

    public var kind: Kind
    public var base: String

    public init(_ kind: Kind, _ base: String) {
      self.kind = kind
      self.base = base
    }

    public var description: String { "\(kind.rawValue) \(base)" }
  }

  /// In YAML flow form, for people.
  public var description: String {
    let parts = [("permitted", permitted), ("excluded", excluded)].filter { !$0.1.isEmpty }.map { name, subtrees in
      "\(name): [\(subtrees.map(\.description).joined(separator: ", "))]"
    }
    return "{\((parts + (isCritical ? [] : ["critical: false"])).joined(separator: ", "))}"
  }
}
