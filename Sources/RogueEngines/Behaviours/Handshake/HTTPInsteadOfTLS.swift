internal import RogueModel
internal import RogueTLS

/// The server answers the ClientHello with an HTTP response in the clear, as a proxy or a captive portal does.
struct HTTPInsteadOfTLS: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "http-instead-of-tls", summary: "a plaintext HTTP response instead of TLS")

  private static let answer = Array(
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 3\r\nConnection: close\r\n\r\nok\n".utf8)

  func rewrite(_ script: inout HandshakeScript) {
    script.opening = .plaintext(Self.answer)
  }

  func isPresented(on seen: SeenConnection) -> Bool { seen.hasHeardClient && seen.sent == Self.answer }
}
