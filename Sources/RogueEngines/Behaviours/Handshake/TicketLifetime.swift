internal import RogueModel
internal import RogueTLS

/// The server says how long its tickets are valid, but resumes them for longer: it does not refuse clients that come
/// back too late (RFC 8446, sections 4.2.11.1 and 4.6.1; RFC 5077, section 3.3).
///
/// A server may do that; the client must not offer such a ticket any more. Presented to clients that did offer one.
struct TicketLifetime: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "ticket-lifetime",
    summary:
      "the lifetime of the server's tickets, which it resumes later as well; presented to clients that resume"
      + " too late", keywords: ["NewSessionTicket", "ticket_lifetime"],
    parameters: [
      .init(
        name: "seconds", kind: .integer, summary: "the lifetime; default 0: discard at once (in TLS 1.2: unspecified)",
        range: 0...Int(UInt32.max))
    ])

  private let seconds: UInt32

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    seconds = UInt32(truncatingIfNeeded: try parameters.integer("seconds", default: 0))
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.ticketLifetime = seconds
  }

  func isPresented(on seen: SeenConnection) -> Bool { seen.evidence.resumed && seen.sessionWasOver }
}
