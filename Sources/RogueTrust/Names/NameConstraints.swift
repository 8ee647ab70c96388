internal import RogueModel

/// The names that a CA may certify (RFC 5280, section 4.2.1.10).
struct NameConstraints: Sendable {
  private(set) var permitted: [CertificateName.Kind: [NameSubtree]] = [:]
  private(set) var excluded: [CertificateName.Kind: [NameSubtree]] = [:]

  /// - Parameter value: the extension's; unreadable subtrees are left out, and are a fault of form.
  init(_ value: [UInt8]) {
    var outer = DERReader(value, lengths: .any)
    guard var fields = outer.constructed(.sequence) else { return }
    while let field = fields.next() {
      let subtrees = Self.subtrees(field.content)
      switch field.tag {
      case .context(0, constructed: true): permitted = subtrees
      case .context(1, constructed: true): excluded = subtrees
      default: return
      }
    }
  }

  private static func subtrees(_ list: ArraySlice<UInt8>) -> [CertificateName.Kind: [NameSubtree]] {
    var found: [CertificateName.Kind: [NameSubtree]] = [:]
    var items = DERReader(list, lengths: .any)
    while var item = items.constructed(.sequence) {
      guard let base = item.next().map(CertificateName.init) else { continue }
      found[base.constrainedKind, default: []].append(NameSubtree(base: base))
    }
    return found
  }

  /// How many comparisons a name of these kinds takes.
  func cost(_ kinds: [CertificateName.Kind]) -> Int {
    kinds.reduce(0) { $0 + (permitted[$1]?.count ?? 0) + (excluded[$1]?.count ?? 0) }
  }

  /// Whether the CA may issue for a name.
  func allow(_ name: ComparedName, _ kinds: [CertificateName.Kind]) -> Bool {
    kinds.allSatisfy { kind in
      permitted[kind]?.contains { $0.holdsAll(of: name) } ?? true
        && excluded[kind]?.contains { $0.holdsSome(of: name) } != true
    }
  }
}
