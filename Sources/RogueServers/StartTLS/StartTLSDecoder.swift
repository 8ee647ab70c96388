internal import RogueEngines
internal import RogueModel

/// Reads the plaintext dialogue before TLS: a pure function of the bytes, without knowledge of what the server was
/// meant to say.
///
/// Clients may send several commands at once, so every command waits for its own response.
struct StartTLSDecoder {
  /// More commands than a client has before TLS.
  static let mostCommands = 16

  private struct Question {
    enum Subject { case abilities, tls, other }

    var subject: Subject
    /// The tag of its response, in IMAP; in other protocols responses come in the order of the commands.
    var tag = ""
  }

  private let language: StartTLSRecipe.Language
  private var evidence = StartTLSEvidence()
  private var client = LineReader()
  private var clientBytes: [UInt8] = []
  private var serverLines = LineReader()
  /// Commands without a response so far.
  private var questions: ArraySlice<Question> = []
  private var hasGreeting = false
  private var hasBegunSession = false

  /// Nil if no plaintext was sent, and none was required.
  static func decode(_ exchange: StartTLSExchange) -> StartTLSEvidence? {
    exchange.language.map { decode(exchange.chunks, $0) } ?? decodeHTTP(exchange.chunks)
  }

  /// Whatever a client says in clear HTTP is data.
  private static func decodeHTTP(_ chunks: [WireTranscript.Chunk]) -> StartTLSEvidence? {
    let said = chunks.filter { $0.from == .client && !$0.bytes.isEmpty }
    guard let first = said.first else { return nil }
    let line = String(decoding: said.flatMap(\.bytes).prefix { $0 != 10 && $0 != 13 }.prefix(200), as: UTF8.self)
    return StartTLSEvidence(
      applicationBytes: said.reduce(0) { $0 + $1.bytes.count }, firstApplicationAt: first.at, commands: [line])
  }

  static func decode(_ chunks: [WireTranscript.Chunk], _ language: StartTLSRecipe.Language) -> StartTLSEvidence {
    var decoder = StartTLSDecoder(language)
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
    // A ClientHello to a server that has not agreed has no meaning.
    while !client.holdsTLS, let line = client.next() {
      note(line)
      let command = language == .imap ? IMAPCommand(line) : nil
      let verb = language == .imap ? command?.name : line.split(separator: " ").first?.uppercased()
      var question = Question(subject: .other, tag: command?.tag ?? "")
      switch verb {
      case "EHLO", "LHLO", "CAPABILITY": question.subject = .abilities
      case "STARTTLS": question.subject = .tls
      case "HELO", "NOOP", "RSET", "QUIT", "LOGOUT": break
      default: countData(line.utf8.count, at: at)
      }
      if language == .smtp || command != nil { questions.append(question) }
    }
  }

  /// A message shorter than a request is neither a request nor data, such as a Terminate.
  private mutating func readMessages(_ bytes: [UInt8], at: Int) {
    if hasBegunSession { return countData(bytes.count, at: at) }
    clientBytes += bytes
    while clientBytes.count >= 8, !clientBytes.starts(with: [22, 3]) {
      let isTLS = clientBytes.starts(with: [0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F])
      guard isTLS || clientBytes.starts(with: [0, 0, 0, 8, 4, 0xD2, 0x16, 0x30]) else {
        hasBegunSession = true
        countData(clientBytes.count, at: at)
        return
      }
      note(isTLS ? "SSLRequest" : "GSSENCRequest")
      questions.append(Question(subject: isTLS ? .tls : .other))
      clientBytes.removeFirst(8)
    }
  }

  // MARK: The server

  private mutating func readServer(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if language == .postgresql {
      // One byte for each request (message flow "SSL Session Encryption").
      while evidence.agreed != true, let question = questions.first, let answer = rest.popFirst() {
        questions.removeFirst()
        if question.subject == .tls { evidence.agreed = answer == UInt8(ascii: "S") }
      }
      if evidence.agreed == true { evidence.surplusBytes += rest.count }
      return
    }
    guard evidence.agreed != true else { return evidence.surplusBytes += rest.count }
    serverLines.append(bytes)
    while evidence.agreed != true, let line = serverLines.next() { read(line) }
    if evidence.agreed == true { evidence.surplusBytes += serverLines.takeRest().count }
  }

  private mutating func read(_ line: String) {
    guard hasGreeting else {
      hasGreeting = true
      evidence.isPreauthenticated = line.hasPrefix("* PREAUTH")
      return
    }
    let isList =
      language == .smtp
      ? line.hasPrefix("250") && questions.first?.subject == .abilities
      : line.hasPrefix("* CAPABILITY") && questions.contains { $0.subject == .abilities }
    if isList {
      let words = line.uppercased().split { $0 == " " || $0 == "-" }
      evidence.offered = evidence.offered == true || words.dropFirst().contains("STARTTLS")
    }
    if let (question, isYes) = answered(by: line), question.subject == .tls { evidence.agreed = isYes }
  }

  /// The command whose response ends with the line, and whether the response is positive; nil: more lines follow, or
  /// the line belongs to no command.
  private mutating func answered(by line: String) -> (Question, isYes: Bool)? {
    if language == .smtp {
      guard line.dropFirst(3).first != "-", let question = questions.popFirst() else { return nil }
      return (question, line.hasPrefix("220"))
    }
    guard let place = questions.firstIndex(where: { line.hasPrefix("\($0.tag) ") }) else { return nil }
    let question = questions.remove(at: place)
    return (question, line.dropFirst(question.tag.count + 1).hasPrefix("OK"))
  }
}
