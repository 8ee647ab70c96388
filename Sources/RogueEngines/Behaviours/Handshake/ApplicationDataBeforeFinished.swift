internal import RogueModel
internal import RogueTLS

/// Application data comes instead of the server's Finished, under the keys that protect that message (RFC 8446, section
/// 4.4.4; RFC 5246, section 7.4.9). A client that accepts it has not compared its transcript with the server's.
struct ApplicationDataBeforeFinished: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "application-data-before-finished", summary: "application data instead of the server's Finished",
    keywords: ["Finished"])

  private static let data = Array("data of a server that has not finished\n".utf8)

  func rewrite(_ script: inout HandshakeScript) {
    script.inEachFlight { steps in
      guard let index = steps.firstIndex(of: .message(.finished)) else { return }
      steps[index] = .record(.applicationData, Self.data)
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.count(.certificate) > 0, seen.count(.finished) == 0 else { return false }
    switch seen.evidence.version {
    // One byte for the type and sixteen for the tag: no message of the flight is as long.
    case .tls13: return seen.records.contains(SeenRecord(.applicationData, Self.data.count + 17))
    default: return seen.records.contains { $0.type == .applicationData && $0.length > Self.data.count }
    }
  }
}
