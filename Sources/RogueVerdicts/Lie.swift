public import RogueModel

/// What a rogue step tells that its control does not, in terms of bytes that can be seen on the wire.
///
/// Answers two questions about an observation. *Presented*: on which connections had the rogue element been shown, so
/// that application data after it is a failure? *Exercised*: was the lie told to the end, so that a refusal proves
/// something? Both read what the decoder found, never what the engine was asked to do.
public struct Lie: Sendable {
  public enum Kind: Hashable, Sendable {
    /// No mutation: nothing to be told.
    case healthy
    /// Another certificate list, another certificate or another key: told by the Certificate message.
    case flight
    /// Another list or key in a second handshake on the connection: told by the Certificate message of that one.
    case renegotiation
    /// What a list in the policy says, or does not say: told by the Certificate message.
    case revokedByList
    /// Told by the responses stapled for these entries (or their absence) for clients that asked for one.
    case staple(of: Set<Int> = [0])
    /// Told by the timestamps of the TLS extension (or their absence) for clients that asked for them.
    case timestamps
    /// Told when one of these questions was asked of a responder.
    case responder(Set<Question>)
    /// Told when one of these questions was asked with a nonce: without one, nothing is said about it.
    case nonce(Set<Question>)
    /// Told when the client's list was asked for and judged.
    case clientList
    /// Told as soon as a ClientHello was answered.
    case handshake
    /// Told when the bytes on the wire show each of these behaviours.
    case behaviours(Set<String>)
    /// Told before TLS, by what becomes of the client's wish for it.
    case startTLS(StartTLSRecipe)
    /// Another certificate or key of the proxy: told by its Certificate message, before the client names the server.
    case proxyFlight
  }

  /// What a responder can be asked: the status of a certificate, or the CRL of an issuer.
  public struct Question: Hashable, Sendable {
    public var kind: FetchEvidence.Kind
    public var name: String

    public init(_ kind: FetchEvidence.Kind, _ name: String) {
      self.kind = kind
      self.name = name
    }
  }

  public var kind: Kind
  /// Told on this connection of the attempt only; nil: on every one.
  public var connection: Int?
  /// A resumed handshake, or a connection that is used again, tells the lie without a certificate: the client knows the
  /// revoked one from its first visit.
  ///
  /// A swapped leaf is not told so: a resumed session is authenticated by the handshake that began it (RFC 8446,
  /// section 2.2).
  public var countsResumption: Bool
  /// Nothing is told to clients that go past the world's proxy: not even what is healthy.
  public var isBehindProxy = false

  public init(kind: Kind, connection: Int? = nil, countsResumption: Bool = false) {
    self.kind = kind
    self.connection = connection
    self.countsResumption = countsResumption
  }

  /// The connections on which the lie may be told.
  public func stage(in observation: Observation) -> [ConnectionEvidence] {
    kind == .proxyFlight ? observation.proxied : observation.connections
  }

  /// Reads off a mutation's path what kind of lie it is.
  public init(mutation: Mutation?, world: World, policy: PolicyRecipe) {
    self.init(ofMutation: mutation, world: world, policy: policy)
    isBehindProxy = world.server.proxy != nil
  }

  private init(ofMutation mutation: Mutation?, world: World, policy: PolicyRecipe) {
    guard let mutation, let first = mutation.path.first else {
      self.init(kind: .healthy)
      return
    }
    let second = mutation.path.dropFirst().first
    switch first {
    case "responders":
      let questions = Self.questions(to: second ?? "", in: world)
      let isAboutNonce = second.flatMap { world.responders[$0]?.response?.nonce } ?? .echo != .echo
      self.init(kind: isAboutNonce ? .nonce(questions) : .responder(questions))
    case "certificates" where mutation.path.dropFirst(2).first == "crl":
      self.init(kind: Self.listKind(of: second ?? "", policy))
    case "certificates" where mutation.path.last == "revoked":
      self.init(
        kind: Self.revocationKind(of: second ?? "", in: world, policy),
        countsResumption: world.server.resumption.isOffered || world.server.keepsAlive)
    case "certificates":
      let isOfProxy = second.map { world.isOfProxyAlone($0) } ?? false
      self.init(kind: isOfProxy ? .proxyFlight : .flight)
    case "server":
      switch second {
      case "present", "key": self.init(kind: .flight)
      case "connections":
        self.init(kind: .flight, connection: mutation.path.dropFirst(2).first.flatMap(Int.init))
      case "renegotiation": self.init(kind: .renegotiation)
      case "starttls": self.init(kind: world.server.startTLS.map(Kind.startTLS) ?? .handshake)
      case "proxy": self.init(kind: .proxyFlight)
      // Who takes up a session of a handshake without the right staple has gone on without it.
      case "staple": self.init(kind: .staple(), countsResumption: world.server.resumption.isOffered)
      case "staples":
        let named = mutation.path.dropFirst(2).first.map { [$0] } ?? Set(world.server.present)
        self.init(kind: .staple(of: Self.entries(of: named, in: world).subtracting([0])))
      case "scts": self.init(kind: .timestamps)
      case "client-auth", "client-auth-at", "client-list", "client-anchors", "client-hints":
        self.init(kind: .clientList)
      case "behaviours" where !world.server.behaviours.isEmpty:
        self.init(kind: .behaviours(Set(world.server.behaviours.map(\.name))))
      default: self.init(kind: .handshake)
      }
    default: self.init(kind: .handshake)
    }
  }

