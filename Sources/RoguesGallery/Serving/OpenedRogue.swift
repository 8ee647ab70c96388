internal import RogueModel
internal import RogueReports
internal import RogueRunner
internal import RogueStimuli
internal import RogueVerdicts

/// A rogue that is open now, and what people need to reach it.
struct OpenedRogue: Sendable {
  var item: Case
  var isHealthy: Bool
  var address: String
  var port: UInt16
  /// As the application writes it.
  var host: String
  /// Begins with a slash.
  var path: String
  var startTLS: StartTLSRecipe.Language?
  /// Where its files are; nil: none were written.
  var files: String?
  var mutation: String
  var expected: Expectation
  var roots: [[UInt8]]
  var pins: [String]
  var embedsURLs: Bool
  /// The revocation responders'.
  var responderPort: UInt16
  /// When the first of its dates comes that lay ahead when the session began; nil: never. What a client does afterwards it
  /// does for another reason than the fault.
  var datesHoldUntil: Timestamp?
  private var dated: Timestamp

  init(
    _ item: Case, isHealthy: Bool, _ material: StepMaterial, address: String, port: UInt16, files: String?,
    responderPort: UInt16
  ) {
    self.item = item
    self.isHealthy = isHealthy
    self.address = address
    self.port = port
    self.files = files
    self.responderPort = responderPort
    host = material.attempt.connect.host
    path = material.attempt.connect.path
    startTLS = material.attempt.connect.startTLS
    mutation = isHealthy ? "healthy" : item.scenario.steps[0].mutation?.description ?? "healthy"
    expected = isHealthy ? .accept : item.scenario.steps[0].expectations[item.axes.policy] ?? .accept
    roots = material.attempt.policy.roots
    pins = PinText(material.attempt.policy.pinSets).text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { String($0.prefix { $0 != " " }) }
    embedsURLs = material.served.responders != nil
    dated = material.clock
    datesHoldUntil = OpenCase.datesHold(item.scenario, isHealthy: isHealthy, policy: item.axes.policy)
      .map { material.clock + $0 }
  }

  /// One of its dates has passed that lay ahead when the session began.
  func isStale(at time: Timestamp) -> Bool { datesHoldUntil.map { $0 <= time } ?? false }

  var id: String { item.id }
  var level: Level { item.scenario.level }
  var url: String { "https://\(host):\(port)\(path)" }

  private var curl: String {
    let trust = files.map { "\($0)/trust.pem" } ?? "trust.pem"
    var words = ["curl", "--cacert", trust, "--connect-to", "\(host):\(port):\(address):\(port)"]
    let leafPins = pins.filter { $0.hasPrefix("sha256/") }.map { "sha256//" + $0.dropFirst("sha256/".count) }
    if !leafPins.isEmpty { words += ["--pinnedpubkey", leafPins.joined(separator: ";")] }
    return (words + [url]).map(ShellQuoting.quote).joined(separator: " ")
  }

  /// A screenful, with the end of its last line.
  func text(number: Int, of count: Int) -> String {
    let scenario = item.scenario
    var lines = ["\(startTLS.map { "\($0.rawValue) on \(host):\(port), TLS by STARTTLS" } ?? url)"]
    lines[0] += "   \(number) of \(count)\(isHealthy ? ", its control (without the fault)" : "")"
    func field(_ label: String, _ value: String) {
      lines.append("  " + label + String(repeating: " ", count: max(1, 10 - label.utf8.count)) + value)
    }
    field("case", id)
    field("title", "\(scenario.title) (\(scenario.level.rawValue), \(scenario.severity.rawValue))")
    field(isHealthy ? "server" : "rogue", mutation)
    field("right", expected.summary)
    if startTLS == nil { field("curl", curl) }
    field("hosts", "\(address) \(HostName.plain(host))")
    if address == ServeRequest.loopback {
      field("Android", "adb reverse tcp:\(port) tcp:\(port)")
      if embedsURLs { field("", "adb reverse tcp:\(responderPort) tcp:\(responderPort)   (revocation responders)") }
    } else if embedsURLs {
      field(
        "note", "its revocation responders answer at \(address):\(responderPort), which the client has to reach as well"
      )
    }
    if let datesHoldUntil, isStale(at: dated + 86_400) {
      field("until", "\(datesHoldUntil), when one of its dates passes; then start again")
    }
    for pin in pins { field("pin", pin) }
    if let files { field("files", "\(files)/   trust and pins for curl, iOS, Android, TrustKit, OkHttp") }
    return lines.map { $0.visible(keepsLines: false) + "\n" }.joined()
  }

  /// - Parameter page: the URL of the session's page.
  func json(page: String) -> JSON {
    [
      "type": "rogue", "case": .string(id), "scenario": .string(item.scenario.id), "healthy": .bool(isHealthy),
      "title": .string(item.scenario.title), "level": .string(item.scenario.level.rawValue),
      "severity": .string(item.scenario.severity.rawValue), "mutation": .string(mutation),
      "expected": .string(expected.summary), "url": .string(url), "host": .string(host),
      "address": .string(address), "port": JSON(port), "path": .string(path), "starttls": JSON(startTLS?.rawValue),
      "responderPort": embedsURLs ? JSON(responderPort) : .null,
      "trust": .array(roots.map { .string(Base64.encode($0)) }), "pins": .array(pins.map(JSON.string)),
      "page": .string(page), "files": JSON(files), "datesHoldUntil": JSON(datesHoldUntil?.description),
    ]
  }
}
