internal import RogueModel

/// The server's bytes come a few at a time. Nothing about them is wrong: a client must put them together, and one that
/// reads a message per read does not.
struct SlowBytes: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "slow-bytes", summary: "the server sends a few bytes at a time",
    parameters: [
      .init(name: "bytes", kind: .integer, summary: "how many at a time; default 64", range: 1...16_384),
      .init(name: "every", kind: .integer, summary: "milliseconds between them; default 2", range: 1...10_000),
    ])

  private let bytes: Int
  private let every: Int

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    bytes = Int(try parameters.integer("bytes", default: 64))
    every = Int(try parameters.integer("every", default: 2))
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.pace = BytePace(bytes: bytes, milliseconds: every)
  }

  /// No more at a time than was said, and at least once others waited for their moment. A busy machine is slower still:
  /// the pace is a lower bound.
  func isPresented(on seen: SeenConnection) -> Bool {
    let departures = seen.transcript.departures
    let waits = zip(departures, departures.dropFirst()).filter(\.0.leftOthers)
    return !waits.isEmpty && departures.allSatisfy { $0.bytes <= bytes }
      && waits.allSatisfy { earlier, later in later.at - earlier.at >= every * 1000 }
  }
}
