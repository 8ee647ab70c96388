import RogueModel
import RogueOpenSSL
import RogueTLS
import ServerTestSupport
import Testing

@testable import RogueEngines
@testable import RogueServers

/// Certificates that are compressed (RFC 8879), between the own engine and the own client, which alone here expands them.
/// Python's zlib reads what is sent in `FlightBytesTests`, and writes what is expanded in `ZlibTests`.
@Suite struct CompressedCertificateMessageTests {
  /// What the client came to, with what it was shown, and the evidence of the connection.
  private static func meet(
    _ fault: String, without demand: Demand? = nil
  ) throws -> (state: TLSClient.State, shown: [[UInt8]]?, seen: ConnectionEvidence) {
    let attempt = ServerFixture.attempt {
      $0.behaviours = [NamedUse("compressed-certificate", ["fault": .text(fault)])]
    }
    let engine = try ScriptedClient.recipe(attempt).engine()
    var settings = ClientSettings()
    settings.host = "pinned.rogues.test"
    if let demand { settings.rules.replace(demand, by: "none") { _ in true } }
    final class Judge { var shown: [[UInt8]]? }
    let judge = Judge()
    let client = try TLSClient(settings) { flight in
      judge.shown = flight.certificates
      return .accept
    }
    var transcript = WireTranscript()
    var bytes = client.takeOutput()
    while !bytes.isEmpty {
      transcript.chunks.append(.init(from: .client, at: 0, bytes: bytes))
      for action in engine.received(bytes) {
        switch action {
        case .send(let answer):
          transcript.chunks.append(.init(from: .server, at: 0, bytes: answer))
          client.receive(answer)
        case .note(.secret(let secret)): transcript.secrets.append(secret)
        default: break
        }
      }
      bytes = client.takeOutput()
    }
    var seen = ConnectionEvidence(index: 1, openedAt: 0)
    TranscriptDecoder.decode(transcript, into: &seen, behaviours: try ActiveBehaviours(attempt.behaviours))
    return (client.state, judge.shown, seen)
  }

  private static let planned = TestPKI.shared.presentation("leaf-p256", "issuing").certificates

  @Test func `are expanded by a client that offers to`() throws {
    let (state, shown, seen) = try Self.meet("none")
    #expect(state == .established)
    #expect(shown == Self.planned)
    #expect(seen.presented == ["compressed-certificate"])
    #expect(seen.serverCertificates == Self.planned)
    #expect(seen.undecoded == nil)
  }

  @Test(arguments: [
    ("unoffered", Demand.compressionOffered), ("short", .compressedLength), ("long", .compressedLength),
  ]) func `are refused if they are wrong by every client that checks`(fault: String, demand: Demand) throws {
    let (state, shown, seen) = try Self.meet(fault)
    guard case .failed(.refused(let refusal)) = state else {
      Issue.record("\(fault): \(state)")
      return
    }
    #expect(refusal.demand == demand.name)
    #expect(shown == nil)
    #expect(seen.presented == ["compressed-certificate"])
    #expect(try Self.meet(fault, without: demand).state == .established)
  }

  @Test func `are not expanded beyond measure`() throws {
    let (state, _, seen) = try Self.meet("bomb")
    guard case .failed(.refused(let refusal)) = state else {
      Issue.record("\(state)")
      return
    }
    #expect(refusal.alert == .badCertificate)
    #expect(seen.presented == ["compressed-certificate"])
    #expect(seen.serverCertificates == nil)
  }
}
