import Foundation
import RogueModel
import Testing

@Suite struct `A timestamp` {
  @Test func `agrees with Foundation about many days from 1602 to 3015`() throws {
    let format = ISO8601DateFormatter()
    for seconds in stride(from: Int64(-11_600_000_000), to: 33_000_000_000, by: 7_654_321) {
      let time = Timestamp(secondsSince1970: seconds)
      let text = format.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
      #expect(time.description == text)
      #expect(Timestamp(text) == time)
    }
  }

  @Test(arguments: [
    "", "x", "2026-11-20", "2026-11-20 12:00:00Z", "2026-11-20T12:00:00", "2026-11-20T12:00:00+01:00",
    "2026-11-20T24:00:00Z", "2026-11-20T12:60:00Z", "2026-11-20T12:00:60Z", "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z", "2026-02-29T00:00:00Z", "2026-04-31T00:00:00Z", "2026-04-00T00:00:00Z",
    "2026-11-2aT12:00:00Z", "12026-11-20T12:00:00Z",
  ])
  func `has no other form`(text: String) {
    #expect(Timestamp(text) == nil)
  }

  @Test func `knows leap years, and plain seconds`() {
    #expect(Timestamp("2024-02-29T00:00:00Z")?.fields.day == 29)
    #expect(Timestamp("2000-02-29T00:00:00Z") != nil && Timestamp("1900-02-29T00:00:00Z") == nil)
    #expect(Timestamp("-1")?.description == "1969-12-31T23:59:59Z")
    #expect(Timestamp(year: 1970, month: 1, day: 2) == Timestamp(secondsSince1970: 86_400))
    #expect(Timestamp(secondsSince1970: 1) + 2 == Timestamp(secondsSince1970: 3))
    #expect(Timestamp(secondsSince1970: 1) < Timestamp(secondsSince1970: 2))
  }
}
