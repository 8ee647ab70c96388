import RogueModel
import RogueOpenSSL
import RoguePlatform
import RogueStimuli
import ServerTestSupport
import Testing

@testable import RogueEngines

@Suite struct BehaviourTests {
  /// One use of a behaviour in one version.
  struct Sample: Sendable, CustomTestStringConvertible {
    var use: NamedUse
    var version: TLSVersion
    var testDescription: String { "\(use.name) \(use.parameters), TLS \(version.rawValue)" }
  }

  /// Every behaviour, with every word that its parameters take, in every version that has it.
  static let samples: [Sample] = Behaviours.all.flatMap { behaviour in
    let descriptor = behaviour.descriptor
    let words = descriptor.parameters.filter { !$0.choices.isEmpty }
    let uses =
      words.isEmpty
      ? [NamedUse(descriptor.name)]
      : words.flatMap { word in word.choices.map { NamedUse(descriptor.name, [word.name: .text($0)]) } }
    return uses.flatMap { use in descriptor.versions.map { Sample(use: use, version: $0) } }
  }

  private static func needsRSA(_ use: NamedUse) -> Bool {
    switch (use.name, use.parameters.values.first) {
    case ("wrong-signature-scheme", .text("pkcs1")?), ("wrong-signature-scheme", .text("md5")?),
      ("old-version", .text("ssl3.0")?):
      true
    case ("weak-cipher-suite", .text("export")?): true
    default: ["rsa-key-exchange", "dhe", "export-rsa-key", "forged-handshake-signature"].contains(use.name)
    }
  }

  static func attempt(_ sample: Sample) -> ServedAttempt {
    // Some signatures are made by RSA keys only.
    let isOfPSS = sample.use.parameters["scheme"] == .text("rsae")
    let leaf = isOfPSS ? "leaf-rsapss" : needsRSA(sample.use) ? "leaf-rsa2048" : "leaf-p256"
    return ServerFixture.attempt(TestPKI.shared.presentation(leaf, "issuing"), sample.version) {
      $0.behaviours = [sample.use]
      if sample.use.name == "renegotiation-info" { $0.renegotiation = TestPKI.shared.presentation(leaf, "issuing") }
      guard sample.use.name == "broken-certificate-request" else { return }
      let anchors = TestPKI.shared.certificates("client-root")
      $0[ClientAuthentication.self] = .init(mode: .request, list: .lenient, anchors: anchors)
    }
  }