  /// How a policy would learn that a certificate was revoked. A list handed over needs no question.
  private static func revocationKind(of certificate: String, in world: World, _ policy: PolicyRecipe) -> Kind {
    let methods = policy.revocation?.methods ?? []
    if methods.contains(.crl) || methods.isEmpty { return .revokedByList }
    let stapled = entries(of: [certificate], in: world).filter { world.server.staples(for: $0) }
    // Where nothing is stapled for it, and nobody may be asked, nobody is told.
    if methods.contains(.ocspStaple), !stapled.isEmpty || !methods.contains(.ocspFetch) {
      return .staple(of: stapled)
    }
    let lists = world.certificate(certificate)?.crlIssuers ?? [certificate]
    return .responder(Set([Question(.ocsp, certificate)] + lists.map { Question(.crl, $0) }))
  }

  /// How a policy comes by a CA's list.
  private static func listKind(of authority: String, _ policy: PolicyRecipe) -> Kind {
    let methods = policy.revocation?.methods ?? []
    return methods.contains(.crlFetch) && !methods.contains(.crl)
      ? .responder([Question(.crl, authority)]) : .revokedByList
  }

  /// Where in the list these certificates stand.
  private static func entries(of names: Set<String>, in world: World) -> Set<Int> {
    let present = world.server.present
    return Set(present.indices.filter { names.contains(present[$0]) })
  }

  /// Everything that this CA's responders can be asked: a question to another CA tells nothing.
  private static func questions(to authority: String, in world: World) -> Set<Question> {
    let issued = world.certificates.filter { $0.issuer == authority }.map { Question(.ocsp, $0.name) }
    return Set(issued + [Question(.crl, authority)])
  }

  /// Whether the rogue element had been shown on this connection.
  public func isPresented(on connection: ConnectionEvidence) -> Bool {
    if let only = self.connection, only != connection.index { return false }
    switch kind {
    case .healthy: return false
    case .flight, .revokedByList, .staple, .timestamps, .responder, .nonce:
      return connection.certificatesSentAt != nil || countsResumption && connection.goesOn
    case .renegotiation: return connection.renegotiation?.certificatesSentAt != nil
    case .clientList: return connection.certificateRequested
    case .handshake: return connection.version != nil || connection.serverCertificates != nil
    case .behaviours(let names): return names.isSubset(of: connection.told)
    case .startTLS(let recipe): return connection.clear.map { Self.shows(recipe, $0) } ?? false
    case .proxyFlight: return connection.certificatesSentAt != nil
    }
  }

  /// Whether what was said in the clear is what was to be said.
  private static func shows(_ recipe: StartTLSRecipe, _ clear: ClearEvidence) -> Bool {
    if recipe.injects { return clear.surplusBytes > 0 }
    return switch recipe.offer {
    case .honest: true
    case .unadvertised: clear.offered == false
    case .refused: clear.agreed == false
    case .preauthenticated: clear.isPreauthenticated
    }
  }

  /// Whether the client brought what the lie is about: one that sends no nonce can be told nothing about it.
  public func isMet(by observation: Observation) -> Bool {
    guard case .nonce(let questions) = kind else { return true }
    return observation.fetches.contains { $0.nonce != nil && questions.contains(Question($0.kind, $0.name)) }
  }

