import RogueModel
@testable import RogueRunner
import Testing

/// The moments from which dates count.
@Suite struct RunClockTests {
  private static func moment(at seconds: Int, isReal: Bool = false, next: Int64?, fixed: Int64? = nil) -> Int64 {
    RunClock(
      wall: { .seconds(seconds) }, steady: { .zero }, fixed: fixed.map { Timestamp(secondsSince1970: $0) }
    ).dating(isReal: isReal, next: next).moment.secondsSince1970
  }

  @Test func `conversations without a date ahead share a moment, which is never ahead and not long ago`() {
    #expect(Self.moment(at: 600, next: nil) == 600)
    #expect(Self.moment(at: 899, next: nil) == 600)
    #expect(Self.moment(at: 900, next: 86_400) == 900)
    #expect(Self.moment(at: 1199, next: 3600) == 900)
  }

  @Test func `one with a date within an hour, and one that waits for it, count from their own second`() {
    #expect(Self.moment(at: 899, next: 3599) == 899)
    #expect(Self.moment(at: 899, next: 1) == 899)
    #expect(Self.moment(at: 899, isReal: true, next: nil) == 899)
  }

  @Test func `a fixed moment is that of all but those that wait`() {
    #expect(Self.moment(at: 899, next: 1, fixed: 7) == 7)
    #expect(Self.moment(at: 899, next: nil, fixed: 7) == 7)
    #expect(Self.moment(at: 899, isReal: true, next: 1, fixed: 7) == 899)
  }
}
