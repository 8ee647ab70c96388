import RogueModel
import Testing

@testable import RogueStimuli

@Suite struct StimuliTests {
  private static let here = SourceLocation(file: "", line: 1, column: 1)
  private static let policy = PolicyRecipe(name: "p", location: here)

  /// A world that has something at every key.
  private static let world: World = {
    var server = ServerRecipe(present: ["leaf", "ca"], behaviours: [NamedUse("b")])
    server[Staple.self] = .response(OCSPRecipe())
    server[IssuerStaples.self] = ["ca": .honest]
    server.connections = [2: ServerRecipe.Connection(present: ["other"])]
    server[VirtualHosts.self] = ["API": ServerRecipe.Connection(behaviours: [NamedUse("v")])]
    server.renegotiation = ServerRecipe.Connection(key: "other")
    server[StartTLS.self] = StartTLSRecipe(speaks: .smtp, injects: true)
    server[Proxy.self] = Proxy.Recipe(host: "gateway", present: ["gate"])
    return World(
      id: "w", title: "", domain: "d",
      certificates: [
        CertificateRecipe(name: "ca", isCA: true), CertificateRecipe(name: "leaf", issuer: "ca"),
        CertificateRecipe(name: "other", issuer: "ca"), CertificateRecipe(name: "gate-ca", isCA: true),
        CertificateRecipe(name: "gate", issuer: "gate-ca"),
      ], keys: [], stores: World.Stores(system: [], user: []), host: "h", server: server, responders: [:],
      policies: [policy], location: here)
  }()

  private static func evidence(_ path: String, in world: World = world) -> FaultEvidence {
    let mutation = Mutation(path: path.split(separator: ".").map(String.init), value: "", location: here)
    return Stimuli.evidence(of: mutation, in: world, policy)
  }

  private static let paths =
    CertificateSettings.stimuli.map { "certificates.leaf.\($0.name)" } + ServerStimuli.all.map { "server.\($0.name)" }
    + ResponderStimuli.all.map { "responders.ca.\($0.name)" } + PlatformStimuli.all.map { "platform.\($0.name)" }

