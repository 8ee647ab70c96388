public import RogueModel
internal import RoguePlatform

/// HTTP/1.1 over loopback: one request on one connection.
///
/// The request's timeout applies to the first `step` bytes of the reply, and starts again with every further `step`. So
/// a CRL of megabytes may take longer than a short response, whatever else the machine does, and a responder that sends
/// one byte after another gains nothing.
///
/// Only loopback addresses, because certificates name responders, and rogue certificates may name any host.
public struct LoopbackFetcher: Fetcher {
  /// In bytes.
  private static let step = 1 << 14

  public init() {}

  public func fetch(_ request: FetchRequest) -> FetchReply {
    guard let target = Target(request.url) else { return .failed("\(request.url) is not on this machine") }
    var deadline = MonotonicInstant.now.advanced(milliseconds: request.timeoutMilliseconds)
    do throws(SystemError) {
      let socket = try TCPSocket.connected(toPort: target.port, timeoutMilliseconds: request.timeoutMilliseconds)
      var reply = FetchedResponse(longest: request.longestReply)
      guard send(target.request(request.method), socket, deadline) else { return .failed("the request was not taken") }
      var inStep = 0
      while !reply.isComplete {
        let left = Int((deadline.nanoseconds - MonotonicInstant.now.nanoseconds) / 1_000_000)
        guard left > 0 else { return .failed("no answer in time") }
        socket.setTimeout(milliseconds: left)
        switch socket.receive() {
        case .bytes(let bytes):
          guard reply.append(bytes) else { return .failed("the answer is too long or is not HTTP") }
          inStep += bytes.count
          guard inStep >= Self.step else { continue }
          inStep = 0
          deadline = MonotonicInstant.now.advanced(milliseconds: request.timeoutMilliseconds)
        case .end:
          guard reply.end() else { return .failed("the response is truncated") }
        case .wouldBlock: return .failed("no answer in time")
        case .failed(let error): return .failed(error.description)
        }
      }
      return .reply(status: reply.status, body: reply.body)
    } catch {
      return .failed(error.description)
    }
  }

  private func send(_ bytes: [UInt8], _ socket: TCPSocket, _ deadline: MonotonicInstant) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard MonotonicInstant.now < deadline, case .sent(let count) = socket.send(rest) else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// A URL of this machine, taken apart.
  private struct Target {
    var port: UInt16
    var path: String

    init?(_ url: String) {
      let prefix = "http://127.0.0.1"
      // A scheme has no case (RFC 3986, section 3.1). Characters that end a line of the request are no part of a URL.
      guard url.lowercased().hasPrefix(prefix), url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
      let rest = url.dropFirst(prefix.count)
      let authority = rest.prefix { $0 != "/" }
      path = String(rest.dropFirst(authority.count))
      if path.isEmpty { path = "/" }
      if authority.isEmpty {
        port = 80
      } else {
        guard authority.first == ":", let number = UInt16(authority.dropFirst()) else { return nil }
        port = number
      }
    }

    func request(_ method: FetchRequest.Method) -> [UInt8] {
      let host = "Host: 127.0.0.1:\(port)\r\nConnection: close\r\n"
      switch method {
      case .get: return Array("GET \(path) HTTP/1.1\r\n\(host)\r\n".utf8)
      case .post(let type, let body):
        let head = "POST \(path) HTTP/1.1\r\n\(host)Content-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n"
        return Array(head.utf8) + body
      }
    }
  }
}