  @Test func `have unique names and a summary`() {
    let names = Behaviours.descriptors.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Behaviours.descriptors.allSatisfy { !$0.summary.isEmpty && !$0.versions.isEmpty })
    #expect(names.allSatisfy { name in name.allSatisfy { $0.isLowercase && $0.isASCII || $0.isNumber || $0 == "-" } })
  }

  @Test(arguments: samples) func `are not presented to a silent client`(sample: Sample) async throws {
    let (_, seen) = try await ServerFixture.serve(Self.attempt(sample), engine: "swift") { port in
      try PlainClient(port: port).socket.close()
    }
    #expect(seen.connections.count == 1)
    #expect(seen.connections.allSatisfy { $0.presented.isEmpty })
  }

  @Test(arguments: samples.filter { $0.use.name != "stall" })
  func `are presented to a client that completes the handshake`(sample: Sample) async throws {
    // Some messages there are in one version only; a behaviour of a message that never comes is never presented.
    guard Self.exists(sample) else { return }
    // Where the last message is missing, it is waited for in vain: so a client does not wait long at first, and on a busy
    // machine, where that is too short for a handshake, as long as it takes.
    for timeout in [3000, 30_000, 600_000] {
      let (visit, seen) = try await ServerFixture.serve(Self.attempt(sample), engine: "swift", grace: 600_000) { port in
        var plan = Visit.Plan(port: port, timeoutMilliseconds: timeout)
        if sample.use.name == "wrong-alpn" { plan.settings.alpn = ["http/1.1"] }
        if Self.isForOlderOffer(sample) { plan.settings.versions = TLSVersionRange(only: TLSVersion.tls12.wireValue) }
        return await Visit.make(plan)
      }
      let isPresented = seen.connections.first?.presented == [sample.use.name]
      let isRight = (visit.body != nil) == Self.isTaken(sample)
      if isPresented && isRight { return }
      guard timeout == 600_000 else { continue }
      #expect(isPresented && isRight, "\(seen.connections.first?.presented ?? []), \(visit.trouble ?? "no trouble")")
    }
  }

  /// When bytes left, how many, and whether others were waiting; times in milliseconds.
  struct Departures: Sendable {
    var all: [(at: Int, bytes: Int, left: Bool)]
    var areSlow: Bool

    init(_ all: [(at: Int, bytes: Int, left: Bool)], areSlow: Bool) {
      self.all = all
      self.areSlow = areSlow
    }
  }

  static let departures: [Departures] = [
    Departures([(0, 10, true), (2, 10, true), (4, 3, false)], areSlow: true),
    Departures([(0, 10, true), (9, 10, true), (90, 3, false)], areSlow: true),
    // The next flight has not been waiting.
    Departures([(0, 10, true), (2, 3, false), (2, 10, true), (4, 1, false)], areSlow: true),
    Departures([(0, 23, false)], areSlow: false),
    Departures([(0, 10, true), (1, 10, true), (3, 3, false)], areSlow: false),
    Departures([(0, 10, true), (2, 11, false)], areSlow: false),
    Departures([(0, 10, false), (2, 10, false)], areSlow: false),
    Departures([], areSlow: false),
  ]

  @Test(arguments: departures) func `are slow only where bytes came late`(departures: Departures) throws {
    var transcript = WireTranscript()
    transcript.departures = departures.all.map {
      WireTranscript.Departure(at: $0.at * 1000, bytes: $0.bytes, leftOthers: $0.left)
    }
    let seen = SeenConnection(
      evidence: ConnectionEvidence(index: 1, openedAt: 0), messages: [], unread: [], transcript: transcript)
    let slow = try ActiveBehaviours([NamedUse("slow-bytes", ["bytes": .integer(10), "every": .integer(2)])])
    var evidence = seen.evidence
    slow.note(seen, in: &evidence)
    #expect(evidence.presented == (departures.areSlow ? ["slow-bytes"] : []))
  }

  /// What a client on OpenSSL goes along with.
  /// It is for a client that offers TLS 1.2 at most, and tells that one nothing.
  private static func isForOlderOffer(_ sample: Sample) -> Bool {
    sample.use == NamedUse("downgrade-sentinel", ["to": .text("tls-1-2")])
  }

  private static func isTaken(_ sample: Sample) -> Bool {
    switch sample.use.name {
    case "downgrade-sentinel": isForOlderOffer(sample)
    case "slow-bytes", "fragmented-records", "unrecognized-name": true
    // In TLS 1.2 they are allowed.
    case "empty-records": sample.version == .tls12
    // In a handshake they are ignored, however many.
    case "flood": sample.use.parameters["of"] == .text("hello-requests")
    case "sni-response": sample.use.parameters["form"] == .text("empty")
    case "without-extended-master-secret": true
    // The client offers two suites of that kind.
    case "rsa-key-exchange": sample.use.parameters["cipher"] != .text("cbc-sha256")
    // OpenSSL counts warnings and empty records, and nothing else.
    case "late-flood": ![.text("warnings"), .text("empty-data")].contains(sample.use.parameters["of"])
    default: false
    }
  }

  static func exists(_ sample: Sample) -> Bool {
    // Needs a client that resumes a session: `SessionBehaviourTests`.
    if ["wrong-resumption-secret", "ticket-lifetime"].contains(sample.use.name) { return false }
    if sample.use == NamedUse("without-extended-master-secret", ["at": .text("resumption")]) { return false }
    // Needs a client that sends early data: `EarlyDataTests`.
    if sample.use.name == "early-data-response" { return sample.use.parameters["form"] == .text("unsolicited") }
    if sample.use.parameters["form"] == .text("misplaced") { return sample.version == .tls13 }
    // Needs a client that offers it: `CompressedCertificateMessageTests`.
    if sample.use == NamedUse("compressed-certificate", ["fault": .text("none")]) { return false }
    if sample.version == .tls12, sample.use.name == "wrong-server-hello" {
      return ![.text("session-id"), .text("group")].contains(sample.use.parameters["fault"])
    }
    if sample.version == .tls12, sample.use.parameters["field"] == .text("extensions") { return false }
    if sample.use.name == "wrong-signature-scheme", case .text(let scheme)? = sample.use.parameters["scheme"] {
      return !(sample.version == .tls12 ? ["pkcs1", "other-curve", "rsae"] : ["md5"]).contains(scheme)
    }
    switch (sample.use.name, sample.use.parameters["of"] ?? sample.use.parameters["fault"]) {
    case ("flood", .text("change-cipher-spec")?), ("broken-certificate-request", .text("no-signature-algorithms")?):
      return sample.version == .tls13
    case ("flood", .text("hello-requests")?), ("late-flood", .text("hello-requests")?): return sample.version == .tls12
    case ("late-flood", .text("key-updates")?), ("late-flood", .text("key-updates-requesting")?),
      ("late-flood", .text("tickets")?):
      return sample.version == .tls13
    default: break
    }
    guard case .text(let word)? = sample.use.parameters["message"] ?? sample.use.parameters["before"] else {
      return true
    }
    let others: Set<String> =
      sample.version == .tls13
      ? ["server-key-exchange", "server-hello-done"] : ["encrypted-extensions", "certificate-verify"]
    return !others.contains(word)
  }

  @Test(arguments: samples.filter { $0.use.name == "stall" })
  func `leave a client waiting`(sample: Sample) async throws {
    guard Self.exists(sample) else { return }
    for timeout in [300, 3000, 30_000, 300_000] {
      let (_, seen) = try await ServerFixture.serve(Self.attempt(sample), engine: "swift", grace: 600_000) { port in
        // The hello of a client that waits for a while, on a busy machine for a longer one, and then leaves.
        let client = try PlainClient(port: port, timeoutMilliseconds: timeout)
        let message = sample.version == .tls13 ? try ScriptedHello.honest().message : Self.hello12.message
        client.send([22, 3, 1, UInt8(message.count >> 8), UInt8(truncatingIfNeeded: message.count)] + message)
        #expect(await onThread { client.readToEnd().end } == .timeout)
        client.socket.close()
      }
      // A request needs a whole handshake; in TLS 1.2 the last flight waits for the client's.
      let stage = sample.use.parameters["before"]
      let needsMore = stage == .text("reply") || sample.version == .tls12 && stage == .text("finished")
      let presented = seen.connections.first?.presented
      if presented == (needsMore ? [] : ["stall"]) { return }
      guard timeout == 300_000 else { continue }
      #expect(presented == (needsMore ? [] : ["stall"]))
    }
  }

  @Test(arguments: samples.filter { $0.use.name == "stall" })
  func `leave a client waiting for the configured time`(sample: Sample) async throws {
    guard Self.exists(sample) else { return }
    var sample = sample
    sample.use.parameters["seconds"] = .integer(1)
    let (visit, seen) = try await ServerFixture.serve(Self.attempt(sample), engine: "swift") { port in
      await Visit.make(Visit.Plan(port: port))
    }
    #expect(visit.body ?? "" == "", "\(visit.trouble ?? "no trouble")")
    let connection = try #require(seen.connections.first)
    #expect(connection.presented == ["stall"])
    #expect(connection.end == ConnectionEnd(by: .server, how: .fin))
    #expect(seen.faults == [])
  }

  private static var hello12: ScriptedHello {
    var hello = ScriptedHello()
    hello.version = .tls12
    return hello
  }

  @Test func `are refused if they or their parameters are unknown`() {
    #expect(throws: HarnessFailure.self) { try ActiveBehaviours([NamedUse("corupt-finished")]) }
    #expect(throws: HarnessFailure.self) { try ActiveBehaviours([NamedUse("stall", ["after": .text("finished")])]) }
    #expect(throws: HarnessFailure.self) { try ActiveBehaviours([NamedUse("stall", ["before": .text("finnished")])]) }
    #expect(throws: HarnessFailure.self) { try ActiveBehaviours([NamedUse("slow-bytes", ["bytes": .text("1")])]) }
  }

  @Test func `are refused by an engine without behaviours`() async throws {
    await #expect(throws: HarnessFailure.self) {
      try await ServerFixture.conversation(engine: "libssl") { conversation in
        try conversation.begin(ServerFixture.attempt { $0.behaviours = [NamedUse("corrupt-finished")] })
      }
    }
  }
}
