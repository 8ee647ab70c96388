import RogueModel
import RogueOpenSSL
import RogueStimuli
import RogueTLS

@testable import RogueEngines
@testable import RogueServers

/// A connection of a scripted client to an engine.
///
/// The first byte says how the server is set up; with its highest bit two more do: what it asks for after the request,
/// and its behaviour. The engines that are libraries have no second handshakes and no behaviours: to them these mean
/// nothing. Then come steps, each a byte for its kind and a block:
///
/// | kind | step |
/// |---|---|
/// | 0 | bytes as they are |
/// | 1 | a plaintext handshake record |
/// | 2 | a handshake record under the handshake keys of TLS 1.3, or the keys of TLS 1.2 |
/// | 3 | application data under the traffic keys |
/// | 4 | an honest Finished, whatever the block says, after a ChangeCipherSpec in TLS 1.2 |
/// | 5 | a plaintext record of the type that the block begins with |
/// | 6 | a record of that type under the traffic keys |
///
/// A library logs the keys of TLS 1.2 after the client's Finished only. There step 4 begins with an honest
/// ClientKeyExchange.
enum EngineScript {
  /// The engine that serves the script.
  enum Server: CaseIterable { case own, libssl, gnutls }

  /// A certificate whose key nobody has kept; it is an accepted anchor, and what the libraries present.
  static let clientCertificate =
    Base64.decode(
      "MIIBKzCB0qADAgECAhQYAppq2cgMY5cI8PD+UYxE+fTORjAKBggqhkjOPQQDAjAMMQowCAYDVQQDDAFjMCAXDTI2MTEyMTEwMjMy"
        + "MloYDzIxMjYxMDI4MTAyMzIyWjAMMQowCAYDVQQDDAFjMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEMb/FMIaQOwcwVmLx9h0/"
        + "kZ3S1Y0ST8o7nXcgObINXy9EKwo1qs+HVWcIxJyKG7lFBzf+6Qq4NMc/LuXMErnscKMQMA4wDAYDVR0TAQH/BAIwADAKBggqhkjO"
        + "PQQDAgNIADBFAiAGQ3wXYyPNF2i7LtPVQboCr6CDk+eQ7oDNNfL4C8jpxwIhALcZW84aL7UStWa11hH2EdVtVFQYHNBMJjfvR9L9"
        + "xE1x") ?? []

  private static let key = (try? PrivateKey.generate(.ec(.p256)).pkcs8()) ?? []
  private static let signers = HandshakeSigners(capacity: 8)
  private static let clock = Timestamp(secondsSince1970: 1_800_000_000)
  /// Making a context of a library takes longer than most scripts.
  private static let libssl = LibsslConversation(contexts: ServerContexts(capacity: 64), clock: clock)
  private static let gnutls = GnuTLSConversation(contexts: ServerContexts(capacity: 64), clock: clock)

  /// Every behaviour that needs no parameter.
  private static let behaviours = Behaviours.descriptors.map { NamedUse($0.name) }.filter {
    (try? Behaviours.make($0)) != nil
  }

  /// - Parameters:
  ///   - later: 1: another handshake after the request; 2: the client's certificate is asked for after it; 4: what is
  ///     decrypted is for a proxy; 8: TLS began in the clear, and the protocol of bits 16 and 32 is spoken under it.
  ///   - behaviour: 0: none.
  static func recipe(
    _ flags: UInt8, later: UInt8, behaviour: UInt8, on server: Server
  ) -> (any EngineRecipe)? {
    let presentation = ServedAttempt.Presentation(
      // libssl reads what it presents.
      certificates: [server == .own ? [0x30, 0] : clientCertificate],
      staples: flags & 8 == 0 ? [:] : [0: [0x30, 0]], key: KeyMaterial(type: .p256, spki: [], privateKey: key))
    let isOwn = server == .own
    var attempt = ServedAttempt(
      presentation: presentation, version: flags & 1 == 0 ? .tls13 : .tls12, path: "/p", attempt: "a",
      nonce: "00112233445566778899aabbccddeeff")
    attempt[ApplicationProtocols.self] = flags & 2 == 0 ? [] : ["http/1.1"]
    attempt[Resumption.self] = flags & 4 != 0 ? .any : .none
    let mode: ClientAuth.Mode = flags & 16 != 0 ? .require : flags & 32 != 0 ? .request : .none
    attempt[ClientAuthentication.self] = .init(
      mode: mode, list: flags & 64 == 0 ? .lenient : .strict,
      moment: later & 2 == 0 || !isOwn ? .handshake : .request,
      anchors: mode == .none ? [] : [clientCertificate])
    if later & 1 != 0, isOwn, attempt.version == .tls12 { attempt.renegotiation = presentation }
    attempt.isTunnel = later & 4 != 0
    if later & 8 != 0 { attempt[StartTLS.self] = StartTLSRecipe(speaks: DialogueScript.language(later >> 4)) }
    let uses = behaviour == 0 || !isOwn ? [] : [Self.behaviours[Int(behaviour - 1) % Self.behaviours.count]]
    guard let behaviours = try? ActiveBehaviours(uses) else { return nil }
    let exchange = StreamExchange(attempt)
    return switch server {
    case .own:
      try? SwiftRecipe(
        attempt: attempt, exchange, behaviours, signers: signers, clock: clock,
        sessions: attempt[Resumption.self].isOffered ? SwiftSessions() : nil)
    case .libssl: try? libssl.recipe(for: attempt, exchange, behaviours)
    case .gnutls: try? gnutls.recipe(for: attempt, exchange, behaviours)
    }
  }

