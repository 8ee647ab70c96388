internal import RogueModel
internal import RogueTLS

/// One way in which a server behaves that no library would let it; everything else about it stays right.
///
/// A behaviour is a rewrite of the script that the Swift engine follows: it changes what an honest server would do
/// before there is a connection, and then is asked no more. It is made anew for each attempt and keeps no state: what a
/// connection needs to remember is in its handshake.
protocol Behaviour: Sendable {
  static var descriptor: NamedDescriptor { get }

  /// - Throws: `badData` for parameters that cannot be served.
  init(_ parameters: UseParameters) throws(HarnessFailure)

  func rewrite(_ script: inout HandshakeScript)

  /// Whether the bytes that this connection carried show the behaviour. Only what was sent counts, never what was meant
  /// to be sent.
  func isPresented(on seen: SeenConnection) -> Bool

  /// What the client would have had to offer for the fault to be one about what it knows; nil: it has, or the fault needs
  /// nothing. Who refuses what it never offered has not exercised it. What adapters declare as capabilities (resumption,
  /// early data, staples) is not asked here.
  func missingOffer(in hello: ClientHello) -> String?
}

extension Behaviour {
  func missingOffer(in hello: ClientHello) -> String? { nil }
}
