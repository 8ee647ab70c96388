internal import RogueModel
internal import RogueTLS

/// HTTP/2 as a client with one request after the other on a connection (RFC 9113).
final class HTTP2Conversation {
  private var reader = HTTP2Reader(isServer: false)
  private var hasBegun = false
  private var isLeft = false
  private var stream: UInt32 = 1
  private var fields: [HeaderField]?
  private var body: [UInt8] = []
  /// Frames to send about the connection.
  private var output: [UInt8] = []

  /// The bytes of a request; with the first one goes what a client says before anything else.
  func request(_ target: Attempt.Endpoint) -> [UInt8] {
    var bytes: [UInt8] = []
    if !hasBegun {
      hasBegun = true
      // SETTINGS_ENABLE_PUSH: no.
      bytes += HTTP2Frame.preface + HTTP2Frame(.settings, [], [0, 2, 0, 0, 0, 0]).bytes
    }
    let request = [
      HeaderField(":method", "GET"), HeaderField(":scheme", "https"),
      HeaderField(":authority", target.authority), HeaderField(":path", target.path),
    ]
    (fields, body) = (nil, [])
    let headers = HTTP2Frame(.headers, [.endHeaders, .endStream], stream: stream, request.literals)
    return bytes + headers.bytes
  }

  /// Takes what the server says.
  ///
  /// - Returns: the whole answer; nil while it is not complete.
  func receive(_ bytes: [UInt8]) throws(HTTP2Fault) -> Reply? {
    var answer: Reply?
    for event in try reader.receive(bytes) {
      switch event {
      case .settings: output += HTTP2Frame(.settings, .acknowledgement, []).bytes
      case .settingsAcknowledged: break
      case .ping(let content):
        if !content.isEmpty { output += HTTP2Frame(.ping, .acknowledgement, content).bytes }
      case .headers(let stream, let fields, let ends) where stream == self.stream:
        if self.fields == nil { self.fields = fields }
        if ends { answer = try whole() }
      case .data(let stream, let content, let ends) where stream == self.stream:
        body += content
        guard body.count <= Reply.longest else { throw HTTP2Fault(.calmDown, "the answer is too long") }
        if ends { answer = try whole() }
      case .headers, .data: throw HTTP2Fault(.protocolError, "a response without a request")
      case .reset: throw HTTP2Fault(.protocolError, "the server resets the stream of the request")
      case .goAway: isLeft = true
      }
    }
    return answer
  }

  func takeOutput() -> [UInt8] {
    defer { output = [] }
    return output
  }

  private func whole() throws(HTTP2Fault) -> Reply {
    guard let fields, let status = fields[":status"], status.utf8.count == 3 else {
      throw HTTP2Fault(.protocolError, "a response without a status")
    }
    stream += 2
    return Reply(status: status, location: fields["location"], body: body, keepsAlive: !isLeft)
  }
}
