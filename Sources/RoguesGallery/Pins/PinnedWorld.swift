internal import RogueModel

/// A world whose policy `pinned` has the hosts and pins of a configuration.
///
/// The private keys are not available. So each configured key becomes that of a certificate here: the first of a set
/// is the key that the server uses, the others are unused backups.
struct PinnedWorld {
  var configuration: PinConfiguration
  var name: String
  /// Where the configuration came from, for a comment.
  var source: String
  var now: Timestamp

  /// The pin sets in YAML.
  private struct PinSets {
    var text = ""
    /// The names of the keys that no certificate has, by their digests.
    var backups: [[UInt8]: String] = [:]
    var notes: [String]
  }

  private var pinSets: PinSets {
    var made = PinSets(notes: configuration.notes)
    var shown: Set<[UInt8]> = []
    for set in configuration.sets { if let first = set.pins.first { shown.insert(first.digest) } }
    let wide = configuration.wideSets
    for set in configuration.sets {
      if set.subdomains == .oneLabel {
        made.notes.append("\(set.host): hosts with one label more are included; a world includes hosts of any depth")
      }
      for other in set.domainsAbove.flatMap({ wide[$0] ?? [] }) {
        made.notes.append(
          "\(set.host): the pins of \(other.host) apply as well in a world; most platforms take the closest set alone, or "
            + "the pins of both as alternatives")
      }
      let pins = set.pins.map { pin -> String in
        if shown.contains(pin.digest) {
          return pin.position == .leaf ? "spki leaf" : "spki issuing @\(pin.position.rawValue)"
        }
        let backup = made.backups[pin.digest] ?? "backup-\(made.backups.count + 1)"
        made.backups[pin.digest] = backup
        return "spki \(backup) @\(pin.position.rawValue)"
      }
      var words = "host: \(set.host)."
      if set.subdomains != .none { words += ", include-subdomains: true" }
      if let expires = set.expires { words += ", expires: \(Self.offset(from: now, to: expires))" }
      made.text += "      - {\(words), any: [\(pins.joined(separator: ", "))]}\n"
      for pin in set.pins { made.text += "      #   \(pin.base64)\n" }
    }
    return made
  }

  /// The file, and what it cannot say.
  var file: (text: String, notes: [String]) {
    let sets = pinSets
    var known: Set<String> = []
    let hosts = configuration.sets.map(\.host).filter { known.insert($0).inserted }
    var text =
      "# The pins of \(source), with fresh test keys: the first pin of each set is the server's key, the rest are backups.\n"
    for note in sets.notes { text += "# Left out: \(note)\n" }
    text += """
      world: \(name)
      title: The hosts and pins of an app's configuration
      domain: rogues.test

      certificates:
        root:    {ca: true}
        issuing: {ca: true, issuer: root, path-length: 0}
        leaf:    {issuer: issuing, hosts: [\(hosts.map { "\($0)." }.joined(separator: ", "))]}

      """
    if !sets.backups.isEmpty {
      let names = sets.backups.values.sorted { ($0.count, $0) < ($1.count, $1) }
      text += "\nkeys: [\(names.joined(separator: ", "))]\n"
    }
    text += """

      stores: {system: [root], user: []}
      host: \(hosts.first ?? "localhost").
      server: {present: [leaf, issuing]}

      policies:
        system: {}
        pinned:
          pin-sets:
      \(sets.text)
      """
    return (text, sets.notes)
  }

  /// Whole days, or hours where that is less than one.
  private static func offset(from now: Timestamp, to moment: Timestamp) -> String {
    let seconds = moment.secondsSince1970 - now.secondsSince1970
    let (count, unit) = abs(seconds) >= 86_400 ? (seconds / 86_400, "d") : (seconds / 3600, "h")
    return "\(count < 0 ? "-" : "+")\(abs(count))\(unit)"
  }
}
