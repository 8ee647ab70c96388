internal import RogueEngines
internal import RogueModel
internal import RogueStimuli

/// The decrypted stream: one request, one reply, and then the end, unless keep-alive was agreed.
///
/// Only `GET path HTTP/1.x` and `ROGUES id` get the nonce.
struct RequestExchange: Sendable {
  /// A request's line and headers, in bytes.
  static let limit = 65_536

  private let rules: RequestRules
  let attempt: String
  /// Whether the server leaves connections open, if the client does so too (RFC 9112, section 9.3).
  let keepsAlive: Bool
  private var received: [UInt8] = []
  private var scanned = 0
  private var requestLine: String?

  init(_ rules: RequestRules, attempt: String, keepsAlive: Bool = false) {
    self.rules = rules
    self.attempt = attempt
    self.keepsAlive = keepsAlive
  }

  init(_ attempt: ServedAttempt) {
    self.init(RequestRules(attempt), attempt: attempt.attempt, keepsAlive: attempt[KeepAlive.self])
  }

  /// For a request in plaintext: the server closes the connection after its response.
  init(inTheClear attempt: ServedAttempt) {
    var rules = RequestRules(attempt)
    rules.isInTheClear = true
    self.init(rules, attempt: attempt.attempt)
  }

  enum Step: Sendable, Hashable {
    case needsMore
    case reply(ApplicationReply)
  }

  /// - Parameter host: the host for which the connection was opened; nil: unknown.
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
    let (answer, carriesNonce) = rules.reply(
      to: request.method, request.target, host: field("host"), openedFor: host)
    return .reply(reply(answer, requestLine, carriesNonce: carriesNonce))
  }

  /// Closes the connection at the client's request.
  private func reply(_ reply: HTTPReply, _ line: String, carriesNonce: Bool) -> ApplicationReply {
    var reply = reply
    reply.keepsAlive = keepsAlive && field("connection")?.lowercased() != "close"
    return ApplicationReply(
      bytes: reply.bytes, carriesNonce: carriesNonce, requestLine: line, host: field("host"),
      status: carriesNonce ? nil : reply.status, keepsAlive: reply.keepsAlive)
  }

  /// The value of a header of the request, without spaces; nil where it has none of that name.
  private func field(_ name: String) -> String? {
    let lines = received.split(separator: UInt8(ascii: "\n")).dropFirst().map { String(decoding: $0, as: UTF8.self) }
    return lines.first { $0.lowercased().hasPrefix("\(name):") }?.dropFirst(name.count + 1).filter { !$0.isWhitespace }
  }

  private func bare(_ isKnown: Bool, _ line: String) -> ApplicationReply {
    ApplicationReply(
      bytes: Array((isKnown ? "\(rules.nonce)\n" : "unknown\n").utf8), carriesNonce: isKnown, requestLine: line)
  }

  private func malformed() -> ApplicationReply {
    let line = requestLine ?? String(decoding: received.prefix(1024), as: UTF8.self)
    let reply = HTTPReply.empty("400 Bad Request")
    return ApplicationReply(bytes: reply.bytes, carriesNonce: false, requestLine: line, status: reply.status)
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
