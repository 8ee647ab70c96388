internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// One value of a factor of circumstances: what it changes in the world, the policy and the versions of a check.
struct Circumstance {
  var edits: [Edit] = []
  /// The versions of TLS that are left; nil: all of the check's.
  var tls: [TLSVersion]?
  var needs: [Capability] = []
  var before: Before?
  /// Of its name; nil: it is not from a file.
  var location: SourceLocation?

  /// An attempt before that of the check.
  enum Before: String, CaseIterable, Sendable {
    /// Nothing was wrong, and the client accepted.
    case accepted
    case acceptedTwice = "accepted-twice"
    /// The same, and the client offers the session that it got.
    case session
    /// The fault was there, and the client refused.
    case refused
    /// Nothing was wrong, and the client learned the server's key.
    case learned
    /// Nothing was wrong, and the policy required nothing but trust and the name.
    case lenient
    /// Nothing: the client does not know the server, and may learn its key in the attempt of the check.
    case learning
  }
}

/// One change of a world. It applies to the healthy world and to the mutated ones alike.
enum Edit {
  /// Another label for the host, wherever the world has it.
  case host(String)
  /// As many certificates from each leaf to its root.
  case tiers(Int)
  /// The items or entries of a list or mapping, after those that are there.
  case add(EditPath, YAMLNode)
  /// A value, where the world has none.
  case set(EditPath, YAMLNode)
  /// The certificates after the leaf.
  case served(Served)
  /// The host as the application writes it.
  case written(Spelling)
  /// When the server presents what it does, after honest certificates.
  case moment(Moment)

  enum Served: String, CaseIterable, Sendable {
    /// The root is among them.
    case root
    /// In the other order.
    case reversed
    /// Each twice.
    case twice
  }

  enum Spelling: String, CaseIterable, Sendable {
    case finalDot = "final-dot"
    case upperCase = "upper-case"
    case both
  }

  enum Moment: String, CaseIterable, Sendable {
    /// In a second handshake on the connection.
    case renegotiation
  }

  /// Names come first, then certificates, then their values, then what is served.
  var rank: Int {
    switch self {
    case .host: 0
    case .tiers: 1
    case .add: 2
    case .set: 3
    case .served: 4
    case .written: 5
    case .moment: 6
    }
  }
}

/// The path of an edit. `@leaf`, `@ca` and `@root` stand for all certificates of that kind, `*` for all policies.
struct EditPath {
  enum Kind: String, CaseIterable {
    case leaf = "@leaf"
    case ca = "@ca"
    case root = "@root"
  }

  var parts: [String]
  var position: YAMLPosition

  /// The kind of certificates that it is about.
  var kind: Kind? { parts.count > 2 ? Kind(rawValue: parts[1]) : nil }

  static let anyPolicy = "*"
}

extension Circumstance {
  var isRenegotiated: Bool {
    edits.contains { if case .moment(.renegotiation) = $0 { true } else { false } }
  }
}

extension WorldTree {
  /// The kind of each certificate, but for those of clients and of OCSP responders.
  var kinds: [String: EditPath.Kind] {
    guard case .mapping(let certificates)? = self[[WorldKeys.certificates.key.name]] else { return [:] }
    let clients = identities
    var kinds: [String: EditPath.Kind] = [:]
    for entry in certificates.entries {
      guard case .mapping(let recipe) = entry.value, recipe[IsCA.stimulus.name]?.plainText == "true" else {
        let usage = text(CertificateUsage.stimulus.name, of: entry.key.text)
        if !clients.contains(entry.key.text), usage != CertificateUsage.Purpose.ocspSigner.rawValue {
          kinds[entry.key.text] = .leaf
        }
        continue
      }
      kinds[entry.key.text] = recipe[Issuer.stimulus.name]?.plainText == nil ? .root : .ca
    }
    return kinds
  }

  /// The certificates that policies hand to clients.
  private var identities: Set<String> {
    let policies = [WorldKeys.policies.key.name]
    let leaf = [PolicyKeys.identity.key.name, IdentityKeys.leaf.key.name]
    return Set(keys(at: policies).compactMap { text(at: policies + [$0] + leaf) })
  }
}

