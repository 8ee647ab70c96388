import RogueModel
import Testing

@testable import RogueReports

@Suite struct LivePageTests {
  private static let hostile = "<script>alert(1)</script>\"'&\u{202e}"

  private static var page: LivePage {
    var page = LivePage(title: hostile, state: hostile)
    page.facts = [.init(hostile, hostile)]
    page.link = "https://x/?\"onclick=1"
    page.buttons = [.init("next", "Next"), .init("control", "Control")]
    var row = LivePage.Row(.doubtful, title: hostile, id: hostile, words: hostile)
    (row.level, row.severity) = (.must, .critical)
    row.link = "https://x/\"y"
    row.button = .init("open", "Open", number: 2)
    page.lists = [.init(hostile, [row], empty: ""), .init("None", [], empty: hostile)]
    page.guides = [.init(hostile, [hostile], [.init("a.txt", "text/plain", Array(hostile.utf8), isShown: true)])]
    return page
  }

  @Test func `foreign text is escaped, in the page and in the data of its script`() throws {
    for text in [Self.page.document(token: "T"), Self.page.stateJSON(token: "T").replacing("\\\"", with: "\"")] {
      #expect(!text.contains("<script>alert") && !text.contains("\u{202e}"))
      #expect(!text.contains("?\"onclick"))
      #expect(!text.contains(" style=") && !text.contains("onclick=\""))
    }
    let ids = Self.page.document(token: "T").matches(of: /id="([^"]+)"/).map { String($0.output.1) }
    #expect(Set(ids).count == ids.count, "\(ids)")
  }

  @Test func `buttons are forms with the token, and without one there are none`() {
    let page = Self.page
    #expect(page.document(token: "T0KEN").split(separator: "value=\"T0KEN\"").count == 4)
    #expect(!page.document(token: nil).contains("<form") && !page.stateJSON(token: nil).contains("<form"))
    #expect(page.takes("next", nil) && page.takes("open", 2))
    #expect(!page.takes("open", nil) && !page.takes("open", 1) && !page.takes("quit", nil) && !page.takes("next", 1))
    #expect(page.file("a.txt") != nil && page.file("../a.txt") == nil && page.file("page.css") == nil)
  }

  @Test func `it reloads itself without a script, and loads nothing from elsewhere`() {
    let text = Self.page.document(token: nil)
    #expect(text.contains("<noscript><meta http-equiv=\"refresh\" content=\"5\"></noscript>"))
    for link in text.matches(of: /(?:src|href)="([^"]+)"/) where !link.output.1.hasPrefix("https://x/") {
      #expect(!link.output.1.contains("/"), "\(link.output.1)")
    }
    #expect(LivePage.style.contains("min-height: 44px") && LivePage.style.contains("min-width: 44px"))
  }

  // MARK: A run

  private static func events(complete: Bool) -> [RunEvent] {
    SampleRun.events().map { event in
      guard case .finished(var footer) = event else { return event }
      footer.complete = complete
      return .finished(footer)
    }
  }

  private static func followed(_ events: [RunEvent]) -> LiveRun {
    let table = RunTable()
    let run = LiveRun(table: table, strict: false, guides: [])
    for event in events {
      table.record(event)
      run.record(event)
    }
    return run
  }

  @Test func `a run shows what is judged, what failed as it comes, and how far it is`() {
    let events = Self.events(complete: true)
    #expect(LiveRun(table: RunTable(), strict: false, guides: []).page.state == "The run begins.")
    var failed: [String] = []
    for count in 1...events.count {
      let run = Self.followed(Array(events[..<count]))
      run.beat(seconds: 5)
      let page = run.page
      failed = page.lists[0].rows.map(\.id)
      switch events[count - 1] {
      case .caseStarted(let adapter, let caseID, false):
        #expect(page.facts.contains { $0.label == "now" && $0.value.contains("\(adapter): \(caseID)") })
      case .caseFinished(let result) where result.isNotable(strict: false) && !result.isKnown:
        #expect(failed.contains("\(result.adapter): \(result.caseID)"), "it is there at once")
      default: break
      }
      #expect(page.document(token: nil).contains("page.js"))
    }
    #expect(!failed.isEmpty)
    let page = Self.followed(events).page
    #expect(page.state.hasPrefix("The run is over: ") && !page.facts.contains { $0.label == "now" })
  }

  @Test func `a run that was cut off says that it proves nothing for the rest`() {
    #expect(Self.followed(Self.events(complete: false)).page.state.hasPrefix("INCOMPLETE: "))
  }

  @Test func `a failure that is taken back is shown no more`() throws {
    let events = SampleRun.events()
    let failure = try #require(
      events.compactMap { event -> CaseResult? in
        guard case .caseFinished(let result) = event, result.isNotable(strict: false), !result.isKnown else {
          return nil
        }
        return result
      }.first)
    var revised = failure
    revised.judgement.verdict = .pass
    let run = Self.followed(events + [.caseFinished(revised)])
    #expect(!run.page.lists[0].rows.contains { $0.id == "\(failure.adapter): \(failure.caseID)" })
  }
}
