import RogueModel
import RogueOpenSSL
import RogueTLS

/// A connection of our own client to a scripted server.
///
/// The first byte says what the client offers, and whether it makes its demands. Then come steps, each a byte for its kind
/// and a block:
///
/// | kind | step |
/// |---|---|
/// | 0 | bytes as they are |
/// | 1 | a plaintext handshake record |
/// | 2 | an honest ServerHello |
/// | 3 | a handshake record under the handshake's keys |
/// | 4 | an honest Finished |
/// | 5 | a plaintext record of the type that the block begins with |
/// | 6 | a record of that type under the keys for data |
/// | 7 | a ServerKeyExchange with a key and no signature |
enum ClientScript {
  static func run(_ bytes: [UInt8]) { _ = server(bytes) }

  /// The rules of a client that makes no demand.
  private static let careless = {
    let name = "careless"
    var rules = Rulebook()
    for demand in demands { rules.replace(demand, by: name) { _ in true } }
    rules.replace(.isDowngrade, by: name) { _ in false }
    rules.replace(.longestMessage, by: name) { _ in 1 << 24 }
    return rules
  }()

  private static let demands: [Demand] = [
    .version, .suite, .compression, .sessionID, .group, .namedCurve, .publicValue, .groupSize, .groupPrime,
    .temporaryKey, .extensions, .extensionOnce, .certificateType, .applicationProtocol, .protocolAnswer,
    .serverNameAnswer, .retryOnce, .retryNeed, .retrySuite, .order, .once, .encryptedExtensions, .certificate, .proof,
    .authentication, .finishedBeforeData, .keysBeforeFinished, .changeBeforeFinished, .earlyChange, .emptyList,
    .emptyEntry, .unreadableEntry, .listLength, .entryLengths, .requestContext, .requestSchemes, .compressionOffered,
    .compressedLength, .signature12, .signature13, .emptySignature, .schemeOffered, .schemeAllowed, .schemeCurve,
    .schemeKey, .finished, .wholeFinished, .sessionOffered, .masterSecretKept, .earlyDataSession, .earlyDataProtocol,
    .surplus, .emptyRecord, .recordLength, .warnings,
  ]

  /// Runs the script; gives the server with its client as they are then.
  static func server(_ bytes: [UInt8]) -> ScriptServer? {
    var script = Script(bytes)
    let flags = script.byte()
    var settings = ClientSettings()
    settings.host = "pinned.rogues.test"
    if flags & 1 != 0 { settings.versions = .tls12 ... .tls12 }
    if flags & 2 != 0 { settings.rules = careless }
    if flags & 4 != 0 { settings.applicationProtocols = ["http/1.1"] }
    settings.requestsStaple = flags & 8 != 0
    settings.requestsSCTs = flags & 16 != 0
    guard let server = try? ScriptServer(settings) else { return nil }
    var steps = 0
    while !script.isAtEnd, steps < 64 {
      steps += 1
      let kind = script.byte() % 8
      let block = script.block()
      switch kind {
      case 0: server.say(block)
      case 1: server.sayPlain(.handshake, block)
      case 2: server.sayHello()
      case 3: server.saySealed(.handshake, block)
      case 4: server.sayFinished()
      case 5: if let type = block.first { server.sayPlain(ContentType(rawValue: type), Array(block.dropFirst())) }
      case 6: if let type = block.first { server.saySealed(ContentType(rawValue: type), Array(block.dropFirst())) }
      default: server.sayKeyExchange()
      }
    }
    return server
  }
}

/// The server of a script: honest where it is asked to be.
final class ScriptServer {
  let client: TLSClient
  private let hello: ClientHello
  private let key: KeyAgreement
  private let isNew: Bool
  private let random = [UInt8](repeating: 0x53, count: 32)
  /// Handshake messages of both sides, as far as they were understood.
  private var messages: [UInt8]
  private var sealer: RecordSealer?
  private var secret: [UInt8] = []
  private var master: [UInt8] = []
  private var clientRecords = RecordReader()

  private static let suite13 = CipherSuite(tls13: 0x1301)
  private static let suite12 = CipherSuite(tls12: 0xC02B)

