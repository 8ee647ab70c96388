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
        if shown.contains(pin.digest) { return Self.pin(pin, on: pin.isOfLeaf ? "leaf" : "issuing") }
        let backup = made.backups[pin.digest] ?? "backup-\(made.backups.count + 1)"
        made.backups[pin.digest] = backup
        return Self.pin(pin, on: pin.kind == .certificate ? "\(backup)-leaf" : backup)
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
    let below = subdomain.map { ", \($0)." } ?? ""
    let all = hosts.map { "\($0)." }.joined(separator: ", ") + below
    text += """
      world: \(name)
      title: The hosts and pins of an app's configuration
      domain: rogues.test

      certificates:
        root:    {ca: true}
        issuing: {ca: true, issuer: root, path-length: 0}
        leaf:    {issuer: issuing, hosts: [\(all)]}
      \(impostors(all, backups: sets.backups))
      """
    if let keys = backupKeys(sets.backups) { text += "\nkeys: [\(keys)]\n" }
    text += """

      stores: {system: [root, rogue-root], user: [user-root]}
      host: \(host).
      server: {present: [leaf, issuing]}

      policies:
        system: {}
        pinned:
          pin-sets:
      \(sets.text)  pinned-final-dot:                             # the host as an application may write it
          host-as-written: \(host).
          pin-sets:
      \(sets.text)  pinned-upper-case:
          host-as-written: \(host.uppercased())
          pin-sets:
      \(sets.text)
      """
    if hasEnd { text += "  pinned-until-yesterday:\n    pin-sets:\n\(endedSets(sets.text))" }
    return (text, sets.notes)
  }

  /// The capabilities of a client that can have the policy `pinned`.
  var needs: [Capability] {
    let sets = configuration.sets
    var needs = Set(sets.lazy.flatMap(\.pins).map { Capability.pin($0.kind, $0.position) })
    if sets.contains(where: { $0.subdomains != .none }) { needs.insert(.pinSubdomains) }
    if sets.contains(where: { $0.expires != nil }) { needs.insert(.pinExpiry) }
    if sets.contains(where: \.pins.isEmpty) { needs.insert(.pinNone) }
    // What is pinned is what a message names first.
    return needs.sorted {
      ($0.rawValue.split(separator: ".").count, $1) > ($1.rawValue.split(separator: ".").count, $0)
    }
  }

  /// The hosts that the scenarios ask, as `--host` takes them.
  var hosts: [String] {
    ([host] + others.map(\.host) + [subdomain].compactMap(\.self)).compactMap { OwnHosts.Host($0)?.name }
  }

  /// The host whose server is asked.
  var host: String { configuration.sets.first?.host ?? "localhost" }

  /// The sets that apply to it.
  private var applying: [PinConfiguration.Set] { sets(for: host) }

  private func sets(for host: String) -> [PinConfiguration.Set] {
    configuration.sets.filter { $0.host == host || $0.subdomains != .none && host.hasSuffix(".\($0.host)") }
  }

  /// The other hosts to which one set applies today, and whether it refuses the backup of the asked host.
  var others: [(host: String, refusesBackup: Bool)] {
    configuration.sets.compactMap { set in
      guard set.host != host, sets(for: set.host) == [set], !set.pins.isEmpty, set.expires.map({ $0 > now }) ?? true
      else {
        return nil
      }
      let backup = backupChain == nil ? nil : applying[0].pins[1]
      return (set.host, backup.map { backup in !set.pins.contains { $0.digest == backup.digest } } ?? false)
    }
  }

  /// A host below the asked one whose pins apply to it; nil: they do not.
  var subdomain: String? {
    configuration.sets.first { $0.host == host && $0.subdomains != .none }.map { _ in "below.\(host)" }
  }

  /// Whether the first set has an end.
  var hasEnd: Bool { applying.count == 1 && applying[0].expires != nil }

  /// Whether a leaf, and not a CA, is pinned.
  var pinsLeaf: Bool { configuration.sets.first?.pins.first?.isOfLeaf ?? true }

  /// The chain of a backup; nil: the server has none, or more than one set decides.
  var backupChain: String? {
    let shown = Set(configuration.sets.compactMap { $0.pins.first?.digest })
    guard applying.count == 1, let backup = applying[0].pins.dropFirst().first, !shown.contains(backup.digest) else {
      return nil
    }
    return backup.isOfLeaf ? "[backup-1-leaf, issuing]" : "[backup-1-leaf, backup-1-issuing]"
  }

  private static func pin(_ pin: PinConfiguration.Pin, on name: String) -> String {
    "\(pin.kind.rawValue) \(name)" + (pin.isOfLeaf ? "" : " @\(pin.position.rawValue)")
  }

  /// Certificates that no honest server of the app presents, and those of its backups.
  private func impostors(_ hosts: String, backups: [[UInt8]: String]) -> String {
    let names = "hosts: [\(hosts)]"
    var text = """

        # The same CA, another key; the same root, another CA.
        rekeyed-leaf:    {issuer: issuing, \(names)}
        sibling-issuing: {ca: true, issuer: root, path-length: 0}
        sibling-leaf:    {issuer: sibling-issuing, \(names)}

        # The pinned key for another host, and below an untrusted CA.
        wrong-host-leaf: {issuer: issuing, hosts: [elsewhere], key-of: leaf}
        stranger:        {ca: true}

      """
    text +=
      pinsLeaf
      ? "  stranger-leaf:   {issuer: stranger, \(names), key-of: leaf}\n"
      : """
        stranger-issuing: {ca: true, issuer: stranger, key-of: issuing}
        stranger-leaf:   {issuer: stranger-issuing, \(names)}

      """
    text += """

        # A CA that the system trusts, and one that the user has installed.
        rogue-root: {ca: true}
        rogue-leaf: {issuer: rogue-root, \(names)}
        user-root:  {ca: true}
        user-leaf:  {issuer: user-root, \(names)}

      """
    return text + backupCertificates(names, backups)
  }

  private func backupCertificates(_ names: String, _ backups: [[UInt8]: String]) -> String {
    var text = ""
    var made: Set<String> = []
    let isServed = backupChain != nil
    for pin in configuration.sets.flatMap(\.pins) {
      guard let backup = backups[pin.digest] else { continue }
      guard isServed && backup == "backup-1" || pin.kind == .certificate, made.insert(backup).inserted else { continue }
      if text.isEmpty { text += "\n  # Backups.\n" }
      if pin.kind == .certificate {
        text += "  \(backup)-leaf: {issuer: issuing, \(names)}\n"
      } else if pin.isOfLeaf {
        text += "  \(backup)-leaf: {issuer: issuing, \(names), key-of: \(backup)}\n"
      } else {
        text += "  \(backup)-issuing: {ca: true, issuer: root, path-length: 0, key-of: \(backup)}\n"
        text += "  \(backup)-leaf: {issuer: \(backup)-issuing, \(names)}\n"
      }
    }
    return text
  }

  /// The backups that are keys.
  private func backupKeys(_ backups: [[UInt8]: String]) -> String? {
    let certificates = Set(configuration.sets.flatMap(\.pins).filter { $0.kind == .certificate }.map(\.digest))
    let names = backups.filter { !certificates.contains($0.key) }.values.sorted { ($0.count, $0) < ($1.count, $1) }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The sets as they are a day after their end.
  private func endedSets(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> String in
      guard let start = line.firstRange(of: "expires: ") else { return String(line) }
      return "\(line[..<start.upperBound])-1d\(line[start.upperBound...].drop { $0 != "," && $0 != "}" })"
    }.joined(separator: "\n")
  }

  /// Whole days, or hours where that is less than one.
  private static func offset(from now: Timestamp, to moment: Timestamp) -> String {
    let seconds = moment.secondsSince1970 - now.secondsSince1970
    let (count, unit) = abs(seconds) >= 86_400 ? (seconds / 86_400, "d") : (seconds / 3600, "h")
    return "\(count < 0 ? "-" : "+")\(abs(count))\(unit)"
  }
}