/// The keys of a circumstance.
enum CircumstanceKeys {
  static let set = Field(
    "set", ValueParser<[(EditPath, YAMLNode)]>.edits,
    "values by path, such as certificates.@leaf.key-type, certificates.@ca.…, certificates.@root.… or policies.*.anchors;"
      + " a world that has another value keeps it, and the check is then not in this circumstance")
  static let add = Field(
    "add", ValueParser<[(EditPath, YAMLNode)]>.edits,
    "items or entries by path, after those of the world, such as {server.present: [bystander]}")
  static let tiers = Field("tiers", .integer(1...20), "how many certificates each chain has, its root included")
  static let served = Field(
    "served", ValueParser<Edit.Served>.word,
    "what each list of certificates has after the leaf: the root as well, the others reversed, or each twice")
  static let host = Field(
    "host", .host(),
    "another label for the host, in every name and pin set that has the world's; with a final dot a whole name or an address"
  )
  static let written = Field(
    "written", ValueParser<Edit.Spelling>.word, "how the application writes the host")
  static let moment = Field(
    "moment", ValueParser<Edit.Moment>.word,
    "when the server presents the chain of the check; other certificates, without a fault, come before")
  static let tls = Field(
    "tls", ValueParser<[TLSVersion]>.list(of: .word, minimum: 1, "TLS versions").distinct(),
    "the versions that are left")
  static let before = Field(
    "before", ValueParser<Circumstance.Before>.word,
    "what came before the attempt of the check: the client accepted, once or twice, has a session, refused, or learned the server's key;"
      + " or, 'learning', it may learn the key in this attempt")
  static let needs = Field(
    "needs", .list(of: .capability, "capabilities").distinct(), "capabilities beyond those of the check")

  static let table = Table(
    "circumstance", subject: "a circumstance", "What differs from the world of a check; nothing: the world as it is.",
    [
      set.key, add.key, tiers.key, served.key, host.key, written.key, moment.key, before.key, tls.key,
      needs.key,
    ])

  static let shape = ValueParser<Circumstance>.table(table) { entries in
    var edits = (entries[set] ?? []).map(Edit.set) + (entries[add] ?? []).map(Edit.add)
    edits += [
      entries[tiers].map(Edit.tiers), entries[served].map(Edit.served), entries[host].map(Edit.host),
      entries[written].map(Edit.written), entries[moment].map(Edit.moment),
    ].compactMap(\.self)
    return Circumstance(edits: edits, tls: entries[tls], needs: entries[needs] ?? [], before: entries[before])
  }
}

extension ValueParser where Value == [(EditPath, YAMLNode)] {
  fileprivate static var edits: ValueParser {
    ValueParser<[(YAMLNode.Scalar, YAMLNode)]>.map(keys: .path, of: .anything).then { pairs, _, reader in
      let edits = pairs.compactMap { path, value in EditPath(path, reader).map { ($0, value) } }
      return edits.count == pairs.count ? edits : nil
    }
  }
}

extension EditPath {
  /// Nil after a report that the path leads nowhere.
  init?(_ text: YAMLNode.Scalar, _ reader: NodeReader) {
    parts = text.text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    position = text.position
    var form = ValueSyntax.table(WorldKeys.table)
    for (place, part) in parts.enumerated() {
      switch form.mappingForm {
      case .table(let table):
        guard let key = table.key(part) else {
          reader.report(
            at: text.position, "\(table.subject) has no key '\(NodeReader.shortened(part))'",
            help: NearMiss.question(for: part, among: table.names)
              ?? "known keys: \(table.names.joined(separator: ", "))")
          return nil
        }
        form = key.form
      case .map(keys: .names, let item) where place == 1 && parts[0] == WorldKeys.certificates.key.name:
        guard Kind(rawValue: part) != nil else {
          Self.reportUnknown(part, Kind.allCases.map(\.rawValue), text, reader)
          return nil
        }
        form = item
      case .map(keys: .names, let item) where place == 1 && parts[0] == WorldKeys.policies.key.name:
        guard part == Self.anyPolicy else {
          Self.reportUnknown(part, [Self.anyPolicy], text, reader)
          return nil
        }
        form = item
      default:
        reader.report(
          at: text.position, "the path goes too far: \(form.expected) has no keys that every world has",
          help: "end it before '.\(NodeReader.shortened(part))'")
        return nil
      }
    }
  }

  private static func reportUnknown(
    _ part: String, _ known: [String], _ text: YAMLNode.Scalar, _ reader: NodeReader
  ) {
    reader.report(
      at: text.position, "'\(NodeReader.shortened(part))' is in no world for sure",
      help: "write \(known.joined(separator: ", "))")
  }
}
