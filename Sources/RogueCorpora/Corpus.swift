public import RogueModel

/// Test cases of certificate validation that somebody else wrote: chains, and the right answer for each.
public struct Corpus: Sendable {
  /// A short name for tables and file names, such as `x509-limbo`.
  public var name: String
  public var cases: [CorpusCase]

  /// Two ids that become the same file name get a digest each.
  public init(name: String, cases: [CorpusCase]) {
    self.name = name
    var owners: [String: Int] = [:]
    for item in cases { owners[item.slug, default: 0] += 1 }
    self.cases = cases.map { item in
      guard owners[item.slug, default: 0] > 1 else { return item }
      var item = item
      item.slug = CorpusCase.slug(of: item.id, distinct: true)
      return item
    }
  }
}

/// One question to a validator, and the corpus's answer.
public struct CorpusCase: Sendable, Hashable {
  /// The name under which the server is to be verified.
  public enum PeerName: Sendable, Hashable {
    case dns(String)
    /// In text form.
    case address(String)
  }

  /// The corpus's own id.
  public var id: String
  public var description: String
  /// The certificate to validate, in DER.
  public var leaf: [UInt8]
  /// Its private key as PKCS #8; nil: the corpus has none, so no server can present the leaf.
  public var key: [UInt8]?
  /// The other certificates that the server sends, in order.
  public var intermediates: [[UInt8]]
  /// The trust anchors, in DER.
  public var trusted: [[UInt8]]
  public var crls: [[UInt8]]
  /// Whether a certificate without a known status is to be refused; nil: revocation is not checked.
  public var requiresStatus: Bool?
  /// Nil: no name is verified.
  public var peer: PeerName?
  /// The moment to validate at; nil: now.
  public var time: Timestamp?
  /// The right answer.
  public var isAccepted: Bool
  /// Why no validator here can be configured for this case; nil: it can be.
  public var obstacle: String?
  /// Labels of the corpus, such as `name-constraint-dn`.
  public var features: [String]
  /// The weight that the corpus gives to the case, in its own words.
  public var importance: String?
  /// The id with the characters that ids of scenarios and names of files have, and of a length that they can have; unique in the
  /// corpus.
  public internal(set) var slug: String

  public init(
    id: String, description: String = "", leaf: [UInt8], key: [UInt8]? = nil, intermediates: [[UInt8]] = [],
    trusted: [[UInt8]], crls: [[UInt8]] = [], requiresStatus: Bool? = nil, peer: PeerName?, time: Timestamp? = nil,
    isAccepted: Bool, obstacle: String? = nil, features: [String] = [], importance: String? = nil
  ) {
    self.id = id
    self.description = description
    self.leaf = leaf
    self.key = key
    self.intermediates = intermediates
    self.trusted = trusted
    self.crls = crls
    self.requiresStatus = requiresStatus
    self.peer = peer
    self.time = time
    self.isAccepted = isAccepted
    self.obstacle = obstacle
    self.features = features
    self.importance = importance
    slug = Self.slug(of: id, distinct: false)
  }

  /// The name as a host of a URL or a policy has it; nil: there is none.
  public var host: String? {
    switch peer {
    case .dns(let name), .address(let name): name
    case nil: nil
    }
  }

  /// Why no validator can be given a name to verify; nil: it can.
  static func problem(withName name: String) -> String? {
    if name.isEmpty { return "the name to verify is empty" }
    // Programs get it as an argument, which ends at a NUL.
    return name.unicodeScalars.contains { $0.value <= 0x20 || $0.value == 0x7F }
      ? "the name to verify has a space or a control character" : nil
  }

  static func slug(of id: String, distinct: Bool) -> String {
    var slug = ""
    for character in id.lowercased() {
      if character.isASCII, character.isLetter || character.isNumber {
        slug.append(character)
      } else if !slug.isEmpty, slug.last != "-" {
        slug.append("-")
      }
    }
    while slug.last == "-" { slug.removeLast() }
    guard distinct || slug.utf8.count > longestSlug || slug.isEmpty else { return slug }
    let digest = String(digest(id), radix: 16)
    slug = String(slug.prefix(longestSlug - digest.count - 1))
    while slug.last == "-" { slug.removeLast() }
    // A name begins with a letter.
    return slug.isEmpty ? "case-\(digest)" : "\(slug)-\(digest)"
  }

  private static let longestSlug = 48

  /// FNV-1a: the same text has the same digest everywhere.
  public static func digest(_ text: some StringProtocol) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
