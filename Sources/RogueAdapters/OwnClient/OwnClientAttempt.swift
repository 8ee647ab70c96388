internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import RogueTLS

/// One attempt of our own TLS client, from connecting to the reply, on a thread that may block.
struct OwnClientAttempt {
  /// How long a server that has replied is waited for, in milliseconds.
  private static let closingPatience = 250

  let attempt: Attempt
  let validator: any ChainValidator
  let checks: Set<ClientCheck>

  func outcome() -> Result<AdapterOutcome, HarnessFailure> {
    do throws(ClientAttempt.Ending) {
      return .success(.statement(Statement(said: .accept, nonce: try nonce())))
    } catch {
      switch error {
      case .outcome(let outcome): return .success(outcome)
      case .harness(let failure): return .failure(failure)
      }
    }
  }

  private func nonce() throws(ClientAttempt.Ending) -> String {
    if let damage = attempt.policy.identity?.damage {
      throw .cancelled(.clientIdentity, .configuration, "the client's PKCS #12 cannot be opened: wrong \(damage)")
    }
    let deadline = MonotonicInstant.now.advanced(milliseconds: attempt.deadlineMilliseconds)
    var approach = try ClientApproach(attempt, checks: Set(ApproachCheck.allCases), deadline: deadline)
    let transport = approach.transport
    // It asks for a staple always: a policy that wants none can pass over what comes.
    let jury = ValidatorJury(validator, attempt, alwaysAsksForStaple: true)
    do throws(ClientAttempt.Ending) {
      if let nonce = try approach.open(jury) { return nonce }
    } catch {
      if case .outcome(.statement) = error { transport.drop(afterMilliseconds: Self.closingPatience) }
      throw error
    }
    let client = try client(jury)
    do throws(ClientAttempt.Ending) {
      while client.state == .handshake {
        try exchange(client, transport, "in the handshake")
        try check(client, jury, .handshake)
      }
      let nonce =
        approach.dialogue == nil
        ? try request(client, transport, jury) : try converse(client, &approach, jury)
      client.close()
      try? transport.send(client.takeOutput())
      transport.drop(afterMilliseconds: Self.closingPatience)
      return nonce
    } catch {
      // The alert that goes with the ending; whether it arrives changes nothing here.
      try? transport.send(client.takeOutput())
      if case .outcome(.statement) = error { transport.drop(afterMilliseconds: Self.closingPatience) }
      throw error
    }
  }

  private func request(
    _ client: TLSClient, _ transport: ClientTransport, _ jury: ValidatorJury
  ) throws(ClientAttempt.Ending) -> String {
    client.send(attempt.connect.request)
    let reply = try reply(client, transport, jury)
    guard let nonce = reply.nonce else { throw .failed(.server, "the reply is no nonce: \(reply.statusLine)") }
    return nonce
  }

  /// Speaks under TLS what was spoken before it.
  private func converse(
    _ client: TLSClient, _ approach: inout ClientApproach, _ jury: ValidatorJury
  ) throws(ClientAttempt.Ending) -> String {
    let transport = approach.transport
    let nonce = try approach.converse(
      say: { bytes throws(ClientAttempt.Ending) in
        client.send(bytes)
        try transport.send(client.takeOutput())
      },
      hear: { () throws(ClientAttempt.Ending) in
        while true {
          let bytes = client.takeData()
          if !bytes.isEmpty { return bytes }
          try check(client, jury, .afterHandshake)
          guard client.state == .established else {
            throw .failed(.server, "the server closed before the reply was complete")
          }
          try exchange(client, transport, "before the reply was complete")
        }
      }, .afterHandshake)
    guard let nonce else { throw .failed(.server, "the reply is no nonce") }
    return nonce
  }

  private func client(_ jury: ValidatorJury) throws(ClientAttempt.Ending) -> TLSClient {
    var settings = ClientSettings()
    settings.host = attempt.connect.serverNameIndication
    settings.applicationProtocols = attempt.alpn
    settings.versions = attempt.minimumTLS...attempt.maximumTLS
    settings.asksForStaple = jury.alwaysAsksForStaple
    settings.asksForTimestamps = attempt.policy.transparency != nil
    settings.identity = attempt.policy.identity.map { identity in
      TLSIdentity(
        certificate: identity.leaf, chain: identity.chain.filter { $0 != identity.leaf },
        privateKey: identity.privateKey)
    }
    settings.checks = checks
    do throws(ClientFault) {
      return try TLSClient(settings) { jury.judge($0) }
    } catch {
      throw .harness(HarnessFailure(.internal, "A TLS client could not be set up", underlying: "\(error)"))
    }
  }

  /// Sends what the client has to say and gives it what comes.
  private func exchange(
    _ client: TLSClient, _ transport: ClientTransport, _ when: String
  ) throws(ClientAttempt.Ending) {
    do throws(ClientAttempt.Ending) {
      try transport.send(client.takeOutput())
    } catch {
      // When the server has gone, what it said before that still counts.
      guard case .outcome(.failed(.network, _)) = error, let bytes = try? transport.receive(when) else { throw error }
      return client.receive(bytes)
    }
    client.receive(try transport.receive(when))
  }

  private func reply(
    _ client: TLSClient, _ transport: ClientTransport, _ jury: ValidatorJury
  ) throws(ClientAttempt.Ending) -> Reply {
    var reply = Reply()
    while true {
      guard reply.append(client.takeData()) else { throw .failed(.server, "the reply is too long or is not HTTP") }
      if reply.isComplete { return reply }
      try check(client, jury, .afterHandshake)
      guard client.state == .established else {
        throw .failed(.server, "the server closed before the reply was complete")
      }
      try exchange(client, transport, "before the reply was complete")
    }
  }

  /// What it means when the client gave up.
  private func check(
    _ client: TLSClient, _ jury: ValidatorJury, _ phase: Phase
  ) throws(ClientAttempt.Ending) {
    guard case .failed(let fault) = client.state else { return }
    switch fault {
    case .judged:
      guard case .cancel(let reason, let detail)? = jury.decision else { break }
      throw .cancelled(reason, phase, detail)
    case .refused(let refusal): throw .cancelled(refusal.reason, phase, refusal.why)
    case .alerted(let alert): throw .failed(.server, "the server sent alert \(alert.rawValue)")
    case .unable(let why): throw .cancelled(.clientIdentity, phase, why)
    }
    throw .harness(HarnessFailure(.internal, "A handshake was refused without the validator's verdict"))
  }
}

extension Attempt.Endpoint {
  /// What is asked of a server that was accepted.
  fileprivate var request: [UInt8] {
    Array("GET \(path) HTTP/1.1\r\nHost: \(host):\(port)\r\nConnection: close\r\n\r\n".utf8)
  }
}
