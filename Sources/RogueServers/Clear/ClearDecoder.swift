internal import RogueModel

/// Reads what was said in the clear before TLS: a pure function of the bytes, which knows nothing of what the server was
/// to say.
struct ClearDecoder {
  /// More commands than a client has before TLS.
  static let mostCommands = 16

  private let language: StartTLSRecipe.Language
  private var evidence = ClearEvidence()
  private var client = LineReader()
  private var clientBytes: [UInt8] = []
  private var server: [UInt8] = []
  /// The client asked what the server can, and the answer has not ended.
  private var asked: String?
  /// The client asked for TLS, and has no answer.
  private var wish: String?
  private var hasGreeting = false
  private var hasBegunSession = false

  static func decode(_ chunks: [WireTranscript.Chunk], _ language: StartTLSRecipe.Language) -> ClearEvidence {
    var decoder = ClearDecoder(language)
    for chunk in chunks {
      if chunk.from == .server {
        decoder.readServer(chunk.bytes)
      } else {
        decoder.readClient(chunk.bytes, at: chunk.at)
      }
    }
    return decoder.evidence
  }

  private init(_ language: StartTLSRecipe.Language) { self.language = language }

  private mutating func note(_ command: String) {
    if evidence.commands.count < Self.mostCommands { evidence.commands.append(String(command.prefix(200))) }
  }

  private mutating func countData(_ bytes: Int, at: Int) {
    evidence.applicationBytes += bytes
    if evidence.firstApplicationAt == nil { evidence.firstApplicationAt = at }
  }

  // MARK: The client

  private mutating func readClient(_ bytes: [UInt8], at: Int) {
    if language == .postgresql { return readMessages(bytes, at: at) }
    client.append(bytes)
    // A ClientHello to a server that has not agreed says nothing to anybody.
    while !client.holdsTLS, let line = client.next() {
      note(line)
      let words = line.split(separator: " ")
      let verb = (language == .imap ? words.dropFirst().first : words.first)?.uppercased() ?? ""
      let tag = language == .imap ? words.first.map(String.init) ?? "" : ""
      switch verb {
      case "EHLO", "LHLO", "CAPABILITY": asked = tag
      case "STARTTLS": wish = tag
      case "HELO", "NOOP", "RSET", "QUIT", "LOGOUT": break
      default: countData(line.utf8.count, at: at)
      }
    }
  }

  private mutating func readMessages(_ bytes: [UInt8], at: Int) {
    clientBytes += bytes
    while clientBytes.count >= 8, !clientBytes.starts(with: [22, 3]) {
      let isRequest = clientBytes[..<4].elementsEqual([0, 0, 0, 8])
      guard isRequest, !hasBegunSession else {
        hasBegunSession = true
        // A goodbye is no data.
        if !clientBytes.elementsEqual([UInt8(ascii: "X"), 0, 0, 0, 4]) { countData(clientBytes.count, at: at) }
        clientBytes = []
        return
      }
      let isTLS = clientBytes[4..<8].elementsEqual([4, 0xD2, 0x16, 0x2F])
      note(isTLS ? "SSLRequest" : "another request")
      if isTLS { wish = "" }
      clientBytes.removeFirst(8)
    }
  }

  // MARK: The server

  private mutating func readServer(_ bytes: [UInt8]) {
    if evidence.agreed == true {
      evidence.surplusBytes += bytes.count
      return
    }
    server += bytes
    if language == .postgresql { return readAnswer() }
    while let end = server.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: server[..<end].filter { $0 != 13 }, as: UTF8.self)
      server.removeFirst(end + 1)
      read(line)
      guard evidence.agreed != true else {
        evidence.surplusBytes += server.count
        server = []
        return
      }
    }
  }

  /// One byte (message flow "SSL Session Encryption").
  private mutating func readAnswer() {
    guard let first = server.first, wish != nil else { return server = [] }
    wish = nil
    evidence.agreed = first == UInt8(ascii: "S")
    if evidence.agreed == true { evidence.surplusBytes += server.count - 1 }
    server = []
  }

  private mutating func read(_ line: String) {
    if !hasGreeting {
      hasGreeting = true
      evidence.isPreauthenticated = line.hasPrefix("* PREAUTH")
      return
    }
    if let tag = wish, let isYes = isYes(line, tag) {
      wish = nil
      evidence.agreed = isYes
    } else if let tag = asked {
      let words = line.uppercased().split { $0 == " " || $0 == "-" }
      let isList = language == .smtp ? line.hasPrefix("250") : line.hasPrefix("* CAPABILITY")
      if isList { evidence.offered = evidence.offered == true || words.dropFirst().contains("STARTTLS") }
      let isLast = language == .smtp ? line.dropFirst(3).first != "-" : line.hasPrefix("\(tag) ")
      if isLast { asked = nil }
    }
  }

  /// What the line says to the wish for TLS; nil: it is no answer to it.
  private func isYes(_ line: String, _ tag: String) -> Bool? {
    if language == .smtp { return line.dropFirst(3).first == "-" ? nil : line.hasPrefix("220") }
    return line.hasPrefix("\(tag) ") ? line.dropFirst(tag.count + 1).hasPrefix("OK") : nil
  }
}
