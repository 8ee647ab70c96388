internal import RogueModel
internal import RogueTLS

/// The server's certificate list is megabytes long: its last entry is repeated many times. No standard says how much is
/// too much (RFC 8446, section 4.4.2, allows 2^24 - 1 bytes and certificates that are not needed). A client that keeps
/// all of it, on every connection, runs out of memory.
struct OversizedCertificateList: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "oversized-certificate-list", summary: "the last certificate is repeated until the list is megabytes long",
    keywords: ["certificate_list"],
    parameters: [
      .init(
        name: "bytes", kind: .integer, summary: "the minimum length of the list; default 5000000",
        range: 2_000_000...6_000_000)
    ])

  private let bytes: Int

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    bytes = Int(try parameters.integer("bytes", default: 5_000_000))
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.replacesCertificate = true
    script.at(.certificate) { message, _ in lengthen(&message, version) }
  }

  private func lengthen(_ message: inout ServerMessage, _ version: TLSVersion) {
    let head = version == .tls13 ? 4 : 3
    guard message.body.count > head,
      let last = CertificateMessage(body: message.body[...], version: version).entries.last
    else { return }
    var entry = ByteWriter(reserving: last.count + 5)
    entry.vector24 { $0.append(last) }
    // Each entry of TLS 1.3 has extensions.
    if version == .tls13 { entry.uint16(0) }
    var list = Array(message.body[head...])
    list.reserveCapacity(bytes + entry.bytes.count)
    while list.count < bytes { list += entry.bytes }
    var writer = ByteWriter(reserving: list.count + head)
    if version == .tls13 { writer.vector8 { _ in } }
    writer.vector24 { $0.append(list) }
    message.body = writer.bytes
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    // No client waits for such a message, so the client decides how much of it to read.
    seen.unread.contains { $0.type == .certificate && $0.length >= bytes }
  }
}
