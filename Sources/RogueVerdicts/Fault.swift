public import RogueModel
public import RogueStimuli

/// The difference between a rogue step and its control, in terms of bytes on the wire.
///
/// It answers two questions about an observation. *Presented*: on which connections had the server shown the fault, so
/// that application data after it is a failure? *Exercised*: was the fault presented completely, so that a refusal
/// proves something? Both read the decoder's results, never the engine's instructions.
@dynamicMemberLookup public struct Fault: Sendable {
  public typealias Kind = FaultEvidence.Kind
  public typealias Question = FaultEvidence.Question

  public var evidence: FaultEvidence
  /// The places for which the server has its own parts.
  private var known: Set<ServerPlace>
  /// Clients that bypass the world's proxy see neither the fault nor anything else of the world.
  public var isBehindProxy = false

  public init(_ evidence: FaultEvidence) {
    self.evidence = evidence
    known = evidence.places ?? []
  }

  public subscript<Value>(dynamicMember member: KeyPath<FaultEvidence, Value>) -> Value { evidence[keyPath: member] }

  private var isOfProxy: Bool { [.proxyFlight, .proxyRequest, .proxyRefusal].contains(evidence.kind) }

  /// The connections on which the fault may be presented.
  public func connections(of observation: Observation) -> [ConnectionEvidence] {
    isOfProxy ? observation.proxied : observation.connections
  }

  /// The evidence that the changed key declares.
  ///
  /// - Parameter world: With the mutation applied.
  public init(mutation: Mutation?, world: World, policy: PolicyRecipe) {
    self.init(Stimuli.evidence(of: mutation, in: world, policy))
    known.formUnion(world.places.keys)
    isBehindProxy = world.server[Proxy.self] != nil
  }

  /// Whether the server had shown the fault on this connection.
  public func isPresented(on connection: ConnectionEvidence) -> Bool {
    guard concerns(connection) else { return false }
    if evidence.isRenegotiated { return connection.renegotiation?.certificatesSentAt != nil }
    switch evidence.kind {
    case .healthy, .setting: return false
    case .flight, .revokedByCRL, .staple, .scts, .responder, .nonce:
      return connection.certificatesSentAt != nil || evidence.countsResumption && connection.goesOn
    case .clientChain, .proxyRequest: return connection.certificateRequested
    case .handshake: return connection.version != nil || connection.serverCertificates != nil
    case .behaviours(let names): return names.isSubset(of: connection.presented)
    case .startTLS(let recipe): return connection.clear.map { Self.shows(recipe, $0) } ?? false
    case .proxyFlight: return connection.certificatesSentAt != nil
    case .proxyRefusal: return connection.refusal != nil
    case .redirect: return connection.isSentOn || connection.index > 1 && connection.certificatesSentAt != nil
    case .clearRedirect: return connection.isSentOn || connection.isRequestedInPlaintext
    }
  }

  /// Whether the connection is at a place where the fault is presented.
  func concerns(_ connection: ConnectionEvidence) -> Bool {
    guard let places = evidence.places else { return true }
    return places.contains(
      ServerPlace.of(
        connection: connection.index, naming: connection.clientHello?.serverName, among: known.contains))
  }

  /// Whether the plaintext dialogue shows what the recipe planned.
  private static func shows(_ recipe: StartTLSRecipe, _ clear: StartTLSEvidence) -> Bool {
    if recipe.injects { return clear.surplusBytes > 0 }
    return switch recipe.offer {
    case .honest: true
    case .unadvertised: clear.offered == false
    case .refused: clear.agreed == false
    case .preauthenticated: clear.isPreauthenticated
    }
  }

  /// Whether the client sent what the fault needs: without its nonce, no fault of a nonce can be presented.
  public func isSatisfied(by observation: Observation) -> Bool {
    guard case .nonce(let questions) = evidence.kind else { return true }
    return observation.fetches.contains { $0.nonce != nil && questions.contains(Question($0.kind, $0.name)) }
  }

