/// The judge's input, reduced to finite parts so that every combination can be enumerated and tested.
///
/// `Facts.init(_:)` in Facts+Reduction.swift is the only place that reads evidence; the judge sees nothing
/// else.
public struct Facts: Hashable, Sendable {
  /// The right dispositions.
  public enum Right: Hashable, Sendable, CaseIterable {
    case accept, cancel, either
  }

  /// The door's result.
  public enum Said: Hashable, Sendable, CaseIterable {
    /// Accept, with the nonce that this attempt's server sent.
    case acceptWithProof
    /// Accept, with another nonce or with none.
    case acceptWithoutProof
    /// Cancel in a handshake or after it, for an expected reason in an expected phase.
    case cancelAsExpected
    /// Cancel in a handshake or after it, for another reason or in another phase.
    case cancelOtherwise
    /// Refused at configuration, which the scenario lists as a right answer.
    case refusedConfigurationAsExpected
    /// Refused at configuration, which the scenario does not name.
    case refusedConfigurationOtherwise
    /// Declined a capability that the attempt needs.
    case unsupported
    /// Declined a capability that the attempt does not need: outside the contract.
    case unsupportedWithoutNeed
    /// No verdict of the validator's own.
    case failed
    /// Crashed, hung, flooded, garbled or not started.
    case broken
  }

  /// Which side ended the decisive connection before a reply.
  public enum Ender: Hashable, Sendable, CaseIterable {
    case client, server
    /// The server, with an alert about a protocol violation of the client (RFC 8446, section 6.2).
    case serverObjecting
    /// Neither side: there was a reply, or no connection, or the harness closed a connection that hung.
    case nobody
  }

  /// The client's certificate list, compared with the expected one.
  public enum ClientChain: Hashable, Sendable, CaseIterable {
    case notJudged, asExpected, wrong
  }

  /// Whether the client's certificate reached a server that must not get it.
  public enum Identity: Hashable, Sendable, CaseIterable {
    case notJudged, withheld, exposed
  }

  /// The client's ClientHellos against what they must say.
  public enum Hello: Hashable, Sendable, CaseIterable {
    /// They say it, or nothing is demanded of them.
    case asExpected
    case wrong
    /// The scenario demands something of the ClientHello, but none was seen.
    case unseen
  }

  public enum Control: Hashable, Sendable, CaseIterable {
    case passed
    /// Failed, or was never run.
    case failed
    /// A fault of the harness, or a shortage on this machine, ended it: it says nothing of the client.
    case spoilt
    /// The scenario is healthy: its own control.
    case notNeeded
  }

  /// The owner of the connection.
  public enum Contact: Hashable, Sendable, CaseIterable {
    case nobody
    /// The validator, as far as the adapter wants to know it.
    case validator
    /// An owner that the kernel does not report, for an adapter that does not accept that.
    case anybody
  }

  /// Whether the fault was presented to the end.
  public enum FaultPresentation: Hashable, Sendable, CaseIterable {
    case presented, notPresented
    /// The ClientHello does not offer the feature with the fault, so that refusing it needs no check.
    case notOffered
  }

  // Expectation.
  public var right: Right
  public var serverIsJudge: Bool
  public var unexercisedPasses: Bool
  // Statement.
  public var said: Said
  // Observation.
  public var harnessFault: Bool
  public var contact: Contact
  /// Application data reached the server on a connection after the fault was presented there.
  public var applicationDataAfterFault: Bool
  /// The validator queried a responder although the policy forbids it.
  public var fetchedAlthoughForbidden: Bool
  public var presentation: FaultPresentation
  public var replyServed: Bool
  public var endedFirst: Ender
  public var clientChain: ClientChain
  public var identity: Identity
  public var hello: Hello
  // Control.
  public var control: Control

  public var connected: Bool { contact != .nobody }
  public var exercised: Bool { presentation == .presented }
  /// The server was the first to leave.
  public var isEndedByServer: Bool { endedFirst == .server || endedFirst == .serverObjecting }
}
