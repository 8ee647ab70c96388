/// A whole HTTP/1.1 response; every connection of ours carries one and closes.
struct HTTPReply: Sendable, Hashable {
  /// Code and phrase.
  var status: String
  var type: String?
  var body: [UInt8]
  /// Where else to ask.
  var location: String? = nil

  static func empty(_ status: String) -> HTTPReply { HTTPReply(status: status, type: nil, body: []) }

  var statusLine: String { "HTTP/1.1 \(status)" }

  var bytes: [UInt8] {
    var head = "\(statusLine)\r\n"
    if let type { head += "Content-Type: \(type)\r\n" }
    if let location { head += "Location: \(location)\r\n" }
    head += "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + body
  }
}
