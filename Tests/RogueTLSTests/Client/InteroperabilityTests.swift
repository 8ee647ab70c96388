import Foundation
import RogueModel
import RogueOpenSSL
import RogueTLS
import Testing

/// The client is right by the word of servers that have nothing to do with this project.
@Suite struct InteroperabilityTests {
  typealias Library = IndependentServer.Library

  static func isHere(_ library: Library) -> Bool {
    library == .go ? ServerFiles.hasGoServer : ServerFiles.isInstalled(library.program)
  }

  /// A whole visit over one version: handshake, a line and its reply, the end.
  static func visit(
    _ server: IndependentServer, _ version: TLSVersion, key: String, _ change: (inout ClientSettings) -> Void = { _ in }
  ) throws -> ClientVisit {
    var settings = ClientSettings()
    settings.host = "pinned.rogues.test"
    settings.versions = version...version
    change(&settings)
    let visit = try ClientVisit(to: server.port, settings)
    try visit.shakeHands()
    #expect(visit.client.state == .established, "\(server.library) \(version) \(key): \(server.output)")
    #expect(visit.flight?.certificates.first == ServerFiles.bytes("\(key).der"))
    let line = "a line of some length, to be given back\n"
    #expect(try visit.say(line, for: line.utf8.count) == server.library.reply(to: line))
    visit.client.close()
    try visit.flush()
    return visit
  }

  @Test(arguments: Library.allCases)
  func `speaks both versions with every kind of key that a library serves`(library: Library) throws {
    guard Self.isHere(library) else { try Test.cancel("\(library.program) is not installed") }
    for key in ["p256", "p384", "ed25519", "rsa", "rsapss"] where library != .go || key != "rsapss" {
      let server = try IndependentServer(library, .init(key: key))
      for version in TLSVersion.allCases { _ = try Self.visit(server, version, key: key) }
    }
  }

  @Test(arguments: Library.allCases)
  func `follows a HelloRetryRequest of each library`(library: Library) throws {
    guard Self.isHere(library) else { try Test.cancel("\(library.program) is not installed") }
    let server = try IndependentServer(library, .init(wantsOtherGroup: true))
    for version in TLSVersion.allCases { _ = try Self.visit(server, version, key: "p256") }
  }

  @Test(arguments: Library.allCases, [false, true])
  func `resumes sessions of each library, with and without a HelloRetryRequest`(library: Library, wantsOtherGroup: Bool)
    throws
  {
    guard Self.isHere(library) else { try Test.cancel("\(library.program) is not installed") }
    let server = try IndependentServer(library, .init(wantsOtherGroup: wantsOtherGroup))
    for version in TLSVersion.allCases {
      let first = try Self.visit(server, version, key: "p256") { $0.takesUpSessions = true }
      #expect(!first.client.isResumed)
      let session = try #require(first.client.session, "\(library) \(version)")
      var settings = ClientSettings()
      settings.host = "pinned.rogues.test"
      settings.versions = version...version
      settings.takesUpSessions = true
      settings.session = session
      let second = try ClientVisit(to: server.port, settings)
      try second.shakeHands()
      #expect(second.client.state == .established, "\(library) \(version): \(server.output)")
      #expect(second.client.isResumed, "\(library) \(version)")
      #expect(second.flight == nil)
      let line = "said in the same session\n"
      #expect(try second.say(line, for: line.utf8.count) == library.reply(to: line))
      second.client.close()
      try second.flush()
    }
  }

  @Test(arguments: Library.allCases)
  func `uses every record protection of each library`(library: Library) throws {
    guard Self.isHere(library) else { try Test.cancel("\(library.program) is not installed") }
    let chaCha = try IndependentServer(library, .init(wantsChaCha: true))
    for version in TLSVersion.allCases { _ = try Self.visit(chaCha, version, key: "p256") }
    // Go lets nobody choose among the suites of TLS 1.3.
    guard library != .go else { return }
    let long = try IndependentServer(library, .init(wantsAES256: true))
    for version in TLSVersion.allCases { _ = try Self.visit(long, version, key: "p256") }
  }

