internal import RogueModel

/// A client's request to an HTTP proxy: a tunnel (RFC 9110, section 9.3.6), or a plain request in absolute form
/// (RFC 9112, section 3.2.2).
struct ProxyRequest: Sendable, Hashable {
  var host: String
  var port: UInt16
  /// The first bytes to the server: none for a tunnel, else the request in origin form.
  var forwarded: [UInt8]
  var isTunnel: Bool
  /// The first line as it came.
  var line: String

  enum Reading: Sendable, Hashable {
    case needsMore
    case malformed
    /// The request, and how many of the bytes it took.
    case request(ProxyRequest, length: Int)
  }

  /// A request's line and headers, in bytes.
  static let limit = 65_536

  static func read(_ bytes: [UInt8]) -> Reading {
    guard let end = headEnd(bytes) else { return bytes.count > limit ? .malformed : .needsMore }
    guard let lineEnd = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return .malformed }
    let line = bytes[..<lineEnd].filter { $0 != UInt8(ascii: "\r") }
    guard let request = HTTPRequestLine(String(decoding: line, as: UTF8.self)) else { return .malformed }
    if request.method == "CONNECT" {
      guard let (host, port) = split(request.target[...], defaultPort: nil) else { return .malformed }
      return .request(
        ProxyRequest(host: host, port: port, forwarded: [], isTunnel: true, line: request.line), length: end)
    }
    let scheme = "http://"
    guard request.target.lowercased().hasPrefix(scheme) else { return .malformed }
    let rest = request.target.dropFirst(scheme.count)
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    guard let (host, port) = split(rest[..<slash], defaultPort: 80) else { return .malformed }
    let path = slash == rest.endIndex ? "/" : String(rest[slash...])
    let forwarded = Array("\(request.method) \(path) \(request.version)\r\n".utf8) + bytes[(lineEnd + 1)..<end]
    return .request(
      ProxyRequest(host: host, port: port, forwarded: forwarded, isTunnel: false, line: request.line), length: end)
  }

  /// The offset after the empty line.
  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    var lineStart = 0
    while let end = bytes[lineStart...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[lineStart..<end]
      lineStart = end + 1
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { return end + 1 }
    }
    return nil
  }

  /// `host:port`, with an IPv6 literal in brackets.
  private static func split(_ authority: Substring, defaultPort: UInt16?) -> (String, UInt16)? {
    var host = authority
    var port = defaultPort
    let afterHost = authority.lastIndex(of: "]") ?? authority.startIndex
    if let colon = authority[afterHost...].lastIndex(of: ":") {
      guard let number = UInt16(authority[authority.index(after: colon)...]) else { return nil }
      host = authority[..<colon]
      port = number
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
    guard let port, port != 0, !host.isEmpty else { return nil }
    return (String(host), port)
  }
}

/// The names that a conversation's proxy maps to loopback: those of the world, and loopback itself. Nothing else, so
/// that no validator ever leaves this machine through it.
struct ProxyNames: Sendable {
  let domain: String

  init(domain: String) { self.domain = HostName.plain(domain) }

  func allows(_ host: String) -> Bool {
    let name = HostName.plain(host)
    if name == domain || name.hasSuffix("." + domain) { return true }
    return name == "::1" || Self.isLoopbackIPv4(name)
  }

  private static func isLoopbackIPv4(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
  }
}
