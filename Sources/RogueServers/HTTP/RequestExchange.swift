internal import RogueModel

/// What happens on the decrypted stream: one request, one reply, and then the end where nothing else was agreed on.
///
/// The nonce is given to `GET path HTTP/1.x` and to `ROGUES id`, and to nothing else.
struct RequestExchange: Sendable {
  /// A request's line and headers, in bytes.
  static let limit = 65_536

  let path: String
  let attempt: String
  let nonce: String
  /// The host that requests for any other are sent on to; nil: nobody is.
  let redirect: String?
  /// Which requests are answered with 421.
  let misdirected: ServerRecipe.Misdirected
  /// Whether the server leaves connections open, where the client does as well (RFC 9112, section 9.3).
  let keepsAlive: Bool
  private var received: [UInt8] = []
  private var scanned = 0
  private var requestLine: String?

  init(
    path: String, attempt: String, nonce: String, redirect: String? = nil,
    misdirected: ServerRecipe.Misdirected = .none, keepsAlive: Bool = false
  ) {
    self.path = path
    self.attempt = attempt
    self.nonce = nonce
    self.redirect = redirect
    self.misdirected = misdirected
    self.keepsAlive = keepsAlive
  }

  init(_ attempt: ServedAttempt) {
    self.init(
      path: attempt.path, attempt: attempt.attempt, nonce: attempt.nonce, redirect: attempt.redirect,
      misdirected: attempt.misdirected, keepsAlive: attempt.keepsAlive)
  }

  enum Step: Sendable, Hashable {
    case needsMore
    case reply(Reply)
  }

  struct Reply: Sendable, Hashable {
    var bytes: [UInt8]
    var carriesNonce: Bool
    var requestLine: String
    /// The host that was asked for; nil: the request names none.
    var host: String?
    /// Code and phrase, where the nonce is not in it.
    var status: String?
    /// Another request may come.
    var keepsAlive = false
  }

  /// - Parameter host: whom the connection was opened for; nil: nobody knows.
  mutating func receive(_ bytes: [UInt8], openedFor host: String? = nil) -> Step {
    received += bytes
    if requestLine == nil {
      guard let end = received[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
        scanned = received.count
        return received.count > Self.limit ? .reply(malformed()) : .needsMore
      }
      scanned = end + 1
      let line = received[..<end].last == UInt8(ascii: "\r") ? received[..<(end - 1)] : received[..<end]
      requestLine = String(decoding: line.prefix(1024), as: UTF8.self)
    }
    guard let requestLine else { return .needsMore }
    if let id = Self.rest(of: requestLine, after: "ROGUES ") {
      return .reply(bare(id == attempt, requestLine))
    }
    guard let request = HTTPRequestLine(requestLine) else { return .reply(malformed()) }
    guard headersAreComplete() else {
      return received.count > Self.limit ? .reply(malformed()) : .needsMore
    }
    if isMisdirected(openedFor: host) { return .reply(reply(.empty("421 Misdirected Request"), requestLine)) }
    guard request.method == "GET", request.target == path else {
      return .reply(reply(.empty("404 Not Found"), requestLine))
    }
    if let elsewhere {
      return .reply(reply(HTTPReply(status: "302 Found", type: nil, body: [], location: elsewhere), requestLine))
    }
    let body = Array("\(nonce)\n".utf8)
    return .reply(
      reply(HTTPReply(status: "200 OK", type: "text/plain", body: body), requestLine, carriesNonce: true))
  }

  /// Closes where the client wants it so.
  private func reply(_ reply: HTTPReply, _ line: String, carriesNonce: Bool = false) -> Reply {
    var reply = reply
    reply.keepsAlive = keepsAlive && field("connection")?.lowercased() != "close"
    return Reply(
      bytes: reply.bytes, carriesNonce: carriesNonce, requestLine: line, host: field("host"),
      status: carriesNonce ? nil : reply.status, keepsAlive: reply.keepsAlive)
  }

  /// The value of a header of the request, without spaces; nil where it has none of that name.
  private func field(_ name: String) -> String? {
    let lines = received.split(separator: UInt8(ascii: "\n")).dropFirst().map { String(decoding: $0, as: UTF8.self) }
    return lines.first { $0.lowercased().hasPrefix("\(name):") }?.dropFirst(name.count + 1).filter { !$0.isWhitespace }
  }

  private func bare(_ isKnown: Bool, _ line: String) -> Reply {
    Reply(bytes: Array((isKnown ? "\(nonce)\n" : "unknown\n").utf8), carriesNonce: isKnown, requestLine: line)
  }

  private func malformed() -> Reply {
    let line = requestLine ?? String(decoding: received.prefix(1024), as: UTF8.self)
    let reply = HTTPReply.empty("400 Bad Request")
    return Reply(bytes: reply.bytes, carriesNonce: false, requestLine: line, status: reply.status)
  }

  /// Whether the request is none for this connection (RFC 9110, section 7.4).
  private func isMisdirected(openedFor host: String?) -> Bool {
    switch misdirected {
    case .none: return false
    case .all: return true
    case .otherHosts:
      guard let host, let asked = field("host")?.split(separator: ":", maxSplits: 1).first else { return false }
      return HostName.plain(asked) != HostName.plain(host)
    }
  }

  /// Where the request is sent on to: the other host at the port that this one was asked at; nil when it is asked itself.
  private var elsewhere: String? {
    guard let redirect else { return nil }
    let parts = (field("host") ?? "").split(separator: ":", maxSplits: 1)
    if let name = parts.first, HostName.plain(name) == HostName.plain(redirect) { return nil }
    return "https://\(redirect)" + (parts.count == 2 ? ":\(parts[1])" : "") + path
  }

  /// Whether an empty line came; `scanned` is where the last whole line ended.
  private mutating func headersAreComplete() -> Bool {
    while let end = received[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = received[scanned..<end]
      scanned = end + 1
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { return true }
    }
    return false
  }

  private static func rest(of line: String, after prefix: String) -> String? {
    line.hasPrefix(prefix) ? String(line.dropFirst(prefix.count)) : nil
  }
}

extension RequestExchange.Reply {
  /// For the record: what was asked.
  var asked: EngineNote { .request(requestLine, host: host) }
  /// For the record: how it was answered, where that is to be said.
  var answered: EngineNote? { carriesNonce ? .nonceSent : status.map(EngineNote.refused) }
}
