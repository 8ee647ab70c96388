internal import RogueModel

/// Messages are spread over many records. Nothing about them is wrong (RFC 8446, section 5.1): a client must put them
/// together.
struct FragmentedRecords: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "fragmented-records", summary: "the server's messages are spread over many short records",
    parameters: [
      .init(name: "bytes", kind: .integer, summary: "the content of a record at most; default 32", range: 1...16_384)
    ])

  private let bytes: Int

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    bytes = Int(try parameters.integer("bytes", default: 32))
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.longestRecord = bytes
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    // A nonce of eight bytes, a type of one, a tag of sixteen.
    let longest = bytes + 25
    return seen.hasWholeFlight && seen.records.count > seen.messages.count
      && seen.records.allSatisfy { $0.length <= longest }
  }
}
