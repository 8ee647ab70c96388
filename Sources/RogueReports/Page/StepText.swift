import RogueModel

/// One attempt in full: what was expected, what both witnesses say, and what was sent.
struct StepText {
  let step: StepResult
  /// How many steps the case has.
  let count: Int
  /// What the scenario serves in this step; nil: unknown.
  let card: ScenarioCard?
  /// Nil: without the certificates, which another case of the page shows.
  let references: PageReferences?

  init(step: StepResult, of count: Int, card: ScenarioCard?, references: PageReferences?) {
    self.step = step
    self.count = count
    self.card = card
    self.references = references
  }

  var html: String {
    var text =
      count > 1 ? "<h3>Step \(step.step) of \(count): \(HTMLText.escaped(step.judgement.verdict.word))</h3>\n" : ""
    text += "<dl class=\"kv\">"
    if let mutation = step.mutation {
      text += pair(
        "rogue",
        "<code>\(HTMLText.escaped(mutation))</code>"
          + (step.exercised ? "" : " The fault never reached this client."))
    }
    text += pair("expected", HTMLText.escaped(step.expected))
    text += pair(
      "said", step.report.map { clean($0.outcome.sentence) } ?? "nothing: the validator did not run"
    )
    text += "</dl>\n" + clientChain + timeline
    if let references {
      text += drawing + (CertificateComparison(step, references)?.html ?? "") + certificates
    }
    if let report = step.report {
      text += folded("Standard error", report.standardError) + folded("Standard output", report.standardOutput)
      if let command = report.command {
        text += folded("The client’s command", command)
      }
    }
    return text
  }

  private func pair(_ name: String, _ value: String) -> String { "<div><dt>\(name)</dt><dd>\(value)</dd></div>" }

  private func clean(_ text: String) -> String { HTMLText.escaped(HTMLText.withoutFolders(text)) }

  // MARK: Time

  /// Two lanes, so that one sees whose turn it was.
  private var timeline: String {
    var isMarked = false
    let rows = Timeline(step.observation).entries.map { entry in
      var text = clean(entry.text)
      if let mark = mark(entry.kind), !isMarked {
        isMarked = entry.kind == .data || !isWrong
        text += " <b class=\"here\">\(mark)</b>"
      }
      let time = "<tr><td>\(entry.at.map(DurationText.milliseconds(ofMicroseconds:)) ?? "")"
      let kind = Self.style(entry.kind)
      return switch entry.by {
      case .client: time + "<td class=\"\(kind)\">\(text)<td>\n"
      case .server: time + "<td><td class=\"\(kind)\">\(text)\n"
      case nil: time + "<td colspan=\"2\" class=\"\(kind)\">\(text)\n"
      }
    }
    return """
      <table class="tl"><caption>What the server saw</caption>
      <thead><tr><th scope="col">Time<th scope="col">Client<th scope="col">Server</thead><tbody>\(rows.joined())</tbody></table>

      """
  }

  private var isWrong: Bool { step.judgement.verdict.admitsAttacker }

  /// Where the fault is in what was sent, and where a right client would have stopped before.
  private func mark(_ kind: Timeline.Kind) -> String? {
    guard step.exercised, let mutation = step.mutation else { return nil }
    switch kind {
    case .certificates:
      return ["certificates.", "server.present"].contains(where: mutation.hasPrefix)
        ? "the fault is here" : nil
    case .data: return isWrong ? "here it should have stopped" : nil
    case .nonce, .alert, .other: return nil
    }
  }

  private static func style(_ kind: Timeline.Kind) -> String {
    switch kind {
    case .data, .nonce: "e-data"
    case .alert: "e-alert"
    case .certificates: "e-cert"
    case .other: "e"
    }
  }

  // MARK: Certificates

  private var clientChain: String {
    guard let chain = step.clientChain else { return "" }
    let rows = chain.drawing(.unicode).map { label, line in
      label + String(repeating: " ", count: max(1, 7 - label.count)) + line
    }
    return "<h4>The client’s certificate list</h4><pre class=\"draw\" tabindex=\"0\">"
      + HTMLText.escaped(rows.joined(separator: "\n"), keepingLines: true) + "</pre>\n"
  }

  /// The way from the leaf to a root, where the fault has to do with it.
  private var drawing: String {
    guard let card, card.steps.indices.contains(step.step - 1),
      card.steps[step.step - 1].concernsCertificates(card)
    else { return "" }
    let isSent = step.observation.connections.contains { $0.serverCertificates?.isEmpty == false }
    return ChainDrawing(links: card.steps[step.step - 1].links, isSent: isSent)
      .html(isSent ? "Leaf to root" : "Leaf to root; no certificate was sent in this step")
  }

  /// The chains that were sent, each once, as PEM (RFC 7468).
  private var certificates: String {
    var chains: [[[UInt8]]] = []
    for connection in step.observation.connections {
      if let chain = connection.serverCertificates, !chain.isEmpty, !chains.contains(chain) { chains.append(chain) }
    }
    let texts = chains.map { chain in
      let pem = chain.enumerated().map { "# \($0 + 1) of \(chain.count), \($1.count) bytes\n" + Self.pem($1) }.joined()
      return "<details><summary>The chain as sent, PEM, \(String.counted(chain.count, "certificate"))</summary>"
        + "<pre tabindex=\"0\">\(HTMLText.escaped(pem, keepingLines: true))</pre></details>\n"
    }
    return texts.joined()
  }

  static func pem(_ der: [UInt8]) -> String {
    var lines = "-----BEGIN CERTIFICATE-----\n"
    var rest = Base64.encode(der)[...]
    while !rest.isEmpty {
      lines += rest.prefix(64) + "\n"
      rest = rest.dropFirst(64)
    }
    return lines + "-----END CERTIFICATE-----\n"
  }

  // MARK: What the client wrote

  /// The last lines; a client that talks for megabytes does not fill the page.
  private func folded(_ title: String, _ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard !lines.isEmpty else { return "" }
    let shown = lines.suffix(40).map { HTMLText.withoutFolders(String($0)).truncated(to: 600, ellipsis: "…") }
    let missing = lines.count > shown.count ? "(\(lines.count - shown.count) lines before these)\n" : ""
    return "<details><summary>\(title)</summary><pre tabindex=\"0\">"
      + HTMLText.escaped(missing + shown.joined(separator: "\n"), keepingLines: true) + "</pre></details>\n"
  }
}
