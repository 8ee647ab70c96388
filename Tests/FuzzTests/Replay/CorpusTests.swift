import Foundation
import RogueModel
import RogueOpenSSL
import RogueTLS
import TestSupport
import Testing

@testable import RogueEngines
@testable import RogueServers

/// What `make fuzz` starts from and what it has found, through the same entry points, without its instruments.
@Suite struct `The corpus of the fuzzer` {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("corpus")

  static func inputs(_ target: FuzzTarget) throws -> [(name: String, bytes: [UInt8])] {
    let place = folder.appendingPathComponent(target.rawValue)
    return try FileManager.default.contentsOfDirectory(atPath: place.path).sorted().map { name in
      (name, Array(try Data(contentsOf: place.appendingPathComponent(name))))
    }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `runs without a crash in each target`(target: FuzzTarget) throws {
    let inputs = try Self.inputs(target)
    #expect(!inputs.isEmpty, "no corpus for \(target.rawValue)")
    target.run([])
    for input in inputs { target.run(input.bytes) }
  }

  @Test(arguments: FuzzTarget.allCases)
  func `runs truncated and damaged in each target`(target: FuzzTarget) throws {
    var generator = SplitMix64(seed: 7)
    for input in try Self.inputs(target) where input.bytes.count < 8192 {
      for _ in 0..<40 {
        var bytes = input.bytes
        if Bool.random(using: &generator) {
          bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
        }
        if let place = bytes.indices.randomElement(using: &generator) {
          bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
        target.run(bytes)
      }
    }
  }

  @Test func `has a folder for every target, and is small`() throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
    #expect(names == FuzzTarget.allCases.map(\.rawValue).sorted())
    let size = try FuzzTarget.allCases.flatMap(Self.inputs).reduce(0) { $0 + $1.bytes.count }
    #expect(size < 200_000)
  }

  @Test func `holds the scripts that the code writes`() throws {
    // Transcripts have fresh keys each time.
    for target in [FuzzTarget.engine, .libssl, .gnutls, .client, .dialogue] {
      let seeds = Seed.scripts().filter { $0.target == target }
      #expect(seeds.count >= 5)
      let inputs = try Self.inputs(target)
      for seed in seeds { #expect(inputs.contains { $0 == (seed.name, seed.bytes) }, "\(seed.name): make fuzz-seeds") }
    }
  }

  /// The seeds have to reach what lies behind the first message, or the fuzzer begins at the door.
  @Test func `has a client that gets the nonce, and one whose CertificateVerify is checked`() throws {
    let inputs = try Self.inputs(.engine)
    for version in ["13", "12"] {
      let honest = try #require(inputs.first { $0.name == "seed-whole-\(version)" })
      #expect(try #require(EngineScript.transcript(honest.bytes)).client.nonceSent)
    }
    // Both are asked for more than a request, and answer with what does not do.
    for name in ["again-12", "asked-later-13"] {
      let asked = try #require(inputs.first { $0.name == "seed-\(name)" })
      let script = try #require(EngineScript.transcript(asked.bytes))
      #expect(!script.client.nonceSent)
      var seen = ConnectionEvidence(index: 1, openedAt: 0)
      TranscriptDecoder.decode(script.wire, into: &seen)
      #expect(name == "again-12" ? seen.renegotiation != nil : seen.certificateRequested, "\(name)")
    }
    // Decrypted bytes reach their reader.
    let tunnel = try #require(inputs.first { $0.name == "seed-tunnel-13" })
    let delivered = try #require(EngineScript.transcript(tunnel.bytes)).client.delivered
    #expect(delivered.starts(with: "CONNECT ".utf8))
    let mail = try #require(inputs.first { $0.name == "seed-mail-13" })
    #expect(try #require(EngineScript.transcript(mail.bytes)).client.nonceSent)
    let proof = try #require(inputs.first { $0.name == "seed-client-certificate-13" })
    #expect(
      try #require(EngineScript.transcript(proof.bytes)).client.refusal
        == "the client's signature is not by its certificate's key")
  }

  @Test(arguments: [(FuzzTarget.libssl, EngineScript.Server.libssl), (.gnutls, .gnutls)])
  func `reaches the code after the handshakes of`(target: FuzzTarget, server: EngineScript.Server) throws {
    func script(_ name: String) throws -> (wire: WireTranscript, client: ScriptClient) {
      let input = try #require(try Self.inputs(target).first { $0.name == "seed-\(name)" }, "\(name)")
      return try #require(EngineScript.transcript(input.bytes, on: server), "\(name)")
    }
    for name in ["whole-13", "whole-12", "bare-13", "mail-13", "closed-12"] {
      #expect(try script(name).client.nonceSent, "\(name)")
    }
    for name in ["exchange-12", "update-13", "refused-13", "tunnel-13"] {
      #expect(try !script(name).client.nonceSent, "\(name)")
    }
    #expect(try script("tunnel-13").client.delivered.starts(with: "CONNECT ".utf8))
    // The engine on GnuTLS gives the reason of its judge; a client without its key gets only an alert.
    #expect(try (script("client-certificate-13").client.refusal != nil) == (server == .libssl))
    #expect(try !script("client-certificate-13").client.nonceSent)
    // Both refuse to renegotiate; after that libssl goes on, and GnuTLS cannot.
    let asking = try script("renegotiation-12")
    #expect(asking.client.nonceSent == (server == .libssl))
    var refused = ConnectionEvidence(index: 1, openedAt: 0)
    TranscriptDecoder.decode(asking.wire, into: &refused)
    let alerts = refused.alerts.filter { $0.from == .server && $0.code != TLSAlertCode.closeNotify.rawValue }
    #expect(alerts.map(\.code) == [TLSAlertCode.noRenegotiation.rawValue] && alerts.allSatisfy { !$0.isFatal })
    // What real clients have said is answered with a flight of the version that is served.
    for name in ["recorded-openssl", "recorded-gnutls"] {
      var seen = ConnectionEvidence(index: 1, openedAt: 0)
      TranscriptDecoder.decode(try script(name).wire, into: &seen)
      #expect(seen.version == .tls13, "\(name)")
    }
  }

  @Test func `has talks that end in every way`() throws {
    func ending(_ name: String) throws -> DialogueScript.Talk.Ending {
      let input = try #require(try Self.inputs(.dialogue).first { $0.name == "seed-\(name)" })
      return DialogueScript.Talk(
        DialogueScript.plan(input.bytes[0]), Array(input.bytes.dropFirst()), piece: input.bytes.count
      ).ending
    }
    for name in ["mail", "mail-injected", "box", "box-injected", "database", "database-injected"] {
      #expect(try ending(name) == .tls, "\(name)")
    }
    for name in ["mail-unadvertised", "mail-bare", "mail-under-tls", "box-logged-in", "database-under-tls"] {
      guard case .nonce = try ending(name) else {
        Issue.record("\(name) gets no nonce")
        continue
      }
    }
    #expect(try ending("box-leaves") == .goodbye)
    #expect(try ending("mail-refused") == .none)
  }

  @Test func `has servers that our client shakes hands with, and ones that it refuses for the proof`() throws {
    let inputs = try Self.inputs(.client)
    for version in ["13", "12"] {
      let whole = try #require(inputs.first { $0.name == "seed-whole-\(version)" })
      let client = try #require(ClientScript.server(whole.bytes)).client
      #expect(client.state == .established)
      #expect(client.takeData() == Array("HTTP/1.1 200 OK\r\n".utf8))
      let checked = try #require(inputs.first { $0.name == "seed-checked-\(version)" })
      guard case .failed(.refused(let refusal)) = try #require(ClientScript.server(checked.bytes)).client.state else {
        Issue.record("seed-checked-\(version) is not refused")
        continue
      }
      #expect(refusal.demand == (version == "13" ? Demand.signature13 : .emptySignature).name)
    }
  }
}
