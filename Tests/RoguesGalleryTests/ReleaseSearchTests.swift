import Testing

@testable import RoguesGallery

@Suite struct ReleaseSearchTests {
  private static func search(
    _ count: Int, changedIn change: Int, missing: Set<Int> = []
  ) -> (ReleaseSearch<String>, asked: Int) {
    let releases = (0..<count).map { "1.\($0)" }
    var search = ReleaseSearch<String>(releases)
    var asked = 0
    while let next = search.next {
      asked += 1
      // Each is asked once, or the search has no end.
      if asked > count { break }
      let place = releases.firstIndex(of: next) ?? 0
      search.note(next, missing.contains(place) ? nil : place < change ? "old" : "new")
    }
    return (search, asked)
  }

  @Test(arguments: [2, 3, 7, 64])
  func `every change is found, by halving`(count: Int) {
    for change in 1..<count {
      let (search, asked) = Self.search(count, changedIn: change)
      #expect(
        search.outcome == .changed(after: "1.\(change - 1)", in: "1.\(change)", skipped: []), "\(count) \(change)")
      #expect(asked <= 9)
    }
  }

  @Test func `releases that cannot run are skipped, and reported if it matters`() {
    for change in 1..<8 {
      for missing in 1..<7 {
        let (search, _) = Self.search(8, changedIn: change, missing: [missing])
        switch missing {
        case change:
          #expect(
            search.outcome == .changed(after: "1.\(change - 1)", in: "1.\(change + 1)", skipped: ["1.\(missing)"]))
        case change - 1 where change > 1:
          #expect(search.outcome == .changed(after: "1.\(change - 2)", in: "1.\(change)", skipped: ["1.\(missing)"]))
        default: #expect(search.outcome == .changed(after: "1.\(change - 1)", in: "1.\(change)", skipped: []))
        }
      }
    }
    let (hollow, _) = Self.search(6, changedIn: 3, missing: [1, 2, 3, 4])
    #expect(hollow.outcome == .changed(after: "1.0", in: "1.5", skipped: ["1.1", "1.2", "1.3", "1.4"]))
  }

  @Test func `ends that agree or cannot run end the search`() {
    #expect(Self.search(9, changedIn: 9).0.outcome == .same)
    #expect(Self.search(9, changedIn: 9).asked == 2)
    #expect(Self.search(9, changedIn: 4, missing: [0]).0.outcome == .unavailable("1.0"))
    #expect(Self.search(9, changedIn: 4, missing: [8]).0.outcome == .unavailable("1.8"))
  }
}
