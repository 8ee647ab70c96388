import RogueModel

/// A small run, made by hand, in which every verdict occurs.
enum SampleRun {
  static let curl = AdapterDescription(
    name: "curl", door: .recipe, library: "libcurl", version: "8.14.1",
    capabilities: [.anchors, .pin(.spki, .leaf), .tls12, .tls13],
    declined: [.pin(.spki, .ca): "--pinnedpubkey looks at the leaf only"], startupMilliseconds: 20,
    summary: "The curl tool")
  static let python = AdapterDescription(
    name: "python-ssl", door: .exec, library: "ssl", version: "3.13.5", capabilities: [.anchors, .tls12, .tls13],
    usesProxy: true)

  static let leaf: [UInt8] = [0x30, 0x82, 1, 2, 3]
  static let issuing: [UInt8] = [0x30, 0x82, 9, 8]
  static let rogue: [UInt8] = [0x30, 0x82, 0xff]

  /// A client that accepts the rogue and gets the nonce.
  static let admitted = Observation(
    connections: [
      ConnectionEvidence(index: 1, owner: .adapter, openedAt: 410) {
        $0.closedAt = 4100
        $0.clientHello = ClientHelloEvidence(
          serverName: "pinned.rogues.test", alpn: ["http/1.1"], versions: [0x0304, 0x0303], groups: [29, 23],
          cipherSuites: [0x1302], requestsStaple: true)
        $0.version = .tls13
        $0.cipherSuite = 0x1302
        $0.serverCertificates = [rogue, issuing]
        $0.staples = [0: [1, 2, 3]]
        $0.sctList = [0, 1, 2]
        $0.certificatesSentAt = 1120
        $0.clientFinishedAt = 2210
        $0.alerts = [
          AlertEvidence(from: .server, isFatal: false, code: 0, at: 3900),
          AlertEvidence(from: .client, isFatal: false, code: 0, at: 4000),
        ]
        $0.applicationBytes = 91
        $0.firstApplicationAt = 2300
        $0.request = "GET /a3f9 HTTP/1.1"
        $0.nonceSentAt = 2400
        $0.end = ConnectionEnd(by: .server, how: .closeNotify)
        $0.bytesIn = 900
        $0.bytesOut = 2000
      }
    ],
    fetches: [FetchEvidence(kind: .ocsp, name: "leaf", at: 1500, answer: "200 OK, good")])

  /// A client that refuses with an alert.
  static let refused = Observation(connections: [
    ConnectionEvidence(index: 1, owner: .adapter, openedAt: 300) {
      $0.closedAt = 1950
      $0.clientHello = ClientHelloEvidence(serverName: nil)
      $0.version = .tls12
      $0.cipherSuite = 0xc02b
      $0.serverCertificates = [leaf, issuing]
      $0.certificatesSentAt = 1100
      $0.certificateRequested = true
      $0.clientCertificates = [leaf]
      $0.clientCertificateMessage = [11, 0, 0, 1]
      $0.clientFinishedAt = 1500
      $0.alerts = [AlertEvidence(from: .client, isFatal: true, code: 48, at: 1900)]
      $0.end = ConnectionEnd(by: .client, how: .alert)
      $0.bytesIn = 300
      $0.bytesOut = 1800
    }
  ])

  static func step(
    number: Int = 1, mutation: String? = "server.present: [rogue-leaf]", expected: String = "cancel (pin-mismatch)",
    _ outcome: AdapterOutcome?, _ observation: Observation, _ judgement: Judgement, exercised: Bool = true,
    standardError: String = ""
  ) -> StepResult {
    StepResult(
      step: number, mutation: mutation, expected: expected,
      report: outcome.map {
        AdapterReport(
          outcome: $0, milliseconds: 12, standardOutput: "x\n", standardError: standardError,
          command: "curl --silent https://pinned.rogues.test:40123/a3f9")
      }, observation: observation, judgement: judgement, exercised: exercised)
  }

  static func result(
    _ adapter: String, _ scenario: String, policy: String = "leaf-spki", tls: TLSVersion = .tls13,
    level: Level = .must, _ judgement: Judgement, steps: [StepResult] = [],
    control: Judgement? = Judgement(.pass, "accepted"),
    exposesIdentity: Bool = false, artifacts: String? = nil
  ) -> CaseResult {
    let axes = AxisValues(tls: tls, policy: policy)
    let id = "\(scenario)[\(axes)]"
    var result = CaseResult(
      adapter: adapter, caseID: id, scenario: scenario, axes: axes, level: level, severity: .critical,
      title: "A CA that the system trusts issues for the pinned host",
      why: "One bad CA among hundreds is enough. This is what pinning exists for.",
      location: SourceLocation(file: "Scenarios/\(scenario).yaml", line: 1, column: 11), judgement: judgement,
      steps: steps, control: control, milliseconds: 17,
      reproduce: "rogues run --adapter '\(adapter)' --seed 's33d' '\(id)'")
    result.exposesIdentity = exposesIdentity
    result.artifacts = artifacts
    return result
  }

