internal import RogueModel
internal import RogueTLS

/// The server's Certificate message has a certificate_request_context, although it answers no request (RFC 8446,
/// section 4.4.2: it is empty in the server's message).
struct CertificateRequestContext: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "certificate-request-context", summary: "the server's Certificate has a certificate_request_context",
    keywords: ["certificate_request_context"],
    versions: [.tls13])

  private static let context = Array("nobody asked".utf8)

  func rewrite(_ script: inout HandshakeScript) {
    script.at(.certificate) { message, _ in
      guard message.body.first == 0 else { return }
      message.body.replaceSubrange(0..<1, with: [UInt8(Self.context.count)] + Self.context)
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let message = seen.first(.certificate) else { return false }
    var cursor = ByteCursor(message.body)
    return cursor.vector8().map { Array($0) } == Self.context
  }
}
