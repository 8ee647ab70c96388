internal import RogueModel
internal import RogueTLS

/// Empty handshake records come in the middle of the flight (RFC 8446, section 5.4: the client must end the
/// connection).
struct EmptyRecords: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "empty-records", summary: "empty handshake records in the middle of the flight",
    parameters: [
      .init(name: "count", kind: .integer, summary: "how many; default 1", range: 1...10_000)
    ])

  private let count: Int

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    count = Int(try parameters.integer("count", default: 1))
  }

  func rewrite(_ script: inout HandshakeScript) {
    guard let index = script[.first].firstIndex(of: .message(.certificate)) else { return }
    script[.first].insert(contentsOf: [FlightStep](repeating: .record(.handshake, []), count: count), at: index)
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    // In TLS 1.3 what is sealed is one byte for the type and sixteen for the tag.
    let empty = seen.evidence.version == .tls13 ? SeenRecord(.applicationData, 17) : SeenRecord(.handshake, 0)
    return seen.records.count { $0 == empty } >= count
  }
}
