import RogueModel
import ServerTestSupport
import Testing

@testable import RogueEngines
@testable import RogueServers

@Suite struct StartTLSDialogueTests {
  private static func plan(
    _ language: StartTLSRecipe.Language, offer: StartTLSRecipe.Offer = .honest, injects: Bool = false,
    secure: Bool = false
  ) -> StartTLSDialoguePlan {
    StartTLSDialoguePlan(
      recipe: StartTLSRecipe(speaks: language, offer: offer, injects: injects), attempt: "the-attempt",
      nonce: ServerFixture.nonce, isSecure: secure)
  }

  /// What is said to each of these, one after the other, as text.
  private static func answers(_ plan: StartTLSDialoguePlan, _ questions: String...) -> [String] {
    var dialogue = plan.dialogue()
    return questions.flatMap { dialogue.take(Array($0.utf8)) }.map(text)
  }

  private static func text(_ step: StartTLSDialogueStep) -> String {
    switch step {
    case .say(let bytes): String(decoding: bytes, as: UTF8.self)
    case .startTLS(let bytes, let rest): "TLS \(rest.count): \(String(decoding: bytes, as: UTF8.self))"
    case .nonce(let bytes, let request): "nonce to \(request): \(String(decoding: bytes, as: UTF8.self))"
    case .end(let bytes): "end: \(String(decoding: bytes, as: UTF8.self))"
    }
  }

