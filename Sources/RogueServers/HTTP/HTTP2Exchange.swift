internal import RogueEngines
internal import RogueModel
internal import RogueStimuli
internal import RogueTLS

/// HTTP/2 for a server with a single response (RFC 9113): it answers any number of requests, and closes the connection
/// unless keep-alive was agreed.
///
/// A response waits until the client has acknowledged the server's settings. So a client can object to the connection
/// before it gets its response, and nothing is pending on a connection that stays open.
struct HTTP2Exchange: Sendable {
  /// Requests at the same time, which the server's settings say.
  private static let mostStreams: UInt32 = 16

  private var rules: RequestRules
  private var keepsAlive: Bool
  private var reader = HTTP2Reader(isServer: true)
  private var hasBegun = false
  private var isAcknowledged = false
  private var hasAnswered = false
  private var waiting: [Request] = []
  /// The client's youngest stream.
  private var last: UInt32 = 0

  private struct Request: Sendable {
    var stream: UInt32
    var method: String
    var target: String
    var host: String?
  }

  init(_ attempt: ServedAttempt) {
    rules = RequestRules(attempt)
    keepsAlive = attempt[KeepAlive.self]
  }

  /// Requests are answered for this attempt from now on; the connection stays what it is.
  mutating func proceed(_ attempt: ServedAttempt) {
    rules = RequestRules(attempt)
    keepsAlive = attempt[KeepAlive.self]
  }

  /// Every request was answered, and no frame is incomplete.
  var isIdle: Bool { hasAnswered && waiting.isEmpty && reader.isBetweenFrames }

  /// - Parameter host: the host for which the connection was opened; nil: unknown.
  mutating func receive(_ bytes: [UInt8], openedFor host: String?) -> ApplicationStep {
    var output: [UInt8] = []
    if !hasBegun {
      hasBegun = true
      output += HTTP2Frame(.settings, [], Self.settings).bytes
    }
    do throws(HTTP2Fault) {
      for event in try reader.receive(bytes) { output += try take(event) }
    } catch {
      output += HTTP2Frame.goAway(error.code, after: last).bytes
      return .reply(
        ApplicationReply(
          bytes: output, carriesNonce: false, requestLine: "no request of HTTP/2", status: "GOAWAY, \(error.why)"))
    }
    guard isAcknowledged, !waiting.isEmpty else { return output.isEmpty ? .needsMore : .say(output) }
    return .reply(answer(after: output, openedFor: host))
  }

  /// The bytes to send at once.
  private mutating func take(_ event: HTTP2Reader.Event) throws(HTTP2Fault) -> [UInt8] {
    switch event {
    case .settings: return HTTP2Frame(.settings, .acknowledgement, []).bytes
    case .settingsAcknowledged: isAcknowledged = true
    case .ping(let content): return content.isEmpty ? [] : HTTP2Frame(.ping, .acknowledgement, content).bytes
    case .headers(let stream, let fields, _): try begin(stream, fields)
    // Requests are answered without a look at their bodies.
    case .data(let stream, _, _):
      guard stream <= last, !stream.isMultiple(of: 2) else { throw HTTP2Fault(.protocolError, "data out of place") }
    case .reset(let stream):
      guard stream <= last else { throw HTTP2Fault(.protocolError, "a request that was not made is taken back") }
      waiting.removeAll { $0.stream == stream }
    case .goAway: break
    }
    return []
  }

  /// RFC 9113, section 8.3.1.
  private mutating func begin(_ stream: UInt32, _ fields: [HeaderField]) throws(HTTP2Fault) {
    guard !stream.isMultiple(of: 2), stream > last else {
      throw HTTP2Fault(stream <= last ? .streamClosed : .protocolError, "stream \(stream) cannot carry a request")
    }
    last = stream
    guard waiting.count < Self.mostStreams else { throw HTTP2Fault(.calmDown, "too many requests at once") }
    let named = Dictionary(grouping: fields.filter { $0.name.hasPrefix(":") }, by: \.name)
    let pseudo = fields.prefix { $0.name.hasPrefix(":") }
    guard pseudo.count == named.values.reduce(0, { $0 + $1.count }), named.values.allSatisfy({ $0.count == 1 }),
      fields.allSatisfy({ $0.name == $0.name.lowercased() }), let method = named[":method"]?.first?.value,
      let target = named[":path"]?.first?.value, named[":scheme"] != nil
    else { throw HTTP2Fault(.protocolError, "a request with the wrong fields") }
    waiting.append(
      Request(stream: stream, method: method, target: target, host: fields[":authority"] ?? fields["host"]))
  }

  private mutating func answer(after output: [UInt8], openedFor host: String?) -> ApplicationReply {
    var reply = ApplicationReply(bytes: output, carriesNonce: false, requestLine: "", keepsAlive: keepsAlive)
    for request in waiting {
      let (answer, carriesNonce) = rules.reply(to: request.method, request.target, host: request.host, openedFor: host)
      reply.bytes += Self.frames(of: answer, on: request.stream)
      reply.requestLine = String("\(request.method) \(request.target) HTTP/2".prefix(1024))
      reply.host = request.host
      reply.status = carriesNonce ? nil : answer.status
      reply.carriesNonce = reply.carriesNonce || carriesNonce
    }
    if !keepsAlive { reply.bytes += HTTP2Frame.goAway(.none, after: last).bytes }
    waiting = []
    hasAnswered = true
    return reply
  }

  private static func frames(of reply: HTTPReply, on stream: UInt32) -> [UInt8] {
    var fields = [
      HeaderField(":status", String(reply.status.prefix(3))), HeaderField("content-length", String(reply.body.count)),
    ]
    if let type = reply.type { fields.append(HeaderField("content-type", type)) }
    if let location = reply.location { fields.append(HeaderField("location", location)) }
    let isAll = reply.body.isEmpty
    let headers = HTTP2Frame(
      .headers, isAll ? [.endHeaders, .endStream] : .endHeaders, stream: stream, fields.literals)
    return headers.bytes + (isAll ? [] : HTTP2Frame(.data, .endStream, stream: stream, reply.body).bytes)
  }

  /// SETTINGS_MAX_CONCURRENT_STREAMS.
  private static let settings: [UInt8] = [0, 3, 0, 0, 0, UInt8(mostStreams)]
}
