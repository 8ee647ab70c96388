internal import RogueModel

/// A mail store without mail (RFC 9051): `ID ("name" "id")` gets the nonce (RFC 2971). TLS by STARTTLS (section 6.2.1).
struct IMAPDialogue: LineDialogue {
  private let plan: StartTLSDialoguePlan
  var lines = LineReader()
  var isLost = false

  static let refusal = "* BAD No such command"

  init(_ plan: StartTLSDialoguePlan) { self.plan = plan }

  var greeting: [UInt8] {
    if plan.isSecure { return [] }
    return Array("* \(isLoggedIn ? "PREAUTH" : "OK") rogues.test ready\r\n".utf8)
  }

  private var isLoggedIn: Bool { plan.recipe.offer == .preauthenticated && !plan.isSecure }

  mutating func answer(_ line: String) -> StartTLSDialogueStep {
    if let bare = plan.bare(line) { return bare }
    guard let command = IMAPCommand(line) else { return .say(Array("\(Self.refusal)\r\n".utf8)) }
    let tag = command.tag
    func ok(_ untagged: String = "") -> StartTLSDialogueStep { .say(Array("\(untagged)\(tag) OK done\r\n".utf8)) }
    switch command.name {
    case "CAPABILITY": return ok("* \(capabilities)\r\n")
    case "NOOP": return ok()
    case "ID" where command.arguments.contains("\"\(plan.attempt)\""):
      return .nonce(Array("\(Self.identity(plan.nonce))\(tag) OK done\r\n".utf8), request: line)
    case "STARTTLS": return startTLS(tag)
    case "LOGOUT": return .end(Array("* BYE\r\n\(tag) OK done\r\n".utf8))
    default: return .say(Array("\(tag) NO not here\r\n".utf8))
    }
  }

  private var capabilities: String {
    let offers = !plan.isSecure && plan.recipe.offer != .unadvertised && !isLoggedIn
    return "CAPABILITY IMAP4rev1 ID\(offers ? " STARTTLS LOGINDISABLED" : "")"
  }

  private static func identity(_ nonce: String) -> String { "* ID (\"nonce\" \"\(nonce)\")\r\n" }

  private mutating func startTLS(_ tag: String) -> StartTLSDialogueStep {
    switch plan.recipe.offer {
    case .honest where !plan.isSecure:
      var answer = "\(tag) OK begin TLS now\r\n"
      if plan.recipe.injects {
        // The answers to the client's next commands, whose tags count up.
        let first = Self.after(tag)
        answer += "* CAPABILITY IMAP4rev1 ID\r\n\(first) OK done\r\n"
        answer += "\(Self.identity(plan.injectedNonce))\(Self.after(first)) OK done\r\n"
      }
      return .startTLS(Array(answer.utf8), rest: lines.takeRest())
    case .unadvertised, .preauthenticated, .honest: return .say(Array("\(tag) BAD not here\r\n".utf8))
    case .refused: return .say(Array("\(tag) NO TLS is not available\r\n".utf8))
    }
  }

  /// The tag that follows: its number one higher, in as many digits; the same tag where its number cannot be counted.
  static func after(_ tag: String) -> String {
    let digits = tag.reversed().prefix { $0.isASCII && $0.isNumber }.count
    guard digits > 0, let number = Int(tag.suffix(digits)), number < .max else { return tag }
    let next = String(number + 1)
    return tag.dropLast(digits) + String(repeating: "0", count: max(0, digits - next.count)) + next
  }
}