  /// Whether data of the client's application came on this connection after the rogue element had been shown there.
  public func isFollowedByData(on connection: ConnectionEvidence) -> Bool {
    guard isPresented(on: connection) else { return false }
    // The request came before the second handshake; its answer comes after it.
    guard kind == .renegotiation else {
      // Early data precedes whatever this connection shows, unless the session that protects it is the lie.
      let isTheLie = countsResumption && (connection.goesOn || connection.earlyBytes > 0)
      guard connection.earlyBytes > 0, !isTheLie else { return connection.carriesApplicationData }
      return connection.applicationBytes > connection.earlyBytes || connection.nonceSentAt != nil
    }
    return connection.renegotiation.map { $0.applicationBytes > 0 } ?? false || connection.nonceSentAt != nil
  }

  /// Whether the lie was told to the end.
  ///
  /// - Parameters:
  ///   - expectedStaples: what was to be stapled, by entry; none where the lie is that nothing is.
  ///   - expectedTimestamps: what was to be sent in the TLS extension; nil when the lie is that nothing is.
  public func isExercised(
    by observation: Observation, expectedStaples: [Int: [UInt8]], expectedTimestamps: [UInt8]? = nil
  ) -> Bool {
    if isBehindProxy, observation.proxied.isEmpty { return false }
    if kind == .healthy { return true }
    let shown = stage(in: observation).filter(isPresented(on:))
    guard !shown.isEmpty else { return false }
    switch kind {
    case .healthy, .flight, .renegotiation, .revokedByList, .handshake, .startTLS, .proxyFlight: return true
    // Who goes along with what it never offered is caught; who refuses it has shown nothing about the lie.
    case .behaviours: return shown.contains { $0.missingOffers.isEmpty }
    case .staple(let entries):
      // Newer libraries drop staples that do not fit, and clients that did not ask were told nothing.
      return shown.contains { connection in
        if countsResumption && connection.goesOn { return true }
        guard connection.clientHello?.asksForStaple == true else { return false }
        return !entries.isEmpty && entries.allSatisfy { connection.staples[$0] == expectedStaples[$0] }
      }
    case .timestamps:
      return shown.contains { $0.clientHello?.asksForSCTs == true && $0.sctList == expectedTimestamps }
    case .nonce: return isMet(by: observation)
    case .responder(let questions):
      return observation.fetches.contains { questions.contains(Question($0.kind, $0.name)) }
    case .clientList: return shown.contains { $0.clientCertificates != nil }
    }
  }
}

extension Lie {
  /// What the client would have had to offer for the lie to be told; empty where some ClientHello offers it all.
  public func missingOffers(in observation: Observation) -> [String] {
    guard case .behaviours = kind else { return [] }
    let greeted = stage(in: observation).filter { $0.clientHello != nil }
    guard greeted.allSatisfy({ !$0.missingOffers.isEmpty }) else { return [] }
    return greeted.last?.missingOffers ?? []
  }
}

extension ConnectionEvidence {
  /// The alert with which the server says that the client broke the protocol: what no choice of versions, suites, keys
  /// or certificates leads to (RFC 8446, section 6.2).
  var objectionOfServer: AlertEvidence? {
    guard end.by == .server, end.how == .alert, let last = alerts.last(where: { $0.from == .server && $0.isFatal })
    else { return nil }
    // unexpected_message, bad_record_mac, record_overflow, illegal_parameter, decode_error, decrypt_error,
    // missing_extension, unsupported_extension
    return [10, 20, 22, 47, 50, 51, 109, 110].contains(last.code) ? last : nil
  }

  /// Nothing was presented, because an earlier handshake speaks for this connection.
  fileprivate var goesOn: Bool { resumed || reused }
}

extension World {
  /// Whether the proxy presents this certificate, or one below it, and the servers present nothing of the kind.
  fileprivate func isOfProxyAlone(_ name: String) -> Bool {
    func issues(_ list: [String]) -> Bool {
      list.contains { presented in
        var next: String? = presented
        var seen: Set<String> = []
        while let current = next, seen.insert(current).inserted {
          if current == name { return true }
          next = certificate(current)?.issuer
        }
        return false
      }
    }
    let lists = [server.present] + server.connections.values.compactMap(\.present)
    return issues(server.proxy?.present ?? []) && !lists.contains(where: issues)
  }
}

extension ServerRecipe {
  /// Whether a response is planned for this entry.
  fileprivate func staples(for entry: Int) -> Bool {
    (entry == 0 ? staple : staples[present[entry]] ?? .none) != .none
  }
}