  static func run(_ bytes: [UInt8], on server: Server = .own) { _ = transcript(bytes, on: server) }

  /// Runs the script; gives what went over the wire, and the last word of the engine.
  static func transcript(
    _ bytes: [UInt8], on server: Server = .own
  ) -> (wire: WireTranscript, client: ScriptClient)? {
    var script = Script(bytes)
    let flags = script.byte()
    let (later, behaviour) = flags & 128 == 0 ? (0, 0) : (script.byte(), script.byte())
    guard let recipe = recipe(flags, later: later, behaviour: behaviour, on: server), let engine = try? recipe.engine()
    else { return nil }
    let client = ScriptClient(engine)
    var steps = 0
    while !script.isAtEnd, steps < 64 {
      steps += 1
      let kind = script.byte() % 7
      var block = script.block()
      switch kind {
      case 0: client.say(block)
      case 1: client.sayPlain(.handshake, block)
      case 2: client.saySealed(.handshake, block, "CLIENT_HANDSHAKE_TRAFFIC_SECRET")
      case 3: client.saySealed(.applicationData, block, "CLIENT_TRAFFIC_SECRET_0")
      case 4: client.finish()
      default:
        let type = ContentType(rawValue: block.popFirstByte() ?? 0)
        if kind == 5 { client.sayPlain(type, block) } else { client.saySealed(type, block, "CLIENT_TRAFFIC_SECRET_0") }
      }
    }
    return (client.wire, client)
  }
}

extension [UInt8] {
  fileprivate mutating func popFirstByte() -> UInt8? { isEmpty ? nil : removeFirst() }
}

/// The client of a script. Knows the keys from the engine's key log.
final class ScriptClient {
  private let engine: any Engine
  private(set) var wire = WireTranscript()
  private(set) var nonceSent = false
  private(set) var refusal: String?
  /// What the server decrypted for somebody behind it.
  private(set) var delivered: [UInt8] = []
  private var secrets: [String: [UInt8]] = [:]
  private var sealers: [String: RecordSealer] = [:]
  private var records = RecordReader()
  private var schedule: KeySchedule13?
  /// What the server said first, in TLS 1.2.
  private var hello12: (suite: CipherSuite, random: [UInt8], isExtended: Bool)?
  /// Its share of X25519, in TLS 1.2.
  private var serverPoint: [UInt8] = []
  private var sealer12: RecordSealer?
  private var serverIsProtected = false
  /// Handshake messages of both sides, as far as they were understood.
  private var messages: [UInt8] = []

  init(_ engine: any Engine) { self.engine = engine }

  func say(_ bytes: [UInt8]) {
    wire.chunks.append(WireTranscript.Chunk(from: .client, at: wire.chunks.count, bytes: bytes))
    for action in engine.received(bytes) + engine.resume() {
      switch action {
      case .send(let bytes):
        let chunk = WireTranscript.Chunk(from: .server, at: wire.chunks.count, bytes: bytes)
        wire.chunks.append(chunk)
        records.append(chunk.bytes, at: chunk.at)
      case .note(.secret(let secret)):
        wire.secrets.append(secret)
        secrets[secret.label] = secret.secret
      case .note(.nonceSent): nonceSent = true
      case .note(.refusedClient(let why)): refusal = why
      case .deliver(let bytes):
        delivered += bytes
        _ = ProxyRequest.read(delivered)
      case .note, .pause, .finish, .reset: break
      }
    }
    listen()
  }

  func sayPlain(_ type: ContentType, _ content: [UInt8]) {
    if type == .handshake, schedule == nil { messages += content }
    say([type.rawValue, 3, 3, UInt8(content.count >> 8), UInt8(truncatingIfNeeded: content.count)] + content)
  }

  /// Says nothing while there is no such key.
  func saySealed(_ type: ContentType, _ content: [UInt8], _ label: String) {
    if sealers[label] == nil { sealers[label] = secrets[label].flatMap { schedule?.sealer(from: $0) } }
    guard let sealer = sealers[label] ?? sealer12, content.count <= 16_000 else { return }
    var output: [UInt8] = []
    guard sealer.seal(type, content[...], into: &output) else { return }
    if type == .handshake { messages += content }
    say(output)
  }

