import RogueModel
import RogueOpenSSL
import RogueStimuli
import RogueTLS
import ServerTestSupport
import TestSupport
import Testing

@testable import RogueEngines

/// Thousands of clients that are wrong in random ways; the same ones every time, by a seed.
@Suite struct `Whatever a client sends, the Swift engine` {
  private let pki = TestPKI.shared

  private func attempt(_ version: TLSVersion) -> ServedAttempt {
    ServerFixture.attempt(pki.presentation("leaf-p256", "issuing"), version) {
      $0[ClientAuthentication.self] = .init(mode: .request, anchors: pki.certificates("client-root"))
      $0[Resumption.self] = .any
      $0[ApplicationProtocols.self] = ["http/1.1"]
    }
  }

  /// Flips, cuts, repeats or inserts.
  private func damage(_ bytes: [UInt8], _ generator: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &generator) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &generator)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      case 2: bytes[place] = UInt8.random(in: 0...255, using: &generator)
      case 3: bytes[place] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &generator) ?? 0
      case 4: bytes.remove(at: place)
      default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
      }
    }
    return bytes
  }

  /// Every extension that the engine reads.
  private func hello(_ version: TLSVersion) throws -> ScriptedHello {
    var hello = try ScriptedHello.honest()
    hello.version = version
    hello.others = [
      (0, [0, 6, 0, 0, 3, 97, 46, 98]), (5, [1, 0, 0, 0, 0]), (16, [0, 9, 8] + Array("http/1.1".utf8)), (18, []),
      (23, []), (35, [UInt8](repeating: 3, count: 32)), (45, [1, 1]), (0xFF01, [0]),
    ]
    return hello
  }

  /// What must hold of every connection, however it went.
  private func check(_ client: ScriptedClient, _ what: String) {
    #expect(!client.nonceSent, "\(what)")
    guard let ended = client.ended else { return }
    // Damage can make an alert of a record, and then the client ended it.
    #expect(ended.by == .client || ended == ConnectionEnd(by: .server, how: .alert), "\(what)")
    #expect(ended.by == .client || client.sent.count >= 7, "\(what): no alert")
  }

  @Test(arguments: TLSVersion.allCases)
  func `answers damaged hellos with an alert, or continues`(version: TLSVersion) throws {
    let recipe = try ScriptedClient.recipe(attempt(version), sessions: SwiftSessions())
    let message = try hello(version).message
    var generator = SplitMix64(seed: 1)
    var ends = 0
    for round in 0..<2_500 {
      let client = ScriptedClient(recipe.engine())
      var damaged = damage(message, &generator)
      // Half of them keep an honest length, so that the damage reaches the fields.
      if round.isMultiple(of: 2), damaged.count > 4 {
        damaged.replaceSubrange(
          0..<4, with: [1, 0, UInt8((damaged.count - 4) >> 8), UInt8(truncatingIfNeeded: damaged.count - 4)])
      }
      client.say(.handshake, damaged)
      check(client, "round \(round)")
      if client.ended != nil { ends += 1 }
    }
    #expect(ends > 500)
  }

  @Test(arguments: TLSVersion.allCases)
  func `waits for the rest of a hello, wherever it was cut`(version: TLSVersion) throws {
    let recipe = try ScriptedClient.recipe(attempt(version), sessions: SwiftSessions())
    let message = try hello(version).message
    let whole = [22, 3, 1, UInt8(message.count >> 8), UInt8(truncatingIfNeeded: message.count)] + message
    for length in 0..<whole.count {
      let client = ScriptedClient(recipe.engine())
      client.say(Array(whole.prefix(length)))
      #expect(client.ended == nil && client.sent.isEmpty)
      guard length.isMultiple(of: 16) else { continue }
      client.say(Array(whole.dropFirst(length)))
      #expect(client.ended == nil && !client.sent.isEmpty)
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `answers noise`(version: TLSVersion) throws {
    let recipe = try ScriptedClient.recipe(attempt(version))
    var generator = SplitMix64(seed: 2)
    for round in 0..<3_000 {
      let client = ScriptedClient(recipe.engine())
      var noise = (0..<Int.random(in: 1...400, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      // Most of it looks like records.
      if !round.isMultiple(of: 4), noise.count > 5 {
        noise.replaceSubrange(
          0..<5, with: [UInt8.random(in: 20...23, using: &generator), 3, 3, 0, UInt8(noise.count % 64)])
      }
      client.say(noise)
      check(client, "round \(round)")
    }
  }

  @Test func `answers damaged messages under the keys of TLS 1.3`() throws {
    let recipe = try ScriptedClient.recipe(attempt(.tls13), sessions: SwiftSessions())
    let hello = try hello(.tls13)
    let list = ByteWriter.message(.certificate) { body in
      body.vector8 { _ in }
      body.vector24 { list in
        for entry in pki.certificates("client-leaf", "client-issuing") {
          list.vector24 { $0.append(entry) }
          list.vector16 { _ in }
        }
      }
    }
    let proof = ByteWriter.message(.certificateVerify) { body in
      body.uint16(0x0403)
      body.vector16 { $0.append([0x30, 6, 2, 1, 1, 2, 1, 1]) }
    }
    var generator = SplitMix64(seed: 3)
    for round in 0..<700 {
      var handshake = ScriptedHandshake13(ScriptedClient(recipe.engine()))
      handshake.hello(hello)
      let sealer = handshake.handshakeSealer
      #expect(sealer != nil)
      switch round % 4 {
      case 0: handshake.client.say(.handshake, damage(list, &generator), sealed: sealer)
      case 1: handshake.client.say(.handshake, list + damage(proof, &generator), sealed: sealer)
      case 2:
        let types = [ContentType.handshake, .alert, .applicationData, .changeCipherSpec]
        let type = types.randomElement(using: &generator) ?? .alert
        handshake.client.say(type, damage(list, &generator), sealed: sealer)
      default:
        var record: [UInt8] = []
        _ = sealer?.seal(.handshake, list[...], into: &record)
        handshake.client.say(damage(record, &generator))
      }
      handshake.client.say(.applicationData, Array("ROGUES the-attempt\n".utf8), sealed: handshake.trafficSealer)
      check(handshake.client, "round \(round)")
    }
  }

  @Test func `answers damaged messages of TLS 1.2`() throws {
    let recipe = try ScriptedClient.recipe(attempt(.tls12), sessions: SwiftSessions())
    let hello = try hello(.tls12).message
    let list = ByteWriter.message(.certificate) { body in
      body.vector24 { list in
        for entry in pki.certificates("client-leaf", "client-issuing") { list.vector24 { $0.append(entry) } }
      }
    }
    let point = try KeyAgreement(.x25519).publicValue
    let exchange = ByteWriter.message(.clientKeyExchange) { $0.vector8 { $0.append(point) } }
    let proof = ByteWriter.message(.certificateVerify) { body in
      body.uint16(0x0403)
      body.vector16 { $0.append([0x30, 6, 2, 1, 1, 2, 1, 1]) }
    }
    var generator = SplitMix64(seed: 4)
    for round in 0..<700 {
      let client = ScriptedClient(recipe.engine())
      client.say(.handshake, hello)
      let messages = [list, exchange, proof]
      let broken = round % 4
      for (index, message) in messages.enumerated() {
        client.say(.handshake, index == broken ? damage(message, &generator) : message)
      }
      // Without the right proof nobody gets as far as this.
      client.say([20, 3, 3, 0, 1, 1])
      client.say(.handshake, (0..<40).map { _ in UInt8.random(in: 0...255, using: &generator) })
      check(client, "round \(round)")
      #expect(client.ended != nil, "round \(round)")
    }
  }

  @Test func `is not kept waiting by a flood of warnings`() throws {
    let client = try ScriptedClient(attempt(.tls12))
    client.say(.handshake, try hello(.tls12).message)
    for _ in 0..<2_000 { client.say([21, 3, 3, 0, 2, 1, 90]) }
    #expect(client.ended == nil)
    client.say([21, 3, 3, 0, 2, 2, 40])
    #expect(client.ended == ConnectionEnd(by: .client, how: .alert))
  }
}
