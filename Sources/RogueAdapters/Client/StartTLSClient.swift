internal import RogueModel
internal import RogueTLS

/// The client's side of a protocol that starts in plaintext. It requests the server's capabilities and TLS, and
/// repeats all requests under TLS, because nothing from before counts (RFC 3207, section 4.2).
///
/// Pure: from the server's bytes to the next action.
struct StartTLSClient {
  enum Turn {
    case send([UInt8])
    /// More of the server's bytes are needed.
    case wait
    case startTLS
    case nonce(String)
    /// There will be no TLS that can be trusted.
    case refuse(String)
    case broken(String)
  }

  private enum StartTLSStage { case greeting, abilities, wish, shakingHands, abilitiesAgain, request, over }

  private let language: StartTLSRecipe.Language
  private let attempt: String
  private let rules: Rulebook
  private var stage = StartTLSStage.greeting
  private var received: [UInt8] = []
  private var tag = 0

  init(_ language: StartTLSRecipe.Language, attempt: String, rules: Rulebook) {
    self.language = language
    self.attempt = attempt
    self.rules = rules
  }

  mutating func take(_ bytes: [UInt8]) -> Turn {
    received += bytes
    return advance()
  }

  /// The next step, as far as it is known without more bytes.
  mutating func advance() -> Turn {
    if language == .postgresql { return advanceMessages() }
    switch stage {
    case .greeting:
      guard let line = line() else { return .wait }
      if line.hasPrefix("* PREAUTH") {
        guard continues(despite: .loggedIn) else {
          return .refuse("the server greets with PREAUTH, after which TLS cannot begin")
        }
        return ask(.request)
      }
      return ask(.abilities)
    case .abilities:
      guard let lines = answer() else { return .wait }
      if !lines.contains(where: { $0.uppercased().split { $0 == " " || $0 == "-" }.contains("STARTTLS") }) {
        guard continues(despite: .notOffered) else { return .refuse("the server offers no TLS") }
        return ask(.request)
      }
      return ask(.wish)
    case .wish:
      guard let lines = answer(), let last = lines.last else { return .wait }
      guard isYes(last) else {
        guard continues(despite: .refused) else { return .refuse("the server refuses TLS: \(last)") }
        return ask(.request)
      }
      return agreed()
    case .shakingHands: return ask(.abilitiesAgain)
    case .abilitiesAgain: return answer() == nil ? .wait : ask(.request)
    case .request:
      guard let lines = answer() else { return .wait }
      return done(lines.lazy.compactMap { Nonce.inReply($0) }.first)
    case .over: return .broken("the dialogue has ended")
    }
  }

  private func continues(despite kind: UpgradeObstacle.Kind) -> Bool {
    rules(.continues, UpgradeObstacle(kind: kind, language: language))
  }

  /// The server has agreed. Anything that it sent together with its consent came in plaintext.
  private mutating func agreed() -> Turn {
    if !received.isEmpty, !continues(despite: .injected) {
      return .refuse("\(received.count) bytes came in the clear after the answer that lets TLS begin")
    }
    stage = .shakingHands
    return .startTLS
  }

  private mutating func done(_ nonce: String?) -> Turn {
    stage = .over
    return nonce.map { .nonce($0) } ?? .broken("the reply holds no nonce")
  }

  // MARK: Lines

  private mutating func ask(_ next: StartTLSStage) -> Turn {
    stage = next
    tag += 1
    let question =
      switch (language, next) {
      case (.imap, .wish): "a\(tag) STARTTLS"
      case (.imap, .request): "a\(tag) ID (\"name\" \"\(attempt)\")"
      case (.imap, _): "a\(tag) CAPABILITY"
      case (_, .wish): "STARTTLS"
      case (_, .request): "HELP \(attempt)"
      case (_, _): "EHLO client.rogues.test"
      }
    return .send(Array("\(question)\r\n".utf8))
  }

  private mutating func line() -> String? {
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { received.removeFirst(end + 1) }
    return String(decoding: received[..<end].filter { $0 != 13 }, as: UTF8.self)
  }

  /// All lines of the answer to the last question; nil when more bytes are needed.
  private mutating func answer() -> [String]? {
    let before = received
    var lines: [String] = []
    while let line = line() {
      lines.append(line)
      if language == .imap ? line.hasPrefix("a\(tag) ") : line.dropFirst(3).first != "-" { return lines }
    }
    received = before
    return nil
  }

  private func isYes(_ line: String) -> Bool { line.hasPrefix(language == .imap ? "a\(tag) OK" : "220") }

  // MARK: Messages of PostgreSQL

  private mutating func advanceMessages() -> Turn {
    switch stage {
    case .greeting:
      stage = .wish
      return .send([0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F])
    case .wish:
      guard let first = received.first else { return .wait }
      received.removeFirst()
      if first == UInt8(ascii: "S") { return agreed() }
      guard continues(despite: .refused) else { return .refuse("the server refuses TLS") }
      return begin()
    case .shakingHands: return begin()
    case .abilities, .abilitiesAgain:
      while let (type, _) = message() {
        if type == UInt8(ascii: "E") { return .broken("the server reports an error") }
        guard type == UInt8(ascii: "Z") else { continue }
        stage = .request
        let query = Array("SELECT '\(attempt)'\0".utf8)
        return .send([UInt8(ascii: "Q"), 0, 0, 0, UInt8(query.count + 4)] + query)
      }
      return .wait
    case .request:
      while let (type, body) = message() {
        guard type == UInt8(ascii: "D") else { continue }
        return done(Nonce.inReply("214 " + String(decoding: body.dropFirst(6), as: UTF8.self)))
      }
      return .wait
    case .over: return .broken("the dialogue has ended")
    }
  }

  private mutating func begin() -> Turn {
    stage = .abilitiesAgain
    let parameters = [0, 3, 0, 0] + Array("user\0rogues\0database\0rogues\0\0".utf8)
    return .send([0, 0, 0, UInt8(parameters.count + 4)] + parameters)
  }

  private mutating func message() -> (type: UInt8, body: [UInt8])? {
    var cursor = ByteCursor(received[...])
    guard let type = cursor.uint8(), let high = cursor.uint16(), let low = cursor.uint16() else { return nil }
    let length = Int(high) << 16 | Int(low)
    guard length >= 4, received.count > length else { return nil }
    let body = Array(received[5..<(length + 1)])
    received.removeFirst(length + 1)
    return (type, body)
  }
}
