import RogueModel
import Synchronization
import Testing

@testable import RogueRunner

/// What is minted once, and what again.
@Suite struct MintCacheTests {
  /// Counts what it is asked for.
  private final class Counter: HierarchyMinter {
    let count = Mutex(0)

    func mint(_ world: World, _ request: MintRequest) throws(HarnessFailure) -> Hierarchy {
      count.withLock { $0 += 1 }
      return try FakeMinter().mint(world, request)
    }
  }

  private let minter = Counter()
  private let cache: MintCache

  init() { cache = MintCache(minter) }

  /// Whether it had to be minted.
  private func mints(_ salt: Int, at seconds: Int64, base: String? = nil) throws -> Bool {
    let before = minter.count.withLock(\.self)
    let request = MintRequest(
      salt: "\(salt)", keyType: .p256, clock: Timestamp(secondsSince1970: seconds), responderBase: base)
    _ = try cache.hierarchy(Sample.world(), request)
    return minter.count.withLock(\.self) > before
  }

  @Test func `repeated requests at the same moment mint once`() throws {
    #expect(try mints(1, at: 5))
    #expect(try mints(2, at: 5))
    #expect(try !mints(1, at: 5))
    #expect(try !mints(2, at: 5))
  }

  @Test func `hierarchies of several moments are kept apart`() throws {
    #expect(try mints(1, at: 5))
    #expect(try mints(1, at: 6))
    #expect(try !mints(1, at: 5))
    #expect(try !mints(1, at: 6))
  }

  @Test func `the least recently used entries are minted again, others are kept`() throws {
    for salt in 0..<1000 {
      #expect(try mints(salt, at: 5))
      #expect(try !mints(0, at: 5))
    }
    #expect(try !mints(990, at: 5))
    #expect(try mints(1, at: 5))
  }

  @Test func `worlds with URLs of one attempt are not kept`() throws {
    #expect(try mints(1, at: 5, base: "http://127.0.0.1:1/a"))
    #expect(try mints(1, at: 5, base: "http://127.0.0.1:1/a"))
  }
}
