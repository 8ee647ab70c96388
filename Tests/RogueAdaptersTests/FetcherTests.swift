import RogueAdapters
import RogueModel
import Testing

@Suite struct LoopbackFetcherTests {
  private static func fetch(_ url: String, timeout: Int = 2000, longest: Int = 1 << 16) -> FetchReply {
    LoopbackFetcher().fetch(FetchRequest(url: url, timeoutMilliseconds: timeout, longestReply: longest))
  }

  @Test(arguments: [
    "https://127.0.0.1:1/", "http://localhost:1/", "http://127.0.0.1.example:1/", "http://127.0.0.1:99999/",
    "http://10.0.0.1:1/", "http://127.0.0.1:1/\r\nX: y", "http://127.0.0.1@example:1/", "",
  ])
  func `only loopback addresses are asked`(url: String) {
    guard case .failed(let why) = Self.fetch(url) else {
      Issue.record("\(url) was asked")
      return
    }
    #expect(why.contains("not on this machine"))
  }

  @Test func `a port that nobody listens on has failed`() {
    guard case .failed = Self.fetch("http://127.0.0.1:1/x") else {
      Issue.record("somebody answered")
      return
    }
  }
}