  @Test func `exactly the listed paths are settings`() {
    let settings = Self.paths.filter { Self.evidence($0).kind == .setting }
    #expect(
      settings == [
        "server.tls", "server.alpn", "server.resumption", "server.early-data", "server.keep-alive",
        "server.relative-redirect",
      ])
  }

  private static func audience(_ path: String, in world: World = world) -> Audience {
    Stimuli.audience(
      of: Mutation(path: path.split(separator: ".").map(String.init), value: "", location: here), in: world)
  }

  @Test
  func `every validator can be judged by the certificates and the leaf's staple, and by nothing else of a server`() {
    var world = Self.world
    world.server.key = "other"
    let told = Self.paths.filter { Self.audience($0, in: world) == .everybody }
    #expect(
      told.filter { $0.hasPrefix("server.") } == ["server.present", "server.staple", "server.connections"])
    #expect(told.filter { !$0.hasPrefix("server.") } == Self.paths.filter { !$0.hasPrefix("server.") })
    for path in ["server.surprise", "policies.anchor", "platform", ""] {
      #expect(Self.audience(path) == .handshake, "\(path)")
    }
  }

  @Test(arguments: [
    (ServerRecipe.Connection(present: ["other"]), Audience.everybody),
    (ServerRecipe.Connection(overriding: Staple.self, with: .honest), .everybody),
    (ServerRecipe.Connection(present: ["other"], key: "leaf"), .handshake),
    (ServerRecipe.Connection(present: ["other"], key: "other"), .everybody),
    (ServerRecipe.Connection(present: ["other"], behaviours: [NamedUse("b")]), .handshake),
    (ServerRecipe.Connection(present: ["other"], overriding: FixedVersion.self, with: .tls12), .handshake),
  ])
  func `only validators that can see every part can be judged by parts of some connections`(
    own: ServerRecipe.Connection, audience: Audience
  ) {
    var world = Self.world
    world.server.connections = [2: own]
    #expect(Self.audience("server.connections", in: world) == audience)
    #expect(Self.audience("server.connections.2", in: world) == audience)
    #expect(Self.audience("server.connections.2.present", in: world) == .everybody)
    world.server[VirtualHosts.self] = ["API": own]
    #expect(Self.audience("server.virtual-hosts.API", in: world) == audience)
  }

  @Test func `bytes that no client receives do not count as evidence`() {
    var world = Self.world
    world.server.behaviours = []
    world.server[StartTLS.self] = nil
    #expect(Self.evidence("server.behaviours", in: world).kind == .setting)
    #expect(Self.evidence("server.starttls", in: world).kind == .setting)
    // Nobody can write these: should a reader ever let one through, it proves nothing.
    for path in ["server.surprise", "policies.anchor", "platform", ""] {
      #expect(Self.evidence(path).kind == .setting, "\(path)")
    }
  }

  /// The connections that are shown the server's own certificates.
  private static let inherited: Set<ServerPlace> = [.usual, .host("api.d")]

  @Test(arguments: [
    ("certificates.leaf", FaultEvidence(.flight, places: inherited)),
    ("certificates.leaf.defects", FaultEvidence(.flight, places: inherited)),
    ("certificates.other.defects", FaultEvidence(.flight, places: [.connection(2)])),
    ("certificates.ca.defects", FaultEvidence(.flight)),
    ("server.present", FaultEvidence(.flight, places: inherited)),
    ("server.key", FaultEvidence(.flight, places: inherited)),
    ("certificates.gate.not-after", FaultEvidence(.proxyFlight)),
    ("certificates.gate-ca.defects", FaultEvidence(.proxyFlight)),
    ("server.connections.2.present", FaultEvidence(.flight, places: [.connection(2)])),
    ("server.connections.2", FaultEvidence(.flight, places: [.connection(2)])),
    ("server.connections.3", FaultEvidence(.flight, places: [.connection(3)])),
    ("server.connections", FaultEvidence(.flight, places: [.connection(2)])),
    ("server.connections.2.staple", FaultEvidence(.staple(), places: [.connection(2)])),
    ("server.connections.2.tls", FaultEvidence(.setting, places: [.connection(2)])),
    ("server.virtual-hosts.API.present", FaultEvidence(.flight, places: [.host("api.d")])),
    ("server.virtual-hosts.API.behaviours", FaultEvidence(.behaviours(["v"]), places: [.host("api.d")])),
    ("server.virtual-hosts", FaultEvidence(.behaviours(["v"]), places: [.host("api.d")])),
    ("server.renegotiation.key", FaultEvidence(.flight, isRenegotiated: true)),
    ("server.redirect", FaultEvidence(.redirect)), ("server.redirect-scheme", FaultEvidence(.clearRedirect)),
    ("server.misdirected", FaultEvidence(.handshake)),
    ("server.proxy.key", FaultEvidence(.proxyFlight)),
    ("server.proxy.client-auth", FaultEvidence(.proxyRequest)),
    ("server.proxy.connect", FaultEvidence(.proxyRefusal)),
    ("server.behaviours", FaultEvidence(.behaviours(["b"]), places: [.usual, .connection(2)])),
    ("platform.denied", FaultEvidence(.handshake)),
    ("server.starttls.injects", FaultEvidence(.startTLS(StartTLSRecipe(speaks: .smtp, injects: true)))),
  ])
  func `a path determines the evidence for its fault`(path: String, evidence: FaultEvidence) {
    #expect(Self.evidence(path) == evidence)
  }

  @Test func `sessions carry a revoked certificate on, and a missing staple`() {
    var world = Self.world
    #expect(!Self.evidence("certificates.leaf.revoked", in: world).countsResumption)
    world.server[KeepAlive.self] = true
    #expect(Self.evidence("certificates.leaf.revoked", in: world).countsResumption)
    #expect(!Self.evidence("server.staple", in: world).countsResumption)
    world.server[Resumption.self] = .ids
    #expect(Self.evidence("server.staple", in: world).countsResumption)
    #expect(!Self.evidence("certificates.leaf.not-after", in: world).countsResumption)
  }

  @Test func `a fault of the nonce is seen where a question has one`() {
    var world = Self.world
    let questions: Set = [
      FaultEvidence.Question(.ocsp, "leaf"), FaultEvidence.Question(.ocsp, "other"), FaultEvidence.Question(.crl, "ca"),
    ]
    #expect(Self.evidence("responders.ca", in: world).kind == .responder(questions))
    var response = OCSPRecipe()
    response.nonce = .wrong
    world.responders["ca"] = ResponderRecipe(response: response)
    #expect(Self.evidence("responders.ca.ocsp", in: world).kind == .nonce(questions))
  }

  @Test(arguments: [
    ("server.connections.2.present", "[other]"), ("server.connections.2.key", "other"),
    ("server.connections.3.present", "[leaf, ca]"),
    ("server.connections.2.staple.cert-id-hash", "asked"), ("server.connections.2.behaviours", "[b]"),
    ("server.virtual-hosts.API.behaviours", "[v]"), ("server.virtual-hosts.API.key", "leaf"),
    ("server.renegotiation.present", "[leaf, ca]"),
    ("server.renegotiation.key", "other"), ("server.starttls.injects", "true"), ("server.proxy.key", "gate"),
    ("server.staples.ca", "honest"), ("server.staples.leaf", "none"), ("server.staple.cert-id-hash", "asked"),
    ("server.behaviours", "[b]"), ("certificates.ca.crl.place", "first"), ("certificates.ca.crl", "honest"),
    ("responders.ca", "{ocsp: honest, crl: honest}"), ("responders.ca.ocsp.this-update", "-1h"),
    ("platform.fails", "none"), ("platform.stored-pins", "as written"),
  ])
  func `the text of a path is that of its value`(path: String, text: String) {
    #expect(Stimuli.text(at: path.split(separator: ".").map(String.init), in: Self.world) == text)
  }

  @Test func `every key has a short form somewhere and a unique name`() {
    // A mapping is recognized by its keys alone.
    let silent = ["server.starttls", "server.proxy", "server.staples", "certificates.leaf.key-type", "server.tls"]
    for path in Self.paths where !silent.contains(path) {
      var world = Self.world
      if path == "server.connections" { world.server.connections = [:] }
      if path == "server.virtual-hosts" { world.server[VirtualHosts.self] = [:] }
      if path == "server.renegotiation" { world.server.renegotiation = nil }
      #expect(Stimuli.text(at: path.split(separator: ".").map(String.init), in: world) != nil, "\(path)")
    }
    #expect(Set(Self.paths).count == Self.paths.count)
  }

  @Test func `offsets of world files keep their unit`() {
    #expect(RelativeTime.text(seconds: -30 * 86_400) == "-30d")
    #expect(RelativeTime.text(seconds: 5400) == "90m")
    #expect(RelativeTime.text(seconds: 0) == "0s")
    #expect(RelativeTime.text(seconds: 61) == "61s")
  }
}

extension ServerRecipe.Connection {
  fileprivate init<S: ServerSetting>(present: [String]? = nil, overriding setting: S.Type, with value: S.Value) {
    self.init(present: present)
    settings.override(setting, with: value)
  }
}
