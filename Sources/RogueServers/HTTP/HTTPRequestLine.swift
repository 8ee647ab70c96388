/// `METHOD target HTTP/1.x` (RFC 9112, section 3).
struct HTTPRequestLine: Sendable, Hashable {
  var method: String
  var target: String
  /// `HTTP/1.0` or `HTTP/1.1`.
  var version: String

  /// As it came.
  var line: String { "\(method) \(target) \(version)" }

  init?(_ line: String) {
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, !parts[1].isEmpty, parts[2] == "HTTP/1.1" || parts[2] == "HTTP/1.0",
      parts[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { return nil }
    method = String(parts[0])
    target = String(parts[1])
    version = String(parts[2])
  }
}
