internal import RogueModel
internal import RoguePlatform

/// The HTTP reply to an accepted request, as far as it is needed to find the nonce.
package struct Reply {
  /// In bytes; a nonce needs 33.
  static let longest = 65_536

  private var bytes: [UInt8] = []
  private var bodyStart: Int?
  private var bodyLength = 0

  init() {}

  /// One that did not come in the form of HTTP/1.1, as if it had.
  init(status: String, location: String?, body: [UInt8], keepsAlive: Bool) {
    let place = location.map { "Location: \($0)\r\n" } ?? ""
    let head = "HTTP/1.1 \(status) \r\n\(place)Connection: \(keepsAlive ? "keep-alive" : "close")\r\n\r\n"
    bytes = Array(head.utf8)
    bodyStart = bytes.count
    bodyLength = body.count
    bytes += body
  }

  /// A server's response to a request without TLS.
  init(
    to request: [UInt8], inTheClear endpoint: Attempt.Endpoint, until deadline: MonotonicInstant
  ) throws(ClientEnding) {
    let transport = try ClientTransport(to: endpoint.address, port: endpoint.port, deadline: deadline)
    try transport.send(request)
    while !isComplete {
      guard append(try transport.receive("before the clear reply was complete")) else {
        throw .failed(.server, "the clear reply is too long or is not HTTP")
      }
    }
    transport.drop(afterMilliseconds: 250)
  }

  var isComplete: Bool { bodyStart.map { bytes.count >= $0 + bodyLength } ?? false }

  /// False when this cannot become a reply that has an end.
  mutating func append(_ more: [UInt8]) -> Bool {
    let seen = bytes.count
    bytes += more
    guard bytes.count <= Self.longest else { return false }
    guard bodyStart == nil, let end = headEnd(after: seen) else { return true }
    guard let length = contentLength(in: bytes[..<end]), length <= Self.longest else { return false }
    bodyStart = end
    bodyLength = length
    return true
  }

  var statusLine: String {
    String(decoding: bytes.prefix { $0 != 0x0D && $0 != 0x0A }.prefix(100), as: UTF8.self)
  }

  /// The host of the absolute `https:` URL that a reply with status 302 names.
  var redirect: String? { redirect(to: "https") }

  /// The host of the absolute `http:` URL that a reply with status 302 names.
  var clearRedirect: String? { redirect(to: "http") }

  /// The path that a reply with status 302 names without a host.
  var relativeRedirect: String? {
    location.flatMap { $0.hasPrefix("/") && !$0.hasPrefix("//") ? $0 : nil }
  }

  private func redirect(to scheme: String) -> String? {
    guard let location, location.lowercased().hasPrefix("\(scheme)://") else { return nil }
    let host = location.dropFirst(scheme.count + 3).prefix { $0 != ":" && $0 != "/" }
    return host.isEmpty ? nil : String(host)
  }

  /// Where a reply with status 302 leads.
  private var location: String? {
    guard let bodyStart, statusLine.split(separator: " ").dropFirst().first == "302" else { return nil }
    let name = "location: "
    for line in bytes[..<bodyStart].split(separator: 0x0A) {
      let text = String(decoding: line, as: UTF8.self).filter { $0 != "\r" }
      if text.lowercased().hasPrefix(name) { return String(text.dropFirst(name.count)) }
    }
    return nil
  }

  /// The server cannot answer the request on this connection (RFC 9110, section 15.5.20).
  package var isMisdirected: Bool { statusLine.split(separator: " ").dropFirst().first == "421" }

  /// The server leaves the connection open (RFC 9112, section 9.3).
  var keepsAlive: Bool {
    guard let bodyStart else { return false }
    return bytes[..<bodyStart].split(separator: 0x0A).contains { line in
      String(decoding: line, as: UTF8.self).lowercased().filter { !$0.isWhitespace } == "connection:keep-alive"
    }
  }

  /// 32 hex digits and a newline, of a reply with status 200.
  package var nonce: String? {
    let status = statusLine.split(separator: " ")
    guard status.count >= 2, status[0].hasPrefix("HTTP/1."), status[1] == "200" else { return nil }
    return nonceOfAnyStatus
  }

  /// The same, whatever the status is.
  package var nonceOfAnyStatus: String? {
    guard let bodyStart, isComplete else { return nil }
    let body = bytes[bodyStart..<(bodyStart + bodyLength)]
    guard body.count == 33, body.last == 0x0A else { return nil }
    let text = String(decoding: body.dropLast(), as: UTF8.self)
    return text.utf8.count == 32 && text.allSatisfy { $0.isASCII && $0.isHexDigit } ? text : nil
  }

  /// Where the empty line after the head ends; it did not end in the first `seen` bytes.
  private func headEnd(after seen: Int) -> Int? {
    var index = max(seen, 3)
    while index < bytes.count {
      if bytes[index] == 0x0A, bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D {
        return index + 1
      }
      index += 1
    }
    return nil
  }

  private func contentLength(in head: ArraySlice<UInt8>) -> Int? {
    for line in head.split(separator: 0x0A) {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
      guard String(decoding: line[..<colon], as: UTF8.self).lowercased() == "content-length" else { continue }
      let value = line[(colon + 1)...].filter { $0 != 0x20 && $0 != 0x0D }
      guard !value.isEmpty, value.count <= 6, value.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return value.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    return nil
  }
}
