internal import RogueModel
internal import RogueTLS

/// The request for the client's certificate cannot be answered as it is written (RFC 8446, section 4.3.2; RFC 5246,
/// section 7.4.4).
struct BrokenCertificateRequest: Behaviour {
  enum Fault: String, CaseIterable {
    /// The message ends inside its last vector.
    case truncated
    /// A list of signature algorithms without an entry (TLS 1.3).
    case noSchemes = "no-signature-algorithms"
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .truncated,
    "truncated (default) or no-signature-algorithms (TLS 1.3: no signature algorithm is named)")

  static let descriptor = NamedDescriptor(
    name: "broken-certificate-request", summary: "the CertificateRequest is malformed",
    keywords: ["CertificateRequest"],
    parameters: [fault.declared])

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.at(.certificateRequest) { message, now in
      if now.stage == .first { spoil(&message, version) }
    }
  }

  private func spoil(_ message: inout ServerMessage, _ version: TLSVersion) {
    switch (fault, version) {
    case (.truncated, _): message.body.removeLast(min(2, message.body.count))
    case (.noSchemes, .tls13):
      message.body = ByteWriter.message(.certificateRequest) { body in
        body.vector8 { _ in }
        body.vector16 { $0.helloExtension(.signatureAlgorithms) { $0.vector16 { _ in } } }
      }.suffix(from: 4).map { $0 }
    case (.noSchemes, .tls12): return
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let message = seen.first(.certificateRequest), let version = seen.evidence.version else { return false }
    var cursor = ByteCursor(message.body)
    guard cursor.vector8() != nil else { return false }
    let first = cursor.vector16()
    switch (fault, version) {
    case (.truncated, .tls13): return first == nil
    case (.truncated, .tls12): return first != nil && cursor.vector16() == nil
    // One extension, whose list has a length and nothing else.
    case (.noSchemes, .tls13): return first.map(Array.init) == [0, 13, 0, 2, 0, 0]
    case (.noSchemes, .tls12): return false
    }
  }
}
