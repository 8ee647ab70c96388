public import RogueModel

/// What engines cannot do, known from a scenario alone: a plan says so, before any key is made.
///
/// The own engine sends bytes as they are; only what a version of TLS does not have cannot be served. GnuTLS sends
/// entries unread; libssl parses what it presents. Neither misbehaves.
public enum EngineLimits {
  /// Why the case's engine cannot serve it; nil when it can.
  public static func refusal(of item: Case) -> String? {
    let limit: (World, TLSVersion) -> String?
    switch item.axes.engine {
    case LibsslEngine.name: limit = { lacking(in: $0, "libssl") ?? libssl($0, $1) }
    case GnuTLSEngine.name: limit = { lacking(in: $0, "GnuTLS") ?? gnutls($0, $1) }
    default: limit = { missingBehaviour($0, $1) ?? missingInVersion($0, $1) }
    }
    if item.axes.engine == GnuTLSEngine.name, item.axes.tls == .tls12, item.scenario.takesSessionsElsewhere {
      return "GnuTLS takes up no session of TLS 1.2 under another name"
    }
    if item.axes.tls == .tls13, item.scenario.keepsSessionsByID { return "there are no session ids in TLS 1.3" }
    // The control has to be served as well, by the same engine.
    let worlds = [item.scenario.world] + item.scenario.steps.map(\.world)
    return worlds.lazy.compactMap { limit($0, item.axes.tls) }.first
  }

  /// What the own engine alone can do.
  private static func lacking(in world: World, _ library: String) -> String? {
    if world.server.renegotiation != nil { return "\(library) presents the same in every handshake of a connection" }
    if world.server.takesEarlyData { return "\(library) takes no early data here" }
    if world.server.alpn.contains(ApplicationProtocol.http2) { return "\(library) speaks no HTTP/2 here" }
    if world.server.misdirected == .otherHosts {
      return "\(library) does not say here whom a connection was opened for"
    }
    if world.server.keepsAlive { return "\(library) closes a connection after its answer" }
    if world.server.clientAuthentication.asksLate { return "\(library) asks for certificates in the first handshake" }
    return world.server.behaviours.first.map { "\(library) has no behaviour \($0.name)" }
  }

  private static func missingInVersion(_ world: World, _ version: TLSVersion) -> String? {
    switch version {
    case .tls12: world.server.takesEarlyData ? "there is no early data in TLS 1.2" : nil
    case .tls13 where world.server.takesEarlyData && world.server.alpn.contains(ApplicationProtocol.http2):
      "there is no HTTP/2 in early data here"
    case .tls13: world.server.renegotiation != nil ? "there is no renegotiation in TLS 1.3" : nil
    }
  }

  private static func missingBehaviour(_ world: World, _ version: TLSVersion) -> String? {
    let missing = world.server.behaviours.first { use in
      Behaviours.descriptors.contains { $0.name == use.name && !$0.versions.contains(version) }
    }
    return missing.map { "there is no \($0.name) in TLS \(version.rawValue)" }
  }

  private static func libssl(_ world: World, _ version: TLSVersion) -> String? {
    let server = world.server
    for list in lists(server) {
      guard let leaf = list.first else { return "libssl cannot present an empty list" }
      for name in list {
        // What is not minimal DER it would send in its own encoding, and bytes after the end not at all.
        if let defect = defect(of: name, in: world, among: ["trailing-bytes", "non-der-length"]) {
          return "libssl cannot present a certificate with \(defect)"
        }
        if let use = use(of: name, in: world, among: unread) {
          return "libssl cannot present a certificate with \(use)"
        }
      }
      // libssl compares the private key with the leaf's, and a curve that is spelt out with a named one.
      if let defect = defect(of: leaf, in: world, among: ["explicit-curve"]) {
        return "libssl cannot present a leaf with \(defect)"
      }
      // libssl ends the handshake where a client has said that it takes no such signature, as Java does.
      if let defect = defect(of: leaf, in: world, among: ["md5-signature"]) {
        return "libssl presents no leaf with \(defect) to every client"
      }
      // libssl looks at the leaf's extensions to choose a suite of TLS 1.2, and finds none when it cannot read them.
      if version == .tls12, let use = use(of: leaf, in: world, among: extensionsUnread) {
        return "libssl cannot serve TLS 1.2 with a leaf with \(use)"
      }
      if version == .tls13, list.dropFirst().contains(where: { (server.staples[$0] ?? .none) != .none }) {
        return "libssl staples for the leaf alone"
      }
    }
    return nil
  }

  /// What libssl takes for no certificate: a serial number or a text that its parser refuses.
  private static let unread = [
    NamedUse("wrong-serial", ["form": .text("padded")]), NamedUse("wrong-serial", ["form": .text("empty")]),
    NamedUse("subject-string", ["form": .text("broken-utf8")]),
  ]
  /// Extensions that libssl cannot read, and with them none of the certificate's.
  private static let extensionsUnread = [
    NamedUse("duplicate-extension"), NamedUse("wrong-subject-alternative-name", ["form": .text("not-a-sequence")]),
    NamedUse("wrong-subject-alternative-name", ["form": .text("truncated")]),
    NamedUse("odd-extended-key-usage", ["form": .text("not-a-sequence")]),
    NamedUse("odd-key-usage", ["form": .text("empty")]),
    NamedUse("wrong-key-identifier", ["form": .text("authority-not-a-sequence")]),
    NamedUse("wrong-key-identifier", ["form": .text("subject-not-octets")]),
  ]

  private static func use(of name: String, in world: World, among uses: [NamedUse]) -> NamedUse? {
    world.certificates.first { $0.name == name }?.defects.first(where: uses.contains)
  }

  private static func gnutls(_ world: World, _ version: TLSVersion) -> String? {
    if world.server.scts != nil { return "GnuTLS has no place for timestamps in the handshake" }
    let keys = lists(world.server).compactMap(\.first).compactMap { name in
      world.certificates.first { $0.name == name }?.keyType
    }
    if keys.contains(.rsa8192) { return "GnuTLS signs with no key of five primes" }
    return lists(world.server).contains(where: \.isEmpty) ? "GnuTLS cannot present an empty list" : nil
  }

  private static func lists(_ server: ServerRecipe) -> [[String]] {
    [server.present] + server.connections.values.compactMap(\.present)
  }

  private static func defect(of name: String, in world: World, among defects: [String]) -> String? {
    world.certificates.first { $0.name == name }?.defects.first { defects.contains($0.name) }?.name
  }
}

extension Scenario {
  fileprivate var keepsSessionsByID: Bool {
    ([world] + steps.map(\.world)).contains { $0.server.resumption == .ids }
  }

  /// A session is taken up where another host is asked for.
  fileprivate var takesSessionsElsewhere: Bool {
    steps.contains { step in
      let server = step.world.server
      return step.reuse == .session && step.host != steps.first?.host
        // A proxy that is spoken to over TLS gives sessions as well.
        || server.resumption.isOffered && (server.proxy?.isSecure ?? false)
    }
  }
}
