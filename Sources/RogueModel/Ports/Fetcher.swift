/// Queries a revocation responder over HTTP; loopback addresses only.
public protocol Fetcher: Sendable {
  /// Blocks until there is a reply or the request times out.
  func fetch(_ request: FetchRequest) -> FetchReply
}

public struct FetchRequest: Sendable, Hashable {
  public enum Method: Sendable, Hashable {
    case get
    case post(contentType: String, body: [UInt8])
  }
  /// `http://127.0.0.1:PORT/…`.
  public var url: String
  public var method: Method
  public var timeoutMilliseconds: Int
  /// In bytes, head included.
  public var longestReply: Int

  public init(url: String, method: Method = .get, timeoutMilliseconds: Int, longestReply: Int = 1 << 20) {
    self.url = url
    self.method = method
    self.timeoutMilliseconds = timeoutMilliseconds
    self.longestReply = longestReply
  }
}

public enum FetchReply: Sendable, Hashable {
  case reply(status: Int, body: [UInt8])
  /// No reply, with the reason in words.
  case failed(String)

  /// The body of a reply with status 200.
  public var success: [UInt8]? {
    if case .reply(200, let body) = self { body } else { nil }
  }
}
