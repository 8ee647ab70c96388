import RogueModel
import RogueOpenSSL
import RogueTLS

@testable import RogueEngines
@testable import RogueServers

/// A client that sends exactly the given bytes to an engine without a socket.
///
/// The engine's own key log lets it seal whatever it likes, so that messages can be wrong in ways that no library would
/// send. That honest clients understand the engine is for others to show.
final class ScriptedClient {
  let engine: any Engine
  private(set) var sent: [UInt8] = []
  private(set) var secrets: [String: [UInt8]] = [:]
  private(set) var ended: ConnectionEnd?
  private(set) var nonceSent = false
  private(set) var refusal: String?
  private(set) var isPaused = false
  private var records = RecordReader()

  init(_ engine: any Engine) { self.engine = engine }

  /// An own engine for one connection of this attempt.
  convenience init(_ attempt: ServedAttempt, sessions: SwiftSessions? = nil) throws {
    self.init(try Self.recipe(attempt, sessions: sessions).engine())
  }

  static func recipe(_ attempt: ServedAttempt, sessions: SwiftSessions? = nil) throws -> SwiftRecipe {
    try SwiftRecipe(
      attempt: attempt, StreamExchange(attempt), try ActiveBehaviours(attempt.behaviours),
      signers: HandshakeSigners(capacity: 8), clock: nil, sessions: sessions)
  }

  func say(_ bytes: [UInt8]) { take(engine.received(bytes)) }

  /// What the engine does in the end of a pause.
  func waitForPause() { take(engine.resume()) }

  private func take(_ actions: [EngineAction]) {
    for action in actions {
      switch action {
      case .send(let bytes):
        sent += bytes
        records.append(bytes, at: 0)
      case .note(.secret(let secret)): secrets[secret.label] = secret.secret
      case .note(.ended(let end)): ended = end
      case .note(.nonceSent): nonceSent = true
      case .note(.refusedClient(let why)): refusal = why
      case .pause: isPaused = true
      case .note(.request), .note(.refused), .deliver, .finish, .reset: break
      }
    }
  }

  /// Says this in plaintext records of at most so many bytes.
  func say(_ type: ContentType, _ content: [UInt8], recordsOf length: Int = 16_384) {
    var rest = content[...]
    repeat {
      let part = rest.prefix(length)
      rest = rest.dropFirst(length)
      say([type.rawValue, 3, 1, UInt8(part.count >> 8), UInt8(truncatingIfNeeded: part.count)] + part)
    } while !rest.isEmpty
  }

  func say(_ type: ContentType, _ content: [UInt8], sealed sealer: RecordSealer?) {
    var output: [UInt8] = []
    if sealer?.seal(type, content[...], into: &output) == true { say(output) }
  }

  func nextRecord() -> Record? { try? records.next() }

  /// The code of the alert that the engine sent in plaintext as its last word.
  var plainAlert: UInt8? {
    let last = Array(sent.suffix(7))
    return last.count == 7 && last[0] == 21 && last[3] == 0 && last[4] == 2 ? last[6] : nil
  }
}

/// A ClientHello, field by field.
struct ScriptedHello {
  var version = TLSVersion.tls13
  var suites: [UInt16] = [0x1301, 0x1302, 0x1303, 0xC02B, 0xC02F]
  var sessionID = [UInt8](repeating: 7, count: 32)
  var groups: [UInt16] = [29, 23, 24]
  var shares: [(group: UInt16, value: [UInt8])] = []
  var schemes: [UInt16] = [0x0403, 0x0503, 0x0804, 0x0807]
  /// Type and content of further extensions.
  var others: [(UInt16, [UInt8])] = []

  var message: [UInt8] {
    ByteWriter.message(.clientHello) { body in
      body.uint16(0x0303)
      body.append([UInt8](repeating: 0x42, count: 32))
      body.vector8 { $0.append(sessionID) }
      body.vector16 { list in
        for suite in suites { list.uint16(suite) }
      }
      body.vector8 { $0.uint8(0) }
      body.vector16 { extensions in
        extensions.helloExtension(.supportedGroups) { content in
          content.vector16 { list in
            for group in groups { list.uint16(group) }
          }
        }
        extensions.helloExtension(.signatureAlgorithms) { content in
          content.vector16 { list in
            for scheme in schemes { list.uint16(scheme) }
          }
        }
        for (type, content) in others {
          extensions.helloExtension(HelloExtension(rawValue: type)) { $0.append(content) }
        }
        guard version == .tls13 else { return }
        extensions.helloExtension(.supportedVersions) { $0.vector8 { $0.uint16(0x0304) } }
        extensions.helloExtension(.keyShare) { content in
          content.vector16 { list in
            for share in shares {
              list.uint16(share.group)
              list.vector16 { $0.append(share.value) }
            }
          }
        }
      }
    }
  }
}

/// Takes a scripted client through an honest TLS 1.3 handshake, step by step.
struct ScriptedHandshake13 {
  let client: ScriptedClient
  private(set) var schedule: KeySchedule13?
  private(set) var transcript: [UInt8] = []
  private(set) var serverHello: ServerHello?
  /// Types of the messages in the server's protected flight.
  private(set) var flight: [UInt8] = []

  init(_ client: ScriptedClient) { self.client = client }

  mutating func hello(_ hello: ScriptedHello, recordsOf length: Int = 16_384) {
    let message = hello.message
    transcript += message
    client.say(.handshake, message, recordsOf: length)
    readHello()
  }

  private mutating func readHello() {
    guard let record = client.nextRecord(), record.type == .handshake,
      let answer = ServerHello(body: record.payload.dropFirst(4)), let suite = CipherSuite(tls13: answer.cipherSuite)
    else { return }
    schedule = KeySchedule13(suite: suite)
    serverHello = answer
    if answer.isRetryRequest {
      let hash = suite.digest.hash(transcript)
      transcript = [254, 0, 0, UInt8(hash.count)] + hash
    }
    transcript += record.payload
  }

  /// Opens the server's flight.
  mutating func readFlight() {
    guard let secret = client.secrets["SERVER_HANDSHAKE_TRAFFIC_SECRET"],
      let opener = schedule?.protection(from: secret)
    else { return }
    var bytes: [UInt8] = []
    while let record = client.nextRecord() {
      guard record.type == .applicationData, let opened = opener.open(record), opened.last == 22 else { continue }
      bytes += opened.dropLast()
    }
    transcript += bytes
    var cursor = ByteCursor(bytes[...])
    while let type = cursor.uint8(), cursor.vector24() != nil { flight.append(type) }
  }

  var handshakeSealer: RecordSealer? { sealer("CLIENT_HANDSHAKE_TRAFFIC_SECRET") }
  var trafficSealer: RecordSealer? { sealer("CLIENT_TRAFFIC_SECRET_0") }

  private func sealer(_ label: String) -> RecordSealer? {
    client.secrets[label].flatMap { secret in schedule?.sealer(from: secret) }
  }

  var finished: [UInt8] {
    guard let schedule, let secret = client.secrets["CLIENT_HANDSHAKE_TRAFFIC_SECRET"] else { return [] }
    let proof = schedule.finished(secret, schedule.suite.digest.hash(transcript))
    return ByteWriter.message(.finished) { $0.append(proof) }
  }
}

extension ScriptedHello {
  /// A hello with an honest x25519 share.
  static func honest() throws -> ScriptedHello {
    var hello = ScriptedHello()
    hello.shares = [(29, try KeyAgreement(.x25519).publicValue)]
    return hello
  }
}
