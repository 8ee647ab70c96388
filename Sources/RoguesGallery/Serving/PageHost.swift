internal import RogueModel
internal import RogueReports
internal import RogueServers

/// Serves a page that shows what is under way.
struct PageHost: Sendable {
  private let server: PageServer
  var url: String { server.url }

  /// - Parameters:
  ///   - page: as it is now; called for each request.
  ///   - act: does what a button asks for; nil: there are no buttons.
  init(
    at place: ListenPlace, page: @escaping @Sendable () -> LivePage,
    act: (@Sendable (_ action: String, _ number: Int?) -> Void)? = nil
  ) throws(HarnessFailure) {
    let token = act.map { _ in RogueOpener.random(16) }
    let base = place.isLocal ? "/" : "/\(RogueOpener.random(16))/"
    server = try PageServer(at: place, base: base, token: token) { request in
      if let form = request.form {
        guard let act, page().takes(request.path, form["number"].flatMap { Int($0) }) else { return .missing }
        act(request.path, form["number"].flatMap { Int($0) })
        return .back(to: base)
      }
      return Self.reply(to: request.path, page(), token)
    }
  }

  private static func reply(to path: String, _ page: LivePage, _ token: String?) -> PageReply {
    func text(_ type: String, _ text: String) -> PageReply { .found("\(type); charset=utf-8", Array(text.utf8)) }
    switch path {
    case "": return text("text/html", page.document(token: token))
    case LivePage.stylePath: return text("text/css", LivePage.style)
    case LivePage.scriptPath: return text("text/javascript", LivePage.script)
    case LivePage.iconPath: return .found("image/svg+xml", Array(LivePage.icon.utf8))
    case LivePage.statePath: return text("application/json", page.stateJSON(token: token))
    default: return page.file(path).map { .found($0.type, $0.bytes) } ?? .missing
    }
  }

  /// The URL, and for other machines its code, with the end of the last line.
  func announcement(_ terminal: TerminalOptions, isLocal: Bool) -> String {
    "page: \(url)\n" + (isLocal ? "" : QRCode.text(of: url, terminal))
  }

  func close() { server.shutDown() }
}

extension QRCode {
  /// The URL for a camera, with the end of its last line; why there is none, if it cannot be shown.
  static func text(of url: String, _ terminal: TerminalOptions) -> String {
    guard let code = QRCode(url) else { return "  no QR code: the URL is too long for one\n" }
    let lines = code.lines(color: terminal.colorsOutput)
    guard terminal.isUTF8, lines.count * 2 <= terminal.width else {
      return "  no QR code: it needs UTF-8 and \(lines.count * 2) columns\n"
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