  /// Whether data of the client's application came on this connection after the fault had been shown there.
  public func isFollowedByData(on connection: ConnectionEvidence) -> Bool {
    guard isPresented(on: connection) else { return false }
    // The request that was answered with the redirect came over TLS, as it should.
    if evidence.kind == .clearRedirect { return connection.isRequestedInPlaintext }
    // The client's CONNECT is no data for the server; a request that follows the refusal is.
    if evidence.kind == .proxyRefusal { return connection.applicationBytes > 0 }
    // A client that goes on over the same connection gets the answer of the other host.
    if evidence.kind == .redirect, connection.isSentOn { return connection.nonceSentAt != nil }
    // The request came before the second handshake; its answer comes after it.
    guard isLate(on: connection) else {
      // Early data precedes whatever this connection shows, unless the session that protects it is the fault.
      let isTheFault = evidence.countsResumption && (connection.goesOn || connection.earlyBytes > 0)
      guard connection.earlyBytes > 0, !isTheFault else { return connection.carriesApplicationData }
      return connection.applicationBytes > connection.earlyBytes || connection.nonceSentAt != nil
    }
    return connection.renegotiation.map { $0.applicationBytes > 0 } ?? false || connection.nonceSentAt != nil
  }

  /// Whether a second handshake showed the fault, and the first one did not.
  private func isLate(on connection: ConnectionEvidence) -> Bool {
    guard case .behaviours(let names) = evidence.kind else { return evidence.isRenegotiated }
    return connection.presentsLate(names)
  }

  /// Whether the fault was presented to the end.
  ///
  /// - Parameter planned: the planned presentation of a connection.
  public func isExercised(
    by observation: Observation, planned: (ConnectionEvidence) -> PlannedFlight
  ) -> Bool {
    if isBehindProxy, observation.proxied.isEmpty { return false }
    if evidence.kind == .healthy { return true }
    let shown = connections(of: observation).filter(isPresented(on:))
    guard !shown.isEmpty else { return false }
    switch evidence.kind {
    case .setting: return false
    case .healthy, .flight, .revokedByCRL, .handshake, .startTLS, .proxyFlight, .proxyRequest,
      .proxyRefusal,
      .redirect,
      .clearRedirect:
      return true
    // Accepting a feature that was never offered is a failure; refusing it shows nothing about the fault.
    case .behaviours: return shown.contains { $0.missingOffers.isEmpty }
    case .staple(let entries):
      // Newer libraries drop staples that do not match, and clients without a request get none.
      return shown.contains { connection in
        if evidence.countsResumption && connection.goesOn { return true }
        guard connection.clientHello?.requestsStaple == true else { return false }
        let staples = planned(connection).staples
        return !entries.isEmpty && entries.allSatisfy { connection.staples[$0] == staples[$0] }
      }
    case .scts:
      return shown.contains { $0.clientHello?.requestsSCTs == true && $0.sctList == planned($0).sctList }
    case .nonce: return isSatisfied(by: observation)
    case .responder(let questions):
      return observation.fetches.contains { questions.contains(Question($0.kind, $0.name)) }
    case .clientChain: return shown.contains { $0.clientCertificates != nil }
    }
  }
}

extension Fault {
  /// The offers that the client lacks and the fault needs; empty if a ClientHello offers all of them.
  public func missingOffers(in observation: Observation) -> [String] {
    guard case .behaviours = evidence.kind else { return [] }
    let greeted = connections(of: observation).filter { $0.clientHello != nil }
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

  /// The request was answered with a redirect.
  fileprivate var isSentOn: Bool { refusal?.hasPrefix("302") ?? false }

  /// A request without TLS.
  fileprivate var isRequestedInPlaintext: Bool { (clear?.applicationBytes ?? 0) > 0 }

  /// Nothing was presented, because an earlier handshake speaks for this connection.
  fileprivate var goesOn: Bool { resumed || reused }
}
