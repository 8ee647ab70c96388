import RogueModel
import RogueOpenSSL
import RoguePKI
import RoguePlatform

/// Certificates against the signatures that they cannot do without: everything else about a certificate should be free.
struct MintingBenchmark: Benchmark {
  let name = "minting"

  /// Distinct hierarchies in a round.
  private static let hierarchies = 100

  func measure() async throws -> [Measurement] {
    let world = try ShippedCatalogue().world("pinned-site")
    let count = world.certificates.count * Self.hierarchies
    let minter = WorldMinter(seed: "bench", keyPool: KeyPool(store: NoKeyStore()))
    let sample = try minter.mint(world, request(0, salt: "sample"))
    // The bytes that a signature of a certificate covers are as long as this, within a few.
    let message = sample.certificates.values.map(\.der.count).max().map { [UInt8](repeating: 7, count: $0 - 80) } ?? []
    let key = try PrivateKey.generate(.ec(.p256))

    var clock: Int64 = 0
    let mutated = try await Rounds(
      7,
      floor: {
        for _ in 0..<count { _ = try key.sign(message, .hashed(.sha256)) }
        return count
      },
      subject: {
        for _ in 0..<Self.hierarchies {
          clock += 1
          _ = try minter.mint(world, request(clock, salt: "one"))
        }
        return count
      })
    let fresh = try await Rounds(
      7,
      floor: {
        for _ in 0..<count {
          _ = try PrivateKey.generate(.ec(.p256))
          _ = try key.sign(message, .hashed(.sha256))
        }
        return count
      },
      subject: {
        for _ in 0..<Self.hierarchies {
          clock += 1
          _ = try minter.mint(world, request(clock, salt: "\(clock)"))
        }
        return count
      })
    return [
      Measurement(
        subject: "certificates minted, against bare signatures", unit: .perSecond("cert"),
        value: mutated.bestRates.subject, floor: mutated.bestRates.floor, processorRatio: mutated.processorRatio,
        aim: .ratioAtLeast(0.7)),
      Measurement(
        subject: "the same with a fresh key for each, against keys and signatures", unit: .perSecond("cert"),
        value: fresh.bestRates.subject, floor: fresh.bestRates.floor, processorRatio: fresh.processorRatio, aim: .none),
    ]
  }

  private func request(_ clock: Int64, salt: String) -> MintRequest {
    MintRequest(
      salt: salt, keyType: .p256, clock: Timestamp(secondsSince1970: 1_800_000_000 + clock), responderBase: nil)
  }
}

/// Nothing here makes RSA keys.
struct NoKeyStore: KeyStore {
  func load(_ name: String) throws(HarnessFailure) -> [UInt8]? { nil }
  func add(_ name: String, _ bytes: [UInt8], replacing damaged: [UInt8]?) throws(HarnessFailure) -> [UInt8] { bytes }
}
