internal import RogueModel
internal import RogueTLS

/// The flight is held up by a great many things that say nothing and are allowed one by one: a client needs an end to its
/// patience that no standard names.
struct Flood: Behaviour {
  enum Kind: String, CaseIterable {
    /// For boxes in the middle; a client of TLS 1.3 drops them (RFC 8446, section 5).
    case changeCipherSpec = "change-cipher-spec"
    /// user_canceled at level warning, which ends nothing by itself (RFC 8446, section 6.1).
    case warnings
    /// HelloRequests of TLS 1.2, which a client ignores in a handshake (RFC 5246, section 7.4.1.1).
    case helloRequests = "hello-requests"
  }

  private static let kind = WordParameter<Kind>(
    "of", default: .warnings, "change-cipher-spec (TLS 1.3), warnings or hello-requests (TLS 1.2); default warnings",
    keywords: [
      Kind.changeCipherSpec.rawValue: ["ChangeCipherSpec", "CCS"], Kind.warnings.rawValue: ["alert"],
      Kind.helloRequests.rawValue: ["HelloRequest", "renegotiation"],
    ])

  static let descriptor = NamedDescriptor(
    name: "flood", summary: "a flood of records before the certificate",
    parameters: FloodSize.declared(kind, most: 10_000))

  private let size: FloodSize<Kind>

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    size = try FloodSize(parameters, of: Self.kind)
  }

  func rewrite(_ script: inout HandshakeScript) {
    guard let index = script[.first].firstIndex(of: .message(.certificate)) else { return }
    let step: FlightStep
    switch (size.kind, script.version) {
    case (.changeCipherSpec, .tls13): step = .changeCipherSpec
    case (.warnings, _): step = .record(.alert, FloodSize<Kind>.userCanceled)
    case (.helloRequests, .tls12): step = .record(.handshake, [0, 0, 0, 0])
    case (.changeCipherSpec, .tls12), (.helloRequests, .tls13): return
    }
    script[.first].insert(contentsOf: [FlightStep](repeating: step, count: size.count), at: index)
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    let sealed = seen.evidence.version == .tls13
    let wanted: SeenRecord =
      switch size.kind {
      case .changeCipherSpec: SeenRecord(.changeCipherSpec, 1)
      // One byte for the type and sixteen for the tag.
      case .warnings: sealed ? SeenRecord(.applicationData, 2 + 17) : SeenRecord(.alert, 2)
      case .helloRequests: SeenRecord(.handshake, 4)
      }
    return seen.records.count { $0 == wanted } >= size.count
  }
}