  @Test(arguments: Library.allCases)
  func `sends its certificate, or an empty list, to each library`(library: Library) throws {
    guard Self.isHere(library) else { try Test.cancel("\(library.program) is not installed") }
    let server = try IndependentServer(library, .init(requiresClient: true))
    for version in TLSVersion.allCases {
      _ = try Self.visit(server, version, key: "p256") { settings in
        settings.identity = TLSIdentity(
          certificate: ServerFiles.bytes("client.der"), chain: [], privateKey: ServerFiles.bytes("client.p8"))
      }
      var settings = ClientSettings()
      settings.versions = version...version
      let nobody = try ClientVisit(to: server.port, settings)
      try nobody.shakeHands()
      // In TLS 1.3 the server's word comes after the client's Finished; GnuTLS hangs up without one.
      let reply = nobody.client.state == .established ? try? nobody.say("who is there\n", for: 1) : nil
      #expect(reply ?? "" == "", "\(library) \(version)")
      if version == .tls12 {
        guard case .failed(.alerted) = nobody.client.state else {
          Issue.record("\(library): a client without a certificate ended as \(nobody.client.state)")
          continue
        }
      }
    }
  }

  @Test(arguments: [
    "AES128-GCM-SHA256", "AES128-SHA", "AES256-SHA", "DHE-RSA-AES128-GCM-SHA256", "ECDHE-RSA-AES128-SHA",
    "ECDHE-ECDSA-AES256-SHA",
  ]) func `completes a TLS 1.2 handshake with each suite`(suite: String) throws {
    let key = suite.contains("ECDSA") ? "p256" : "rsa"
    let server = try IndependentServer(.openSSL, .init(key: key, more: ["-cipher", suite, "-tls1_2"]))
    _ = try Self.visit(server, .tls12, key: key)
  }

  @Test(arguments: ["-tls1", "-tls1_1"], ["p256", "rsa"])
  func `accepts an old version if the check is left out`(version: String, key: String) throws {
    let more = [version, "-cipher", "DEFAULT@SECLEVEL=0"]
    let server = try IndependentServer(.openSSL, .init(key: key, more: more))
    _ = try Self.visit(server, .tls12, key: key) { settings in
      settings.rules.replace(.version, by: "any-version") { _ in true }
    }
    var settings = ClientSettings()
    settings.host = "pinned.rogues.test"
    settings.versions = .tls12 ... .tls12
    let careful = try ClientVisit(to: server.port, settings)
    try careful.shakeHands()
    guard case .failed(.refused(let refusal)) = careful.client.state else {
      Issue.record("\(version): \(careful.client.state)")
      return
    }
    #expect(refusal.demand == "version")
  }

  @Test(arguments: Library.allCases)
  func `negotiates ALPN with each library`(library: Library) throws {
    guard Self.isHere(library) else { try Test.cancel("\(library.program) is not installed") }
    let server = try IndependentServer(library, .init(protocolName: "http/1.1"))
    for version in TLSVersion.allCases {
      _ = try Self.visit(server, version, key: "p256") { $0.applicationProtocols = ["h2", "http/1.1"] }
    }
  }

  @Test func `a refusal is sent as the chosen alert`() throws {
    let server = try IndependentServer(.openSSL)
    for version in TLSVersion.allCases {
      var settings = ClientSettings()
      settings.versions = version...version
      let visit = try ClientVisit(to: server.port, settings, judgement: .refuse(.unknownCA))
      try visit.shakeHands()
      #expect(visit.client.state == .failed(.judged(.unknownCA)))
      #expect(server.says("alert unknown ca", times: version == .tls12 ? 1 : 2))
    }
  }

  @Test func `keys may change as often as the server likes`() throws {
    let pipe = ServerFiles.folder.appendingPathComponent(UUID().uuidString).path
    try #require(mkfifo(pipe, 0o600) == 0)
    // Open at both ends, so that nobody waits for the other.
    let writer = try FileHandle(forUpdating: URL(fileURLWithPath: pipe))
    defer { try? writer.close() }
    let server = try IndependentServer(.openSSL, input: pipe, echoes: false)
    var settings = ClientSettings()
    settings.versions = .tls13 ... .tls13
    let visit = try ClientVisit(to: server.port, settings)
    try visit.shakeHands()
    // Commands that come before its own end of the handshake are lost.
    try #require(server.says("CIPHER is"))
    for (index, word) in ["one", "two", "three"].enumerated() {
      // K: the server's keys change, and it asks for the client's to change as well.
      try writer.write(contentsOf: Data("K\n".utf8))
      // A line that the server reads together with a command is lost.
      try visit.awaitRenewals(index + 1)
      try #require(visit.client.renewals == index + 1)
      try writer.write(contentsOf: Data("\(word)\n".utf8))
      #expect(try visit.listen(for: word.utf8.count + 1) == "\(word)\n")
      visit.client.send(Array("heard \(word)\n".utf8))
      try visit.flush()
      #expect(server.says("heard \(word)"))
    }
    #expect(visit.client.state == .established)
  }
}
