import RogueModel
import RogueTLS
import TestSupport
import Testing

@testable import RogueEngines

/// Bytes that no honest peer sends: nothing may trap, and nothing may be believed that was not authenticated.
struct HostileTranscriptTests {
  private static let rounds = 3_000

  @Test(arguments: TLSVersion.allCases, [false, true])
  func `flipped bits never trap nor add application data`(version: TLSVersion, asks: Bool) throws {
    let original = try MemoryConnection(version: version, asks: asks).transcript
    var random = SplitMix64(seed: asks ? 1 : 2)
    for _ in 0..<Self.rounds {
      var mutated = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let chunk = Int.random(in: 0..<mutated.chunks.count, using: &random)
        let byte = Int.random(in: 0..<mutated.chunks[chunk].bytes.count, using: &random)
        mutated.chunks[chunk].bytes[byte] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      }
      let evidence = MemoryConnection.decode(mutated)
      #expect(evidence.applicationBytes <= 18 + 16 + 24)
    }
  }

  @Test(arguments: TLSVersion.allCases)
  func `truncated, repeated and swapped chunks never trap`(version: TLSVersion) throws {
    let original = try MemoryConnection(version: version, asks: true, pieces: 200).transcript
    var random = SplitMix64(seed: 3)
    for _ in 0..<Self.rounds {
      var mutated = original
      let chunk = Int.random(in: 0..<mutated.chunks.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: mutated.chunks.removeLast(Int.random(in: 0...mutated.chunks.count, using: &random))
      case 1: mutated.chunks.remove(at: chunk)
      case 2: mutated.chunks.insert(mutated.chunks[chunk], at: Int.random(in: 0...chunk, using: &random))
      case 3: mutated.chunks.shuffle(using: &random)
      default:
        let bytes = mutated.chunks[chunk].bytes
        mutated.chunks[chunk].bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
      }
      let evidence = MemoryConnection.decode(mutated)
      #expect(evidence.applicationBytes <= 2 * 18 + 24)
    }
  }

  @Test func `random bytes and random records never trap`() {
    var random = SplitMix64(seed: 4)
    for round in 0..<Self.rounds {
      var bytes = (0..<Int.random(in: 0..<600, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      if round % 2 == 0, bytes.count > 9 {
        // A handshake record of the right length with a message in it of any kind.
        bytes.replaceSubrange(0..<5, with: [22, 3, 1, UInt8((bytes.count - 5) >> 8), UInt8((bytes.count - 5) & 0xFF)])
        bytes.replaceSubrange(5..<9, with: [UInt8.random(in: 0...25, using: &random), 0, 0, bytes[8]])
      }
      let from: Side = Bool.random(using: &random) ? .client : .server
      let evidence = MemoryConnection.decode(
        WireTranscript(chunks: [WireTranscript.Chunk(from: from, at: 1, bytes: bytes)]))
      #expect(evidence.applicationBytes == 0)
      #expect(evidence.clientFinishedAt == nil || evidence.undecoded != nil)
    }
  }

  @Test func `a length that is never sent is not waited for with memory`() {
    let endless: [UInt8] = [22, 3, 1, 0, 4, 1, 0xFF, 0xFF, 0xFF]
    let evidence = MemoryConnection.decode(
      WireTranscript(chunks: [WireTranscript.Chunk(from: .client, at: 1, bytes: endless)]))
    #expect(evidence.undecoded == "client: a handshake message of type 1 claims 16777215 bytes")
    let long: [UInt8] = [22, 3, 1, 0xFF, 0xFF]
    let other = MemoryConnection.decode(
      WireTranscript(chunks: [WireTranscript.Chunk(from: .client, at: 1, bytes: long)]))
    #expect(other.undecoded == "client: the record at byte 0 claims 65535 bytes")
  }

  @Test func `a server's message that is too long is skipped, and later ones are read`() throws {
    var reader = HandshakeReader(passesOverLong: true)
    let length = 5_000_000
    let head = [11, UInt8(length >> 16), UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)]
    reader.append((head + [UInt8](repeating: 0, count: 996))[...])
    #expect(try reader.next(at: 1) == nil)
    #expect(reader.unread == [.init(type: .certificate, length: length)])
    #expect(reader.hasRemainder)
    var left = length - 996
    while left > 0 {
      // The last piece brings the next message along.
      let piece = min(left, 16_000)
      left -= piece
      let next: [UInt8] = left == 0 ? [14, 0, 0, 0] : []
      reader.append(([UInt8](repeating: 0, count: piece) + next)[...])
      let message = try reader.next(at: 2)
      #expect(message?.type == (left == 0 ? .serverHelloDone : nil))
    }
    #expect(!reader.hasRemainder)
    #expect(reader.unread.count == 1)
  }

  @Test func `a flood of alerts is not listed one by one`() {
    let alerts = [UInt8](repeating: 0, count: 0).reserving(70_000) { bytes in
      for _ in 0..<10_000 { bytes += [21, 3, 3, 0, 2, 1, 0] }
    }
    let evidence = MemoryConnection.decode(
      WireTranscript(chunks: [WireTranscript.Chunk(from: .client, at: 1, bytes: alerts)]))
    #expect(evidence.alerts.count == 64)
  }
}

extension [UInt8] {
  fileprivate func reserving(_ capacity: Int, _ fill: (inout [UInt8]) -> Void) -> [UInt8] {
    var copy = self
    copy.reserveCapacity(capacity)
    fill(&copy)
    return copy
  }
}
