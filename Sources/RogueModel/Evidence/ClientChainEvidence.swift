/// The certificates that a client sent, entry by entry, and the lists that would have been right.
///
/// Entries are compared by their bytes; the world supplies their names. So a report can show the list long after the
/// certificates are gone.
public struct ClientChainEvidence: Sendable, Hashable {
  public struct Entry: Sendable, Hashable {
    /// Nil: no certificate of the world has these bytes.
    public var name: String?
    /// The name of its issuer; its own name for a root, nil if `name` is nil.
    public var issuer: String?

    public init(name: String?, issuer: String?) {
      self.name = name
      self.issuer = issuer
    }

    public var isRoot: Bool { name != nil && issuer == name }

    /// Whether this certificate's key signed the other one.
    public func certifies(_ other: Entry) -> Bool { name != nil && other.issuer == name }
  }

  public var sent: [Entry]
  /// Every list that would have been right; empty if the scenario does not judge the list.
  public var right: [[Entry]]

  public init(sent: [Entry], right: [[Entry]]) {
    self.sent = sent
    self.right = right
  }

  /// - Parameters:
  ///   - list: DER, as sent.
  ///   - right: names.
  public init(_ list: [[UInt8]], right: [[String]], in hierarchy: Hierarchy) {
    func entry(_ minted: MintedCertificate?) -> Entry {
      Entry(name: minted?.name, issuer: minted.map { $0.issuer ?? $0.name })
    }
    sent = list.map { der in
      // The first by name, should two have the same bytes.
      entry(hierarchy.certificates.values.filter { $0.der == der }.min { $0.name < $1.name })
    }
    self.right = right.map { $0.map { entry(hierarchy.certificates[$0]) } }
  }
}

extension ClientChainEvidence {
  /// Describes the first difference from the right list that agrees with `sent` the longest; nil if `sent` is right.
  ///
  /// Entries count from 1, bytes from 0.
  ///
  /// - Parameters:
  ///   - sent: DER.
  ///   - right: names; at least one list.
  ///   - certificates: DER by name.
  public static func difference(
    of sent: [[UInt8]], from right: [[String]], certificates: [String: [UInt8]]
  ) -> String? {
    func agreement(_ names: [String]) -> Int {
      zip(sent, names).prefix { $0 == certificates[$1] }.count
    }
    guard let nearest = right.max(by: { agreement($0) < agreement($1) }) else { return nil }
    let place = agreement(nearest)
    let wanted = place < nearest.count ? nearest[place] : nil
    guard place < sent.count else {
      return wanted.map { "entry \(place + 1), \($0), is missing" }
    }
    let instead = wanted.map { "where \($0) belongs" } ?? "where the list should have ended"
    if let earlier = sent[..<place].firstIndex(of: sent[place]) {
      return "entry \(place + 1) repeats entry \(earlier + 1), \(instead)"
    }
    if let name = certificates.filter({ $0.value == sent[place] }).keys.min() {
      return "entry \(place + 1) is \(name), \(instead)"
    }
    var text = "entry \(place + 1) is not a certificate of this world, \(instead)"
    if let bytes = wanted.flatMap({ certificates[$0] }) {
      let same = zip(sent[place], bytes).prefix { $0 == $1 }.count
      text += ": the first difference is at byte \(same)"
    }
    return text
  }
}
