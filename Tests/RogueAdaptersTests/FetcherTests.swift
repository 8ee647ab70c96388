import Foundation
import RogueAdapters
import RogueModel
import RoguePlatform
import Testing

@Suite struct LoopbackFetcherTests {
  private static func fetch(_ url: String, timeout: Int = 2000, longest: Int = 1 << 16) -> FetchReply {
    LoopbackFetcher().fetch(FetchRequest(url: url, timeoutMilliseconds: timeout, longestReply: longest))
  }

  @Test(arguments: [
    "https://127.0.0.1:1/", "http://localhost:1/", "http://127.0.0.1.example:1/", "http://127.0.0.1:99999/",
    "http://10.0.0.1:1/", "http://127.0.0.1:1/\r\nX: y", "http://127.0.0.1@example:1/", "",
  ])
  func `only loopback addresses are contacted`(url: String) {
    guard case .failed(let why) = Self.fetch(url) else {
      Issue.record("\(url) was asked")
      return
    }
    #expect(why.contains("not on this machine"))
  }

  /// Answers one request with so many pieces of a body, with a pause before each.
  private static func serve(_ piece: Int, times: Int, pause: Int) throws -> UInt16 {
    let listener = try TCPListener()
    Thread.detachNewThread {
      guard let socket = listener.waitForConnection(milliseconds: 60_000) else { return }
      _ = socket.receive()
      _ = socket.send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(piece * times)\r\n\r\n".utf8)[...])
      for _ in 0..<times {
        Thread.sleep(forTimeInterval: Double(pause) / 1000)
        guard case .sent = socket.send([UInt8](repeating: 7, count: piece)[...]) else { return }
      }
      socket.finishSending()
      _ = socket.receive()
    }
    return listener.port
  }

  @Test func `a long reply that keeps coming may take longer than the timeout`() throws {
    // On a busy machine pauses are longer than they are meant to be, so longer ones are tried.
    for timeout in [600, 6000, 60_000] {
      let port = try Self.serve(1 << 14, times: 6, pause: timeout / 4)
      let reply = Self.fetch("http://127.0.0.1:\(port)/crl", timeout: timeout, longest: 1 << 20)
      if case .reply(200, let body) = reply, body.count == 6 << 14 { return }
      guard timeout == 60_000 else { continue }
      Issue.record("\(reply)")
    }
  }

  @Test func `the scheme of a URL has no case`() throws {
    let port = try Self.serve(7, times: 1, pause: 0)
    guard case .reply(200, let body) = Self.fetch("HTTP://127.0.0.1:\(port)/crl", timeout: 60_000) else {
      Issue.record("nothing was fetched")
      return
    }
    #expect(body.count == 7)
  }

  @Test func `a reply that drips gains no time`() throws {
    let port = try Self.serve(1, times: 200, pause: 20)
    guard case .failed(let why) = Self.fetch("http://127.0.0.1:\(port)/ocsp", timeout: 500) else {
      Issue.record("the whole reply came in time")
      return
    }
    #expect(why.contains("no answer in time"))
  }

  @Test func `a closed port is a failure`() {
    guard case .failed = Self.fetch("http://127.0.0.1:1/x") else {
      Issue.record("somebody answered")
      return
    }
  }
}
