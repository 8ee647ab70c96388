internal import RogueTLS

/// A whole HTTP/1.1 response; a connection of ours carries one and closes, unless it says otherwise.
struct HTTPReply: Sendable, Hashable {
  /// How the end of the body is determined (RFC 9112, section 6).
  enum Framing: Sendable, Hashable {
    case length
    /// In chunks of a few bytes.
    case chunked
    /// By the length, but half of the body does not come.
    case truncated
  }

  /// In bytes: small, so that there are several.
  private static let chunk = 100

  /// Code and phrase.
  var status: String
  var type: String?
  var body: [UInt8]
  /// The target of a redirect.
  var location: String?
  var framing = Framing.length
  /// Further header fields.
  var fields: [HeaderField] = []
  /// Another request may come on the connection (RFC 9112, section 9.3).
  var keepsAlive = false

  static func empty(_ status: String) -> HTTPReply { HTTPReply(status: status, type: nil, body: []) }

  /// 307: to the same question at another place (RFC 9110, section 15.4.8).
  static func redirect(to location: String) -> HTTPReply {
    HTTPReply(status: "307 Temporary Redirect", type: nil, body: [], location: location)
  }

  var statusLine: String { "HTTP/1.1 \(status)" }

  var bytes: [UInt8] {
    var head = "\(statusLine)\r\n"
    if let location { head += "Location: \(location)\r\n" }
    for field in fields { head += "\(field.name): \(field.value)\r\n" }
    if let type { head += "Content-Type: \(type)\r\n" }
    head += framing == .chunked ? "Transfer-Encoding: chunked\r\n" : "Content-Length: \(body.count)\r\n"
    head += "Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    return Array(head.utf8) + framed
  }

  private var framed: [UInt8] {
    switch framing {
    case .length: return body
    case .truncated: return Array(body.prefix(body.count / 2))
    case .chunked:
      var bytes: [UInt8] = []
      for start in stride(from: 0, to: body.count, by: Self.chunk) {
        let piece = body[start..<min(start + Self.chunk, body.count)]
        bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
      }
      return bytes + Array("0\r\n\r\n".utf8)
    }
  }
}