  /// Says the honest Finished; in TLS 1.2 keys come into use before it.
  func finish() {
    guard let hello12, let master = master12 ?? exchangeKeys() else {
      return saySealed(.handshake, finished, "CLIENT_HANDSHAKE_TRAFFIC_SECRET")
    }
    let proof = KeySchedule12.finished(
      hello12.suite, master.secret, .client, transcript: hello12.suite.digest.hash(messages))
    let keys = KeySchedule12(
      suite: hello12.suite, masterSecret: master.secret, clientRandom: master.clientRandom, serverRandom: hello12.random
    )
    sealer12 = keys.sealer(of: .client)
    sayPlain(.changeCipherSpec, [1])
    saySealed(.handshake, ByteWriter.message(.finished) { $0.append(proof) }, "CLIENT_RANDOM")
  }

  private var master12: WireTranscript.Secret? { wire.secrets.last { $0.label == "CLIENT_RANDOM" } }

  /// Libraries log the master secret once the client has finished, so the client has to know it of itself.
  private func exchangeKeys() -> WireTranscript.Secret? {
    guard let hello12, let key = try? KeyAgreement(.x25519), let premaster = key.sharedSecret(with: serverPoint) else {
      return nil
    }
    // The first message is the client's.
    let random = Array(messages.dropFirst(6).prefix(32))
    sayPlain(.handshake, ByteWriter.message(.clientKeyExchange) { $0.vector8 { $0.append(key.publicValue) } })
    let secret =
      hello12.isExtended
      ? KeySchedule12.extendedMasterSecret(
        hello12.suite, premaster: premaster, transcript: hello12.suite.digest.hash(messages))
      : KeySchedule12.masterSecret(
        hello12.suite, premaster: premaster, clientRandom: random, serverRandom: hello12.random)
    return WireTranscript.Secret(label: "CLIENT_RANDOM", clientRandom: random, secret: secret)
  }

  private var finished: [UInt8] {
    guard let schedule, let secret = secrets["CLIENT_HANDSHAKE_TRAFFIC_SECRET"] else { return [] }
    let proof = schedule.finished(secret, schedule.suite.digest.hash(messages))
    return ByteWriter.message(.finished) { $0.append(proof) }
  }

  private func listen() {
    var opener: RecordProtection?
    while let record = try? records.next() {
      if record.type == .handshake, schedule == nil, let hello = ServerHello(body: record.payload.dropFirst(4)),
        let suite = CipherSuite(tls13: hello.cipherSuite)
      {
        if hello.isRetryRequest {
          let hash = suite.digest.hash(messages)
          messages = [254, 0, 0, UInt8(hash.count)] + hash
        } else {
          schedule = KeySchedule13(suite: suite)
        }
        messages += record.payload
      } else if record.type == .handshake, schedule == nil, !serverIsProtected {
        if hello12 == nil, let hello = ServerHello(body: record.payload.dropFirst(4)),
          let suite = CipherSuite(tls12: hello.cipherSuite)
        {
          hello12 = (suite, Array(hello.random), hello.content(.extendedMasterSecret) != nil)
        } else if record.payload.first == HandshakeType.serverKeyExchange.rawValue {
          // Four bytes of header, three for the curve, one for the length.
          serverPoint = Array(record.payload.dropFirst(8).prefix(32))
        }
        messages += record.payload
      } else if record.type == .changeCipherSpec {
        serverIsProtected = true
      } else if record.type == .applicationData {
        if opener == nil {
          opener = secrets["SERVER_HANDSHAKE_TRAFFIC_SECRET"].flatMap { schedule?.protection(from: $0) }
        }
        if let opened = opener?.open(record), opened.last == 22 { messages += opened.dropLast() }
      }
    }
  }
}

/// What both sides of a connection sent, with its secrets, for the decoder.
///
/// The first byte is the number of secrets (modulo 8): each a byte for its label, 32 of the client's random and a
/// block. Then come chunks: a byte for the side, and a block.
enum TranscriptScript {
  static let labels = [
    "CLIENT_RANDOM", "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0",
    "SERVER_TRAFFIC_SECRET_0", "EXPORTER_SECRET",
  ]

  static func run(_ bytes: [UInt8]) {
    var evidence = ConnectionEvidence(index: 1, openedAt: 0)
    TranscriptDecoder.decode(transcript(bytes), into: &evidence)
  }

  static func transcript(_ bytes: [UInt8]) -> WireTranscript {
    var script = Script(bytes)
    var transcript = WireTranscript()
    for _ in 0..<(script.byte() % 8) {
      let label = labels[Int(script.byte()) % labels.count]
      let random = script.bytes(32)
      transcript.secrets.append(.init(label: label, clientRandom: random, secret: script.block()))
    }
    while !script.isAtEnd {
      let side: Side = script.byte() & 1 == 0 ? .client : .server
      transcript.chunks.append(.init(from: side, at: transcript.chunks.count, bytes: script.block()))
    }
    return transcript
  }

  static func bytes(_ transcript: WireTranscript) -> [UInt8] {
    var bytes = [UInt8(transcript.secrets.count)]
    for secret in transcript.secrets {
      bytes.append(UInt8(labels.firstIndex(of: secret.label) ?? 0))
      bytes += secret.clientRandom + Seed.block(secret.secret)
    }
    for chunk in transcript.chunks { bytes += [chunk.from == .client ? 0 : 1] + Seed.block(chunk.bytes) }
    return bytes
  }
}
