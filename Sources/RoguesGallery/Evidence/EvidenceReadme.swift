internal import RogueModel
internal import RogueReports

/// The README of a case's folder, for readers who do not know this project.
struct EvidenceReadme {
  let result: CaseResult
  let steps: [StepFolder]

  var text: String {
    let block = FailureBlock(result: result, style: ReportStyle(color: false, unicode: true, width: 100)).text
    var text = "# \(result.title.visible(keepsLines: false))\n\n"
    text += "`\(result.caseID.visible(keepsLines: false))`, run by \(result.adapter.visible(keepsLines: false)) on a"
    text += " rogue server: one with exactly this fault.\n\n"
    text += fenced(block)
    if let fix = result.fix { text += "\n## What to change\n\n\(fix.visible(keepsLines: false))\n" }
    text += "\n## See it without this project\n"
    for step in steps { text += instructions(step) }
    text += files
    return text
  }

  /// A fence longer than any in the text, because clients' output may contain one.
  private func fenced(_ text: String, _ language: String = "text") -> String {
    var fence = "```"
    while text.contains(fence) { fence += "`" }
    return "\(fence)\(language)\n\(text.trimmingLineEnds)\n\(fence)\n"
  }

  private func instructions(_ step: StepFolder) -> String {
    var text = steps.count > 1 ? "\n### Step \(step.result.step)\n" : ""
    guard let material = step.material else {
      return text + "\nThe client did not run, so there is no evidence.\n"
    }
    let connect = material.attempt.connect
    if !step.presented.isEmpty {
      text += "\nOpenSSL's opinion of the certificates, for this name, trust and moment (not of pins or the"
      text += " handshake):\n\n"
      var words = ["openssl", "verify", "-CAfile", step.path("trust.pem"), "-no-CApath", "-purpose", "sslserver"]
      if let name = material.attempt.policy.hostname { words += ["-verify_hostname", name] }
      words += ["-attime", "\(material.clock.secondsSince1970)"]
      words += ["-untrusted", step.path("presented.pem"), step.path("presented.pem")]
      text += fenced(words.map(ShellQuoting.quote).joined(separator: " "), "sh")
    }
    if let replay = step.replay {
      if replay.limits.isEmpty {
        text += "\nThe same server with OpenSSL alone, and a client to try it with (status 1: it was accepted):\n\n"
        let place = #""$ROGUE_HOST:$ROGUE_PORT:$ROGUE_ADDRESS:$ROGUE_PORT""#
        let curl = #"curl --cacert "$ROGUE_TRUST" --connect-to \#(place) "$ROGUE_URL""#
        text += fenced("./\(step.path("replay.sh")) 4433 sh -c '\(curl)'", "sh")
        // The harness's proxy and temporary folders are gone, and without them the command says nothing.
        if let command = step.result.report?.command?.visible(keepsLines: false), connect.proxy == nil,
          !command.contains(TemporaryPaths.gone)
        {
          text += "\nThe same for the client of the run, with its own command:\n\n"
          let script = "./\(step.path("replay.sh")) \(connect.port)"
          text += fenced("\(script) sh -c \(ShellQuoting.quote(command))", "sh")
        }
      } else {
        text += "\nThere is no replay with `openssl s_server`, because it cannot\n\n"
        for limit in replay.limits { text += "- \(limit)\n" }
      }
    }
    if material.captured.contains(where: { !$0.pieces.isEmpty }) {
      text += "\nThe bytes of the run. Wireshark and tshark show them decrypted, for the keys are in the file:\n\n"
      let hint = connect.startTLS == nil ? " -d tcp.port==\(connect.port),tls" : ""
      text += fenced("tshark -r wire.pcapng\(hint)", "sh")
    }
    return text
  }

  private var files: String {
    var rows = [(name: "case.json", what: "this case's line of the event log")]
    if steps.contains(where: { !($0.material?.captured.isEmpty ?? true) }) {
      let what = "every connection, with the key log inside; TCP/IP headers are made up, bytes and times are not"
      rows.append(("wire.pcapng", what))
    }
    let asked = steps.filter { $0.material != nil }
    func add(_ name: String, _ what: String) {
      for step in asked { rows.append((step.path(name), what)) }
    }
    add("presented.pem", "the server's Certificate message, in order")
    add("trust.pem", "the trust anchors of the client")
    add("pins.txt", "the pins of the client")
    add("server.key", "the key that the server signed with")
    for step in asked where step.material?.served.presentation.staple != nil {
      rows.append((step.path("staple.der"), "the OCSP response that was stapled"))
    }
    add("replay.sh", "serves the same with `openssl s_server`, or says why that is impossible")
    add("attempt.json", "the attempt as the adapter got it; its files are in `client/`")
    add("timeline.txt", "what the server saw, with times")
    add("stdout.txt, stderr.txt", "what the client wrote, if it wrote anything; control characters are written out")
    add("world/", "every certificate of the scenario")
    var text = "\n## Files\n\n| file | what |\n|---|---|\n"
    for row in rows { text += "| `\(row.name)` | \(row.what) |\n" }
    text += "\nEvery key here is a test key. It was made for this run only. Trust no certificate of"
    text += " this folder outside of a test.\n"
    return text
  }
}

extension String {
  /// Without empty lines at the end.
  fileprivate var trimmingLineEnds: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
