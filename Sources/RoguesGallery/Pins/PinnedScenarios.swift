internal import RogueModel

/// The scenarios that every pinned app wants, against the world of its pins.
struct PinnedScenarios {
  private let world: PinnedWorld
  /// Ids of the built-in catalogue, by the part behind the slash.
  private let known: [String: [String]]

  /// - Parameter ids: those of the built-in catalogue.
  init(_ world: PinnedWorld, catalogue ids: [String] = []) {
    self.world = world
    known = Dictionary(grouping: ids) { String($0.drop { $0 != "/" }.dropFirst()) }
  }

  private struct Rogue {
    var name: String
    var title: String
    var why: String
    var level = "must"
    var severity = "critical"
    var reference = "RFC 7469, section 2.6"
    /// The name of the built-in scenario with this fault: what is known of a client there is known here, too.
    var like: String?
    /// From the key `policies`, `mutate` or `steps` on.
    var body: String
  }

  var files: [ScaffoldFile] {
    scenarios + [
      ScaffoldFile(
        "Scenarios/profiles/\(world.name).yaml",
        """
        profile: \(world.name)
        title: The pins of an app
        text: An app with the hosts and pins of a configuration.
        # Whoever cannot be pinned like this is not tested by these scenarios: a run ends with status 4, and says so.
        requires: [\(world.needs.map(\.rawValue).joined(separator: ", "))]
        scenarios: ["\(world.name)/*"]

        """)
    ]
  }

  private var scenarios: [ScaffoldFile] {
    rogues.map { rogue in
      ScaffoldFile(
        "Scenarios/\(world.name)/\(rogue.name).yaml",
        """
        scenario: \(world.name)/\(rogue.name)
        title: \(rogue.title)
        why: \(rogue.why)
        level: \(rogue.level)
        severity: \(rogue.severity)
        references: ["\(rogue.reference)"]\(like(rogue))
        tags: [pinning]
        world: \(world.name)
        \(rogue.body)
        """)
    }
  }

  /// A line; empty where no scenario, or more than one, has the name.
  private func like(_ rogue: Rogue) -> String {
    guard let name = rogue.like, let ids = known[name], ids.count == 1 else { return "" }
    return "\nlike: \(ids[0])"
  }

  private static let rogueCA = "mutate: {server.present: [rogue-leaf, rogue-root]}\n"

  /// A chain that the system trusts, with another key at the pinned position.
  private var otherKey: String {
    "mutate: {server.present: \(world.pinsLeaf ? "[rekeyed-leaf, issuing]" : "[sibling-leaf, sibling-issuing]")}\n"
  }

  private static func refused(_ policy: String = "pinned", _ reason: String = "pin-mismatch") -> String {
    "policies: [\(policy)]\nexpect: {disposition: cancel, reason: [\(reason)]}\n"
  }

  private static let byPins = """
    expect:
      by-policy:
        system: {disposition: accept}
        pinned: {disposition: cancel, reason: [pin-mismatch]}

    """

  private var rogues: [Rogue] { chains + names + rest + otherHosts }

  /// The pins of every host are asked, and none may stand for another's.
  private var otherHosts: [Rogue] {
    func step(_ host: String, _ chain: String) -> String {
      """
      policies: [pinned]
      steps:
        - host: \(host).
          mutate: {server.present: \(chain)}
          expect: {disposition: cancel, reason: [pin-mismatch]}

      """
    }
    return world.others.enumerated().flatMap { index, other in
      let rogueCA = Rogue(
        name: "host-\(index + 2)-rogue-ca", title: "A CA that the system trusts issues for \(other.host)",
        why: "Every host has pins of its own. Whoever looks up those of the first host only leaves the others open.",
        like: "rogue-ca-in-system-store", body: step(other.host, "[rogue-leaf, rogue-root]"))
      guard other.refusesBackup, let backup = world.backupChain else { return [rogueCA] }
      return [
        rogueCA,
        Rogue(
          name: "host-\(index + 2)-pin-of-another",
          title: "\(other.host) shows a key that is pinned for \(world.host) alone",
          why: "Pins of one host say nothing about another. Whoever has one list for all takes each for each.",
          severity: "high", like: "key-pinned-for-another-host", body: step(other.host, backup)),
      ]
    }
  }

