import RoguePlatform
import Synchronization
import Testing

@Suite struct ThreadSupplyTests {
  @Test func `available threads are started, and all end`() throws {
    let started = Started()
    try ThreadSupply.check(8) { (body) throws(SystemError) in
      started.count.withLock { $0 += 1 }
      return try PlatformThread {
        body()
        started.ended.withLock { $0 += 1 }
      }
    }
    #expect(started.count.withLock { $0 } == 8)
    #expect(started.ended.withLock { $0 } == 8)
  }

  @Test func `a shortage reports the available amount, the cause and the limit to raise`() throws {
    let started = Started()
    let shortage = #expect(throws: ThreadSupply.Shortage.self) {
      try ThreadSupply.check(8) { (body) throws(SystemError) in
        guard
          started.count.withLock({
            $0 += 1; return $0
          }) <= 3
        else {
          throw SystemError(code: 11, operation: "start a thread")
        }
        return try PlatformThread(body)
      }
    }
    #expect(shortage?.found == 3)
    #expect(shortage?.wanted == 8)
    #expect(shortage?.description.contains("3 of the 8 threads") == true)
    #expect(shortage?.description.contains("ulimit -u") == true)
  }

  private final class Started: Sendable {
    let count = Mutex(0)
    let ended = Mutex(0)
  }
}
