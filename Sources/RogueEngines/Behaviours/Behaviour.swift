internal import RogueModel
internal import RogueTLS

/// One way in which a server misbehaves that no library allows; everything else about the server stays right.
///
/// A behaviour rewrites the script that the Swift engine follows: it changes what an honest server would do before
/// there is a connection, and is not consulted again. It is made anew for each attempt and keeps no state; what a
/// connection needs to remember is in its handshake.
protocol Behaviour: Sendable {
  static var descriptor: NamedDescriptor { get }

  /// - Throws: `badData` for parameters that cannot be served.
  init(_ parameters: UseParameters) throws(HarnessFailure)

  func rewrite(_ script: inout HandshakeScript)

  /// Whether the bytes that this connection carried show the behaviour. Only what was sent counts, never what was meant
  /// to be sent.
  func isPresented(on seen: SeenConnection) -> Bool

  /// The offer required for the fault to concern a feature of the client; nil: it does offer that, or the fault
  /// needs no offer. A client that refuses a feature that it never offered has not exercised the fault. Capabilities
  /// that adapters declare (resumption, early data, staples) are not checked here.
  func missingOffer(in hello: ClientHello) -> String?
}

/// A behaviour without parameters.
protocol FixedBehaviour: Behaviour {
  init()
}

extension FixedBehaviour {
  init(_ parameters: UseParameters) { self.init() }
}

extension Behaviour {
  func missingOffer(in hello: ClientHello) -> String? { nil }
}