  private var chains: [Rogue] {
    let stranger = world.pinsLeaf ? "[stranger-leaf, stranger]" : "[stranger-leaf, stranger-issuing, stranger]"
    return [
      Rogue(
        name: "rogue-ca", title: "A CA that the system trusts and the app does not pin issues for the host",
        why: "One bad CA among hundreds is enough to read everything; pins exist to prevent this.",
        like: "rogue-ca-in-system-store", body: Self.rogueCA + Self.byPins),
      Rogue(
        name: "other-key",
        title: world.pinsLeaf
          ? "The right CA issues for the host with a key that the app does not pin"
          : "Another CA below the right root issues for the host",
        why: "Trust and name are right, so only the pin shows that this is another server.",
        like: world.pinsLeaf ? "no-pin-matches" : "sibling-of-pinned-ca", body: otherKey + Self.byPins),
      Rogue(
        name: "pinned-certificates-appended", title: "A rogue chain carries the pinned certificates behind its own",
        why:
          "The pinned certificates are public. Whoever looks for a pin in what was sent, and not in the validated path, finds it.",
        like: "pinned-certificates-appended",
        body: "mutate: {server.present: [rogue-leaf, rogue-root, issuing, leaf]}\n" + Self.refused()),
      Rogue(
        name: "unknown-ca", title: "The pinned key is certified by an untrusted CA",
        why: "A pin is checked in addition to the chain, and not in its place.", reference: "RFC 7469, section 2.6",
        like: "pinned-leaf-unknown-ca",
        body: "mutate: {server.present: \(stranger)}\n" + Self.refused("pinned", "untrusted, pin-mismatch")),
      Rogue(
        name: "user-ca", title: "A CA that the user has installed issues for the host",
        why: "Malware, offices and schools install CAs to read along.", level: "should", severity: "high",
        like: "user-installed-ca",
        body: "mutate: {server.present: [user-leaf, user-root]}\n" + Self.refused("pinned", "untrusted, pin-mismatch")),
    ]
  }

  private var names: [Rogue] {
    var rogues = [
      Rogue(
        name: "wrong-host", title: "The pinned key is certified for another host",
        why: "A pin is checked in addition to the name, and not in its place.", reference: "RFC 9525, section 6",
        like: "pinned-leaf-wrong-host",
        body: "mutate: {server.present: [wrong-host-leaf, issuing]}\n"
          + Self.refused("pinned", "name-mismatch, pin-mismatch")),
      Rogue(
        name: "final-dot", title: "The app writes the host with a final dot, and the key is another one",
        why: "The dot leads to the same host. Whoever looks pins up by the text as written finds none.",
        reference: "RFC 1034, section 3.1", like: "host-trailing-dot", body: otherKey + Self.refused("pinned-final-dot")
      ),
      Rogue(
        name: "upper-case", title: "The app writes the host in capital letters, and the key is another one",
        why: "Host names have no letter case. Whoever looks pins up by the text as written finds none.",
        reference: "RFC 4343, section 2", like: "host-uppercase", body: otherKey + Self.refused("pinned-upper-case")),
    ]
    if let subdomain = world.subdomain {
      rogues.append(
        Rogue(
          name: "subdomain", title: "A host below the pinned one shows another key",
          why: "The pins include subdomains. Whoever looks up only the exact name finds none.",
          reference: "RFC 7469, section 2.3.3",
          like: "include-subdomains",
          body: """
            policies: [pinned]
            steps:
              - host: \(subdomain).
                \(otherKey)    expect: {disposition: cancel, reason: [pin-mismatch]}

            """))
    }
    return rogues
  }

  private var rest: [Rogue] {
    var rogues = [
      Rogue(
        name: "second-connection", title: "The rogue CA is there on the second connection only",
        why: "Networks change while an app runs, and a client that checks once misses it.",
        like: "rogue-ca-on-second-connection",
        body: """
          policies: [pinned]
          steps:
            - {}
            - mutate: {server.present: [rogue-leaf, rogue-root]}
              expect: {disposition: cancel, reason: [pin-mismatch]}

          """),
      Rogue(
        name: "expired-certificate", title: "The certificate with the pinned key has expired",
        why: "A pin is checked in addition to the dates, and not in their place.", severity: "high",
        reference: "RFC 5280, section 6.1.3 (a) (2)",
        like: "pinned-leaf-expired",
        body: "mutate: {certificates.leaf.not-after: -1d}\n" + Self.refused("pinned", "expired")),
    ]
    if let chain = world.backupChain {
      rogues.append(
        Rogue(
          name: "backup-pin", title: "The server has changed to the backup",
          why: "An app that refuses its own backup is cut off.",
          severity: "high", reference: "RFC 7469, section 4.3",
          like: "backup-pin-used", body: "policies: [pinned]\nsteps:\n  - {}\n  - mutate: {server.present: \(chain)}\n")
      )
    }
    if world.hasEnd {
      rogues.append(
        Rogue(
          name: "pins-ended", title: "The pins have ended, and the key is another one that the system trusts",
          why: "After their last day pins are off, so an app that was never updated still connects.", level: "should",
          severity: "medium",
          body: otherKey + "policies: [pinned-until-yesterday]\nexpect: {disposition: accept}\n"))
    }
    return rogues
  }
}
