internal import RogueModel
internal import RogueTLS

/// The server's Finished of TLS 1.2 goes out unprotected, before the ChangeCipherSpec or without one (RFC 5246, sections
/// 7.1 and 7.4.9). A client that takes it there can be led past the exchange of keys (CVE-2014-6593).
struct EarlyFinished: Behaviour {
  enum Fault: String, CaseIterable {
    /// The two change places.
    case beforeChange = "before-change-cipher-spec"
    /// There is no ChangeCipherSpec.
    case withoutChange = "without-change-cipher-spec"
    /// Nothing else follows the certificate: no key exchange, no end of the flight, no ChangeCipherSpec. The Finished
    /// fits the transcript and a master secret of no bytes.
    case afterCertificate = "after-certificate"
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .beforeChange,
    "before-change-cipher-spec (default), without-change-cipher-spec or after-certificate (and nothing else)")

  static let descriptor = NamedDescriptor(
    name: "early-finished", summary: "the server's Finished is sent in the clear",
    keywords: ["Finished", "ChangeCipherSpec"],
    parameters: [fault.declared], versions: [.tls12])

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    guard fault != .afterCertificate else {
      guard let index = script[.first].firstIndex(of: .message(.serverKeyExchange)) else { return }
      return script[.first].replaceSubrange(index..., with: [.message(.finished)])
    }
    script.inEachFlight { steps in
      guard let change = steps.firstIndex(of: .changeCipherSpec) else { return }
      steps.removeAll { $0 == .message(.finished) }
      steps.insert(.message(.finished), at: change)
      if fault == .withoutChange { steps.removeSubrange((change + 1)...) }
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.evidence.version == .tls12, seen.messages.last?.type == .finished else { return false }
    let records = seen.records
    let change = records.firstIndex { $0.type == .changeCipherSpec }
    switch fault {
    // Whatever comes after the change is no handshake any more.
    case .beforeChange: return change.map { index in !records[index...].contains { $0.type == .handshake } } ?? false
    case .withoutChange: return change == nil && seen.count(.serverHelloDone) > 0
    case .afterCertificate: return change == nil && seen.count(.serverHelloDone) == 0 && seen.count(.certificate) > 0
    }
  }
}