  init?(_ settings: ClientSettings) throws {
    client = try TLSClient(settings) { _ in .accept }
    let flight = client.takeOutput()
    guard let hello = ClientHello(firstFlight: flight) else { return nil }
    self.hello = hello
    messages = Array(flight.dropFirst(5))
    key = try KeyAgreement(.x25519)
    isNew = settings.versions.contains(.tls13)
  }

  func say(_ bytes: [UInt8]) { client.receive(bytes) }

  func sayPlain(_ type: ContentType, _ content: [UInt8]) {
    if type == .handshake { messages += content }
    say(
      [type.rawValue, 3, 3, UInt8(truncatingIfNeeded: content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
        + content)
  }

  /// Says nothing while there is no key.
  func saySealed(_ type: ContentType, _ content: [UInt8]) {
    setUpKeys12()
    guard let sealer, content.count <= 16_000 else { return }
    var output: [UInt8] = []
    guard sealer.seal(type, content[...], into: &output) else { return }
    if type == .handshake { messages += content }
    say(output)
  }

  func sayHello() {
    let message = ByteWriter.message(.serverHello) { body in
      body.uint16(0x0303)
      body.append(random)
      body.vector8 { $0.append(isNew ? Array(hello.sessionID) : []) }
      body.uint16(isNew ? 0x1301 : 0xC02B)
      body.uint8(0)
      body.vector16 { extensions in
        guard isNew else { return }
        extensions.helloExtension(.supportedVersions) { $0.uint16(0x0304) }
        extensions.helloExtension(.keyShare) { content in
          content.uint16(29)
          content.vector16 { $0.append(key.publicValue) }
        }
      }
    }
    sayPlain(.handshake, message)
    guard isNew, let suite = Self.suite13, let share = hello.keyShares.first,
      let shared = key.sharedSecret(with: share.value)
    else { return }
    let schedule = KeySchedule13(suite: suite)
    let handshake = schedule.handshakeSecret(after: schedule.earlySecret(nil), shared: shared)
    secret = schedule.derive(handshake, "s hs traffic", suite.digest.hash(messages))
    master = schedule.masterSecret(after: handshake)
    sealer = schedule.sealer(from: secret)
  }

  func sayKeyExchange() {
    sayPlain(
      .handshake,
      ByteWriter.message(.serverKeyExchange) { body in
        body.append([3, 0, 29])
        body.vector8 { $0.append(key.publicValue) }
        body.append([4, 3, 0, 0])
      })
  }

  func sayFinished() {
    if isNew, let suite = Self.suite13 {
      let schedule = KeySchedule13(suite: suite)
      let proof = schedule.finished(secret, suite.digest.hash(messages))
      saySealed(.handshake, ByteWriter.message(.finished) { $0.append(proof) })
      sealer = schedule.sealer(from: schedule.derive(master, "s ap traffic", suite.digest.hash(messages)))
    } else if let suite = Self.suite12 {
      setUpKeys12()
      let proof = KeySchedule12.finished(suite, master, .server, transcript: suite.digest.hash(messages))
      saySealed(.handshake, ByteWriter.message(.finished) { $0.append(proof) })
    }
  }

  /// The keys of TLS 1.2 are there once the client has said its part of them.
  private func setUpKeys12() {
    guard !isNew, sealer == nil, let suite = Self.suite12 else { return }
    clientRecords.append(client.takeOutput(), at: 0)
    // The key exchange is in the clear, and alone in its record.
    guard let record = try? clientRecords.next(), record.type == .handshake, record.payload.count >= 37,
      let premaster = key.sharedSecret(with: record.payload.dropFirst(5))
    else { return }
    messages += record.payload
    master = KeySchedule12.masterSecret(
      suite, premaster: premaster, clientRandom: hello.random, serverRandom: random)
    let keys = KeySchedule12(suite: suite, masterSecret: master, clientRandom: hello.random, serverRandom: random)
    sealer = keys.sealer(of: .server)
    // Then come the ChangeCipherSpec and the client's Finished.
    guard let opener = keys.protection(of: .client) else { return }
    while let record = try? clientRecords.next() {
      if record.type == .handshake, let finished = opener.open(record) { messages += finished }
    }
  }
}
