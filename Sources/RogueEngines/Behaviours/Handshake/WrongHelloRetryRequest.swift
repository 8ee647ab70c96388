internal import RogueModel
internal import RogueTLS

/// A HelloRetryRequest that a client must refuse by RFC 8446, section 4.1.4: it comes a second time, asks for a share
/// that was already sent or for no change, or the ServerHello after it selects another cipher suite.
///
/// A client that follows it lets the server decide how often and with what the handshake starts.
struct WrongHelloRetryRequest: Behaviour {
  enum Fault: String, CaseIterable {
    /// A second one, for another group.
    case twice
    /// It requests a share of a group that was already sent.
    case offeredGroup = "group-already-sent"
    /// It requests a group that the client does not support.
    case unknownGroup = "group-not-offered"
    /// Neither a group nor a cookie.
    case noChange = "no-change"
    /// It names another suite than the ServerHello does.
    case suite = "cipher-suite"
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .twice,
    "twice (default), group-already-sent, group-not-offered, no-change, or cipher-suite (the ServerHello has another)")

  static let descriptor = NamedDescriptor(
    name: "wrong-hello-retry-request", summary: "a HelloRetryRequest that a client must refuse",
    keywords: ["HelloRetryRequest", "key_share"],
    parameters: [fault.declared], versions: [.tls13])

  /// TLS_AES_128_GCM_SHA256 and TLS_CHACHA20_POLY1305_SHA256: transcripts are the same under both.
  private static let suites: [UInt16] = [0x1301, 0x1303]
  /// secp224r1 and sect163k1 (RFC 8422, section 5.1.1), which no client of TLS 1.3 offers.
  private static let forgottenGroups: [UInt16] = [21, 1]

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.at(\.retry) { request, now in request = wrongRequest(now.hello, after: now.retries) }
    guard fault == .suite else { return }
    script.at(.serverHello) { message, now in
      guard now.stage == .retry, let place = message.sessionIDRange?.upperBound,
        let other = Self.suites.first(where: {
          $0 != UInt16(message.body[place]) << 8 | UInt16(message.body[place + 1])
        })
      else { return }
      message.body[place] = UInt8(other >> 8)
      message.body[place + 1] = UInt8(truncatingIfNeeded: other)
    }
  }

  private func wrongRequest(_ hello: ClientHello, after retries: Int) -> HelloRetryRequest? {
    guard retries < (fault == .twice ? 2 : 1) else { return nil }
    let shared = hello.keyShares.map(\.group)
    let known = NamedGroup.known.map(\.number).filter { hello.evidence.groups.contains($0) }
    switch fault {
    case .twice, .suite: return known.first { !shared.contains($0) }.map { .group($0) }
    case .offeredGroup: return known.first { shared.contains($0) }.map { .group($0) }
    case .unknownGroup: return Self.forgottenGroups.first { !hello.evidence.groups.contains($0) }.map { .group($0) }
    case .noChange: return .nothing
    }
  }

  func missingOffer(in hello: ClientHello) -> String? {
    switch fault {
    case .offeredGroup, .unknownGroup, .noChange: return nil
    case .suite where !Set(Self.suites).isSubset(of: hello.evidence.cipherSuites):
      return "both TLS_AES_128_GCM_SHA256 and TLS_CHACHA20_POLY1305_SHA256"
    case .twice, .suite:
      let known = NamedGroup.known.map(\.number).filter { hello.evidence.groups.contains($0) }
      let shared = hello.keyShares.map(\.group)
      return known.contains { !shared.contains($0) } ? nil : "a group that it has sent no share of"
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let offer = seen.firstHello else { return false }
    let requests = seen.messages.map(\.asWritten).filter(\.isRetryRequest)
    guard let request = requests.first, let extensions = request.extensions else { return false }
    let share = extensions.first { $0.type == HelloExtension.keyShare.rawValue }.map(\.content)
    let group = share.flatMap { share in
      var cursor = ByteCursor(share[...])
      return cursor.uint16()
    }
    switch fault {
    case .twice: return requests.count == 2
    case .offeredGroup: return group.map { group in offer.keyShares.contains { $0.group == group } } ?? false
    case .unknownGroup: return group.map { !offer.evidence.groups.contains($0) } ?? false
    case .noChange: return !extensions.contains { $0.type != HelloExtension.supportedVersions.rawValue }
    case .suite:
      let suites = Set(seen.hellos.map(\.cipherSuite))
      return suites == Set(Self.suites) && suites.isSubset(of: offer.evidence.cipherSuites)
    }
  }
}