  @Test func `a mail server offers TLS, starts it on request, and gives the nonce to the attempt alone`() {
    let clear = Self.answers(Self.plan(.smtp), "EHLO x\r\n", "STARTTLS\r\n")
    #expect(clear.first == "250-rogues.test\r\n250-STARTTLS\r\n250 HELP\r\n")
    #expect(clear.last == "TLS 0: 220 2.0.0 Ready to start TLS\r\n")
    let secure = Self.answers(
      Self.plan(.smtp, secure: true), "EHLO x\r\nHELP somebody\r\n", "STARTTLS\r\n", "help the-attempt\r\n")
    #expect(
      secure == [
        "250-rogues.test\r\n250 HELP\r\n", "502 5.5.1 Not here\r\n", "503 5.5.1 TLS is under way\r\n",
        "nonce to help the-attempt: 214 \(ServerFixture.nonce)\r\n",
      ])
  }

  @Test func `a client's ClientHello in the same piece as its wish belongs to TLS`() {
    #expect(
      Self.answers(Self.plan(.smtp), "STARTTLS\r\n\u{16}\u{3}\u{1}") == ["TLS 3: 220 2.0.0 Ready to start TLS\r\n"])
  }

  @Test(arguments: StartTLSRecipe.Language.allCases)
  func `a client that pipelines its commands gets every answer, and its ClientHello is not read as plaintext`(
    language: StartTLSRecipe.Language
  ) {
    let questions: [UInt8] =
      switch language {
      case .smtp: Array("EHLO x\r\nSTARTTLS\r\n".utf8)
      case .imap: Array("a CAPABILITY\r\nb STARTTLS\r\n".utf8)
      case .postgresql: [0, 0, 0, 8, 4, 0xD2, 0x16, 0x30, 0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]
      }
    let hello = [22, 3, 1] + [UInt8](repeating: 7, count: 512)
    var talk = StartTLSExchange(Self.plan(language))
    _ = talk.greet(at: 0)
    let steps = talk.take(questions + hello, at: 5)
    guard steps.count == 2, case .startTLS(_, let rest)? = steps.last else {
      Issue.record("TLS does not begin: \(steps.map(Self.text))")
      return
    }
    #expect(rest == hello)
    #expect(talk.hasBegunTLS)
    #expect(talk.chunks.filter { $0.from == .client }.map(\.bytes) == [questions])
    let seen = StartTLSDecoder.decode(talk.chunks, language)
    #expect(seen.agreed == true && seen.surplusBytes == 0 && seen.applicationBytes == 0)
  }

  @Test func `a wrong offer changes nothing else`() {
    #expect(
      Self.answers(Self.plan(.smtp, offer: .unadvertised), "EHLO x\r\n", "STARTTLS\r\n", "HELP the-attempt\r\n") == [
        "250-rogues.test\r\n250 HELP\r\n", "502 5.5.1 Not here\r\n",
        "nonce to HELP the-attempt: 214 \(ServerFixture.nonce)\r\n",
      ])
    #expect(
      Self.answers(Self.plan(.smtp, offer: .refused), "EHLO x\r\n", "STARTTLS\r\n").last
        == "454 4.7.0 TLS not available due to temporary reason\r\n")
    #expect(Self.plan(.imap, offer: .preauthenticated).dialogue().greeting.starts(with: "* PREAUTH ".utf8))
    #expect(
      Self.answers(Self.plan(.imap, offer: .preauthenticated), "a CAPABILITY\r\n", "b STARTTLS\r\n") == [
        "* CAPABILITY IMAP4rev1 ID\r\na OK done\r\n", "b BAD not here\r\n",
      ])
    var database = Self.plan(.postgresql, offer: .refused).dialogue()
    #expect(database.take([0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]) == [.say([UInt8(ascii: "N")])])
  }

  @Test func `injected text answers later commands, with another nonce`() {
    let injected = StartTLSRecipe.injectedNonce(for: ServerFixture.nonce)
    #expect(injected != ServerFixture.nonce)
    #expect(
      Self.answers(Self.plan(.smtp, injects: true), "STARTTLS\r\n").first?.hasSuffix("214 \(injected)\r\n") == true)
    let mailbox = Self.answers(Self.plan(.imap, injects: true), "A099 STARTTLS\r\n").first ?? ""
    #expect(mailbox.contains("\r\nA100 OK done\r\n* ID (\"nonce\" \"\(injected)\")\r\nA101 OK done\r\n"))
    var database = Self.plan(.postgresql, injects: true).dialogue()
    guard case .startTLS(let bytes, _)? = database.take([0, 0, 0, 8, 4, 0xD2, 0x16, 0x2F]).first else {
      Issue.record("TLS does not begin")
      return
    }
    #expect(bytes.first == UInt8(ascii: "S"))
    #expect(String(decoding: bytes, as: UTF8.self).contains(injected))
  }

  /// The highest number that there is.
  private static let big = "a9223372036854775807"

  @Test(arguments: [("A001", "A002"), ("a9", "a10"), ("x099", "x100"), ("tag", "tag"), ("7", "8"), (big, big)])
  func `tags count up in as many digits`(tag: String, next: String) { #expect(IMAPDialogue.after(tag) == next) }

  @Test(arguments: StartTLSRecipe.Language.allCases)
  func `a client that starts TLS without the command gets one refusal, and nothing more`(
    language: StartTLSRecipe.Language
  ) {
    var dialogue = Self.plan(language, offer: .refused).dialogue()
    let steps = dialogue.take([22, 3, 1, 0, 5, 1, 0, 0, 1, 0])
    #expect(steps.count == 1)
    guard case .say(let bytes)? = steps.first else {
      Issue.record("something else than a refusal")
      return
    }
    #expect(!bytes.isEmpty && bytes.first != 22)
    #expect(dialogue.take(Array("EHLO x\r\n".utf8)).isEmpty)
  }

  @Test func `a tag cannot produce an untagged answer`() {
    #expect(
      Self.answers(Self.plan(.imap), "* STARTTLS\r\n", "+ NOOP\r\n") == [
        "* BAD No such command\r\n", "* BAD No such command\r\n",
      ])
  }

  @Test func `a line has a limit, and the lines together have none`() {
    let lines = String(repeating: "NOOP\r\n", count: LineReader.limit / 5)
    var busy = Self.plan(.smtp).dialogue()
    #expect(busy.take(Array(lines.utf8)).count == LineReader.limit / 5)
    var endless = Self.plan(.smtp).dialogue()
    let refusal = endless.take([UInt8](repeating: 65, count: LineReader.limit + 1))
    #expect(refusal == [.say(Array("500 5.5.2 No such command\r\n".utf8))])
    #expect(endless.take(Array("\r\nNOOP\r\n".utf8)).isEmpty)
  }

  @Test func `an SSLRequest of another length is not one`() {
    var database = Self.plan(.postgresql).dialogue()
    guard case .say(let bytes)? = database.take([0, 0, 0, 9, 4, 0xD2, 0x16, 0x2F, 0]).first else {
      Issue.record("TLS begins")
      return
    }
    #expect(bytes.first == UInt8(ascii: "E"))
  }

  @Test(arguments: StartTLSRecipe.Language.allCases)
  func `a bare line may come in pieces`(language: StartTLSRecipe.Language) {
    var dialogue = Self.plan(language, secure: true).dialogue()
    let steps = "ROGUES the-attempt\r\n".utf8.flatMap { dialogue.take([$0]) }
    #expect(steps == [.nonce(Array("\(ServerFixture.nonce)\n".utf8), request: "ROGUES the-attempt")])
  }

  @Test(arguments: StartTLSRecipe.Language.allCases)
  func `a client without the protocol sends one bare line`(language: StartTLSRecipe.Language) {
    var dialogue = Self.plan(language, secure: true).dialogue()
    #expect(
      dialogue.take(Array("ROGUES the-attempt\r\n".utf8))
        == [.nonce(Array("\(ServerFixture.nonce)\n".utf8), request: "ROGUES the-attempt")])
    var other = Self.plan(language, secure: true).dialogue()
    #expect(other.take(Array("ROGUES another\r\n".utf8)) == [.end(Array("unknown\n".utf8))])
  }
}
