internal import RogueModel

/// A mail server that takes no mail (RFC 5321): `HELP id` gets the nonce. TLS by STARTTLS (RFC 3207).
struct SMTPDialogue: LineDialogue {
  private let plan: StartTLSDialoguePlan
  var lines = LineReader()
  var isLost = false

  static let refusal = "500 5.5.2 No such command"

  init(_ plan: StartTLSDialoguePlan) { self.plan = plan }

  var greeting: [UInt8] { plan.isSecure ? [] : Array("220 rogues.test ESMTP\r\n".utf8) }

  mutating func answer(_ line: String) -> StartTLSDialogueStep {
    if let bare = plan.bare(line) { return bare }
    let words = line.split(separator: " ")
    switch words.first?.uppercased() {
    case "EHLO", "LHLO":
      let offers = !plan.isSecure && plan.recipe.offer != .unadvertised
      return .say(Array("250-rogues.test\r\n\(offers ? "250-STARTTLS\r\n" : "")250 HELP\r\n".utf8))
    case "HELO", "NOOP", "RSET": return say("250 2.0.0 OK")
    case "HELP" where words.count == 2 && words[1] == plan.attempt:
      return .nonce(Array("214 \(plan.nonce)\r\n".utf8), request: line)
    case "STARTTLS": return startTLS()
    case "QUIT": return .end(Array("221 2.0.0 Bye\r\n".utf8))
    default: return say("502 5.5.1 Not here")
    }
  }

  private mutating func startTLS() -> StartTLSDialogueStep {
    if plan.isSecure { return say("503 5.5.1 TLS is under way") }
    switch plan.recipe.offer {
    case .unadvertised: return say("502 5.5.1 Not here")
    case .refused: return say("454 4.7.0 TLS not available due to temporary reason")
    case .honest, .preauthenticated:
      var answer = "220 2.0.0 Ready to start TLS\r\n"
      // The answers to EHLO and HELP, which the client has not sent yet.
      if plan.recipe.injects { answer += "250-rogues.test\r\n250 HELP\r\n214 \(plan.injectedNonce)\r\n" }
      return .startTLS(Array(answer.utf8), rest: lines.takeRest())
    }
  }

  private func say(_ line: String) -> StartTLSDialogueStep { .say(Array("\(line)\r\n".utf8)) }
}