  static let falseAccept = result(
    "curl", "trust/rogue-ca-in-system-store",
    Judgement(.falseAccept, "expected cancel (pin-mismatch), but it fetched the nonce from the rogue"),
    steps: [
      step(
        .statement(Statement(said: .accept, nonce: "00112233445566778899aabbccddeeff")), admitted,
        Judgement(.falseAccept, "expected cancel (pin-mismatch), but it fetched the nonce from the rogue"),
        standardError: "* Connected\n\u{1b}[31mbad\u{1b}[0m\n")
    ], exposesIdentity: true, artifacts: "out/curl/trust")

  /// Every other verdict, with the parts of evidence that the first one does not show.
  static let others: [CaseResult] = [
    result(
      "curl", "healthy/chain-two-tiers", level: .must, Judgement(.pass, "accepted, and the nonce came back"),
      control: nil),
    result(
      "curl", "time/leaf-expired", tls: .tls12, Judgement(.deviation, "cancelled for untrusted, expected expired"),
      steps: [
        step(
          .statement(
            Statement(
              said: .cancel, reason: .untrusted, phase: .handshake, endedBy: .client, detail: "unable to get issuer",
              path: ["ab"])), refused, Judgement(.deviation, "cancelled for untrusted, expected expired"))
      ]),
    result("curl", "time/leaf-expired", tls: .tls13, Judgement(.pass, "cancelled for expired")),
    result(
      "curl", "pin/pinned-ca-before-same-name-issuer", policy: "ca-spki",
      Judgement(.unsupported, "pin.spki.ca: --pinnedpubkey looks at the leaf only"),
      control: nil),
    result(
      "python-ssl", "trust/rogue-ca-in-system-store", policy: "system",
      Judgement(.falseCancel, "expected accept, but it cancelled (untrusted)"),
      steps: [
        step(
          mutation: nil, expected: "accept", .statement(Statement(said: .cancel, reason: .untrusted)), refused,
          Judgement(.pass, "fine")),
        step(
          number: 2, .failed(cause: .network, detail: "refused"), Observation(faults: ["the tap lost bytes"]),
          Judgement(.falseCancel, "expected accept, but it cancelled (untrusted)"), exercised: false),
      ]),
    result(
      "python-ssl", "healthy/chain-two-tiers", Judgement(.error, "hung: still running after 5 s"),
      steps: [
        step(
          mutation: nil, expected: "accept",
          .broken(AdapterFault(.hung, "still running after 5 s", standardError: "Traceback")), Observation(),
          Judgement(.error, "hung: still running after 5 s"))
      ], control: nil),
    result(
      "python-ssl", "time/leaf-expired", Judgement(.inconclusive, "the control failed: refused what is healthy"),
      control: Judgement(.falseCancel, "refused what is healthy")),
    result(
      "python-ssl", "time/leaf-expired", tls: .tls12,
      Judgement(.inconclusive, "the control failed: refused what is healthy"),
      control: Judgement(.falseCancel, "refused what is healthy")),
    result(
      "python-ssl", "revocation/ocsp-down", level: .may, Judgement(.falseAccept, "admitted without an answer")),
    result("python-ssl", "client-auth/strict-server", Judgement(.badClientChain, "sent [client-leaf, client-leaf]")),
    result("python-ssl", "session/resumed", Judgement(.leak, "said cancel after 91 application bytes")),
    result("python-ssl", "handshake/other-key", Judgement(.harnessError, "the decoder could not follow")),
  ]

  static let unreached = "revocation/ocsp-hanging[tls=1.3,policy=leaf-spki]"

  static func header(_ mode: RunHeader.Mode) -> RunHeader {
    var planned = ([falseAccept] + others).map {
      PlannedCase(
        adapter: $0.adapter, caseID: $0.caseID, scenario: $0.scenario, level: $0.level,
        severity: $0.severity, unsupported: $0.judgement.verdict == .unsupported ? $0.judgement.explanation : nil)
    }
    planned.append(
      PlannedCase(
        adapter: "python-ssl", caseID: unreached, scenario: "revocation/ocsp-hanging", level: .should,
        severity: .medium, unsupported: nil))
    return RunHeader(
      mode: mode, version: "0.1.0", seed: "s33d", clock: Timestamp(year: 2026, month: 11, day: 20) + 43_200,
      adapters: [curl, python], planned: planned, arguments: ["run", "--adapter", "curl"])
  }

  static let footer = RunFooter(
    complete: false, milliseconds: 65_430,
    spent: [("adapters", 41_000), ("servers", 8200), ("minting", 740)],
    counts: [.pass: 2, .falseAccept: 2, .inconclusive: 2])

  static func events(_ mode: RunHeader.Mode = .run) -> [RunEvent] {
    var events: [RunEvent] = [
      .started(header(mode)),
      .caseStarted(adapter: "curl", caseID: "pinned-site[tls=1.3]", isControl: true),
      .controlFinished(
        ControlResult(
          adapter: "curl", key: "pinned-site[tls=1.3]", occasion: .first, judgement: Judgement(.pass, "accepted"),
          milliseconds: 30)),
    ]
    for result in [falseAccept] + others {
      if result.judgement.verdict != .unsupported {
        events.append(.caseStarted(adapter: result.adapter, caseID: result.caseID, isControl: false))
      }
      events.append(.caseFinished(result))
    }
    return events + [.finished(footer)]
  }
}
