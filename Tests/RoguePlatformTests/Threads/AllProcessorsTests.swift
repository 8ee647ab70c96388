import RoguePlatform
import Synchronization
import Testing

@Suite struct AllProcessorsTests {
  private final class Done: Sendable {
    let numbers = Mutex<[Int]>([])
  }

  @Test(arguments: [0, 1, 2, 7, 1000])
  func `every part is done once before it returns`(count: Int) {
    let done = Done()
    AllProcessors.perform(count) { number in done.numbers.withLock { $0.append(number) } }
    #expect(done.numbers.withLock { $0.sorted() } == Array(0..<count))
  }

  @Test(arguments: [0, 1, 15, 16, 17, 1000])
  func `results are in the order of the items`(count: Int) {
    #expect(AllProcessors.map(Array(0..<count)) { -$0 } == (0..<count).map { -$0 })
  }
}
