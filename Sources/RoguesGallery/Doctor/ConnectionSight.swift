internal import RogueModel
internal import RogueReports
internal import RogueServers
internal import RogueStimuli

/// Why a client that something else starts does not accept a server that is right, as far as its connections show it.
struct ConnectionSight: Sendable {
  /// Of the ordinary server.
  let observation: Observation
  /// That the server speaks.
  let version: TLSVersion
  /// The host that the client is to ask for.
  let host: String
  let place: ListenPlace
  /// Nil: anybody's count, and no adapter is behind them.
  let connections: ConnectionRule?
  /// The certificate to install; nil: each attempt hands over its own.
  let root: String?

  private var spot: String { place.address + (place.port.map { ":\($0)" } ?? "") }

  /// The server's certificates were seen, and not accepted: what remains is trust, or dates.
  var isAboutCertificates: Bool { cause == nil && decisive?.serverCertificates != nil }

  /// Where both are possible, another server has to tell.
  var isAboutDates: Bool { isAboutCertificates && alert != Self.unknownCA && alert != Self.expired }

  private static let unknownCA: UInt8 = 48
  private static let expired: UInt8 = 45

  private var decisive: ConnectionEvidence? {
    observation.connections.last { $0.serverCertificates != nil } ?? observation.connections.last {
      $0.clientHello != nil
    }
      ?? observation.connections.last
  }

  private var alert: UInt8? { decisive?.alerts.first { $0.from == .client && $0.isFatal }?.code }

  /// What kept it from seeing the right server; nil: nothing did.
  var cause: String? {
    guard let connection = decisive else { return unconnected }
    guard let hello = connection.clientHello else {
      return "it connected to \(spot) and sent no ClientHello: does it speak TLS there, and is no proxy between?"
    }
    if let name = hello.serverName, HostName.plain(name) != HostName.plain(host) {
      return
        "it sends \(name.visible(keepsLines: false)) as SNI, not \(host): give the app the URL of the attempt, or "
        + "name its host with --host"
    }
    if !hello.versions.contains(version.wireValue) {
      let names = hello.versions.compactMap { Self.versions[$0] }
      return
        "it offers \(names.isEmpty ? "no version of TLS that is known" : names.joined(separator: ", ")), and not TLS "
        + "\(version.rawValue): turn that on"
        + (connections == nil ? "" : ", or leave the capability tls\(version.rawValue) out")
    }
    return nil
  }

  private static let versions: [UInt16: String] = [
    0x0300: "SSL 3.0", 0x0301: "TLS 1.0", 0x0302: "TLS 1.1", 0x0303: "TLS 1.2", 0x0304: "TLS 1.3",
  ]

  private var unconnected: String {
    if let connections, observation.droppedCount > 0 {
      let names = observation.dropped.compactMap(\.name)
      return "\(observation.droppedCount) connections came and none counts, because the adapter declares 'connections: "
        + "\(connections)'" + (names.first.map { "; the first was of \($0)" } ?? "") + ": correct the declaration"
    }
    return
      "nothing connected to \(spot): where the client runs, \(host) must resolve to \(place.address) or be redirected there, "
      + "and that port must be reachable (a firewall, 'adb reverse'); was the app started, and with this URL?"
  }

  // MARK: Certificates

  /// The way to the root, as a sentence's beginning.
  private var install: String {
    root.map { "install \($0) where the client looks for roots" } ?? "give the client the attempt's anchors"
  }

  /// What its refusal of the certificates says by itself; nil: it is one of several.
  var refusal: String? {
    switch alert {
    case Self.unknownCA: "it knows no root for this server (alert unknown_ca): \(install)"
    case Self.expired: "a certificate has ended by its clock (alert certificate_expired): set its clock, which is ahead"
    default: nil
    }
  }

  /// - Parameters:
  ///   - isAccepted: whether it accepts the same server with dates that are decades apart.
  ///   - end: of the root; nil: it is as wide as the rest.
  func refusal(whenWideIsAccepted isAccepted: Bool, rootEnds end: Timestamp?, now: Timestamp) -> String {
    let said = alert.map { " (alert \(Timeline.name(ofAlert: $0)))" } ?? ""
    guard !isAccepted else {
      return
        "its clock is wrong: it accepts this server when its certificates are valid for \(WideDates.years) years before and "
        + "after today, and refuses the usual dates\(said); set it to \(now)"
    }
    return "it saw the certificates and refused them\(said), whatever their dates: \(install)"
      + (end.map { "; or its clock is past \($0), when that root ends" } ?? "")
      + "; or it has pins that this server does not meet"
  }
}

/// A world whose dates no wrong clock leaves.
enum WideDates {
  static let years: Int64 = 20
  static let seconds = years * 365 * 86_400

  /// The scenario with dates decades apart. A certificate from a file stays what it is.
  static func widened(_ scenario: Scenario) -> Scenario {
    var scenario = scenario
    scenario.world = widened(scenario.world)
    for index in scenario.steps.indices { scenario.steps[index].world = widened(scenario.steps[index].world) }
    return scenario
  }

  private static func widened(_ world: World) -> World {
    var world = world
    for index in world.certificates.indices where world.certificates[index].made == nil {
      world.certificates[index][NotBefore.self] = -seconds
      world.certificates[index][NotAfter.self] = seconds
    }
    return world
  }
}
