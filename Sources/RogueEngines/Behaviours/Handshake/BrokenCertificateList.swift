internal import RogueModel
internal import RogueTLS

/// The server's certificate list is not what the protocol lets it be (RFC 8446, section 4.4.2; RFC 5246, section 7.4.2).
struct BrokenCertificateList: Behaviour {
  enum Fault: String, CaseIterable {
    /// No entry at all. A server must not send that.
    case empty
    /// An entry of no bytes after the others.
    case emptyEntry = "empty-entry"
    /// After the others comes an entry that is not a certificate.
    case garbage
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .empty, "empty (default), empty-entry or garbage (after the others)")

  static let descriptor = NamedDescriptor(
    name: "broken-certificate-list", summary: "the certificate_list is empty, or an entry is not a certificate",
    keywords: ["certificate_list"],
    parameters: [fault.declared])

  private static let garbage = [UInt8](repeating: 0x5A, count: 64)

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.replacesCertificate = true
    script.at(.certificate) { message, _ in spoil(&message, version) }
  }

  private func spoil(_ message: inout ServerMessage, _ version: TLSVersion) {
    let head = version == .tls13 ? 4 : 3
    guard message.body.count >= head else { return }
    var rest = message.body[head...]
    switch fault {
    case .empty: rest = []
    case .emptyEntry: rest += [0, 0, 0]
    case .garbage: rest += [0, 0, UInt8(Self.garbage.count)] + Self.garbage
    }
    // Each entry of TLS 1.3 has extensions.
    if fault != .empty, version == .tls13 { rest += [0, 0] }
    var writer = ByteWriter(reserving: rest.count + head)
    if version == .tls13 { writer.vector8 { _ in } }
    writer.vector24 { $0.append(rest) }
    message.body = writer.bytes
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let version = seen.evidence.version, let message = seen.first(.certificate) else { return false }
    let list = CertificateMessage(body: message.body, version: version)
    guard list.isWellFormed else { return false }
    switch fault {
    case .empty: return list.entries.isEmpty
    case .emptyEntry: return list.entries.count > 1 && list.entries.firstIndex(of: []) == list.entries.count - 1
    case .garbage: return list.entries.count > 1 && list.entries.last == Self.garbage
    }
  }
}
