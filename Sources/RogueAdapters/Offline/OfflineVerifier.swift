internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// Puts a server's flight to a program, in the middle of the handshake, and keeps what it said.
final class OfflineVerifier: HandshakeVerifier {
  private let door: any OfflineDoor
  private let attempt: Attempt
  private let folder: ConversationFolder
  private let cancellation: Cancellation
  private(set) var decision: ChainDecision?
  private(set) var flight: ServerFlight?
  /// The program's attempt and its outcome.
  private(set) var question: OfflineQuestion?
  /// The harness could not run it.
  private(set) var failure: HarnessFailure?

  init(_ door: any OfflineDoor, _ attempt: Attempt, in folder: ConversationFolder, _ cancellation: Cancellation) {
    self.door = door
    self.attempt = attempt
    self.folder = folder
    self.cancellation = cancellation
  }

  var fault: AdapterFault? { if case .broken(let fault)? = question?.outcome { fault } else { nil } }
  var said: Statement.Said? { nil }
  var alwaysRequestsStaple: Bool { false }
  var choosesIdentity: Bool { true }

  func judge(_ peer: TLSPeerFlight) -> PeerVerdict {
    judge(resumed: ServerFlight(peer, host: attempt.connect.host)).judgement
  }

  func judge(resumed flight: ServerFlight) -> ChainDecision {
    self.flight = flight
    let decision = ask(about: flight)
    self.decision = decision
    return decision
  }

  /// No identity is any offline validator's.
  func identity(for request: TLSCertificateRequest) -> TLSIdentityAnswer { .nothing }

  private func ask(about flight: ServerFlight) -> ChainDecision {
    do throws(HarnessFailure) {
      let question = try door.evaluate(attempt, flight, in: folder, cancellation)
      self.question = question
      guard case .statement(let statement) = question.outcome else { return .cancel(.other, detail: nil) }
      return statement.said == .accept
        ? .accept : .cancel(statement.reason ?? .other, detail: statement.detail)
    } catch {
      failure = error
      return .cancel(.other, detail: nil)
    }
  }
}
