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
}
