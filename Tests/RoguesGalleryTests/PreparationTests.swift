import Synchronization
import Testing

@testable import RoguesGallery

/// A run that prepares for long says so, again and again.
@Suite struct PreparationTests {
  private final class Lines: Sendable {
    let all = Mutex<[String]>([])
  }

  @Test func `what is under way is said until it is done`() async throws {
    let lines = Lines()
    let preparation = Preparation(every: .milliseconds(5)) { line in lines.all.withLock { $0.append(line) } }
    preparation.begin("reads")
    while lines.all.withLock({ $0.count }) < 2 { try await Task.sleep(for: .milliseconds(5)) }
    preparation.begin("plans")
    while !lines.all.withLock({ $0.contains { $0.hasPrefix("rogues: plans, for ") } }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    preparation.end()
    #expect(lines.all.withLock { $0[0] }.hasPrefix("rogues: reads, for "))
    try await Task.sleep(for: .milliseconds(50))
    let count = lines.all.withLock { $0.count }
    try await Task.sleep(for: .milliseconds(50))
    #expect(lines.all.withLock { $0.count } == count)
  }
}
