internal import RogueModel

/// A request for a page of this process, which was checked.
public struct PageRequest: Sendable, Hashable {
  /// Below the page's base, without a slash in front; empty: the page itself.
  public var path: String
  /// The fields of a form; nil: nothing is to be changed.
  public var form: [String: String]?

  public init(path: String, form: [String: String]? = nil) {
    self.path = path
    self.form = form
  }
}

/// Reads requests, and refuses what no browser with this page open would send: so no other page can ask through it.
struct PageRequestReader: Sendable {
  /// The head of a request, in bytes.
  static let headLimit = 16_384
  /// A form, in bytes.
  static let bodyLimit = 4096

  /// What a browser may call this server: `127.0.0.1:8080`. A name that somebody lets resolve to it is not among them.
  var hosts: Set<String>
  /// Begins and ends with a slash.
  var base: String
  /// Only a form with it changes anything; nil: nothing can be changed.
  var token: String?

  enum Step: Sendable, Hashable {
    case needsMore
    case request(PageRequest)
    /// With this status.
    case refused(String)
  }

  func read(_ bytes: [UInt8]) -> Step {
    guard let end = Self.headEnd(bytes) else {
      return bytes.count > Self.headLimit ? .refused("431 Request Header Fields Too Large") : .needsMore
    }
    guard end <= Self.headLimit else { return .refused("431 Request Header Fields Too Large") }
    guard let text = String(validating: bytes[..<end], as: UTF8.self) else { return .refused("400 Bad Request") }
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: true)
    guard let first = lines.first, let line = HTTPRequestLine(String(first)),
      let fields = Self.fields(lines.dropFirst()),
      let host = fields["host"]
    else { return .refused("400 Bad Request") }
    guard hosts.contains(host.lowercased()) else { return .refused("421 Misdirected Request") }
    guard line.target.hasPrefix(base) else { return .refused("404 Not Found") }
    let path = String(line.target.dropFirst(base.utf8.count))
    switch line.method {
    case "GET": return .request(PageRequest(path: path))
    case "POST": return form(path, fields, host, Array(bytes[end...]))
    default: return .refused("405 Method Not Allowed")
    }
  }

  private func form(_ path: String, _ fields: [String: String], _ host: String, _ body: [UInt8]) -> Step {
    guard let token else { return .refused("405 Method Not Allowed") }
    if let origin = fields["origin"], origin.lowercased() != "http://\(host.lowercased())" {
      return .refused("403 Forbidden")
    }
    guard fields["transfer-encoding"] == nil, let length = fields["content-length"].flatMap({ Int($0) }), length >= 0
    else { return .refused("411 Length Required") }
    guard length <= Self.bodyLimit else { return .refused("413 Content Too Large") }
    guard body.count >= length else { return .needsMore }
    guard let form = Self.fields(ofForm: String(decoding: body.prefix(length), as: UTF8.self)),
      Self.isSame(form["token"], token)
    else { return .refused("403 Forbidden") }
    return .request(PageRequest(path: path, form: form.filter { $0.key != "token" }))
  }

  /// Behind the empty line.
  private static func headEnd(_ bytes: [UInt8]) -> Int? {
    bytes.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound
  }

  /// Nil: a line is no field, or one comes twice.
  private static func fields(_ lines: some Sequence<Substring>) -> [String: String]? {
    var fields: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex else { return nil }
      let (name, value) = (line[..<colon].lowercased(), line[line.index(after: colon)...])
      guard name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else { return nil }
      let known = fields.updateValue(Self.trimmed(value), forKey: name)
      guard known == nil || !["host", "content-length", "transfer-encoding", "origin"].contains(name) else {
        return nil
      }
    }
    return fields
  }

  private static func trimmed(_ value: Substring) -> String {
    let start = value.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
  }

  private static func fields(ofForm text: String) -> [String: String]? {
    var fields: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let sides = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard sides.count == 2, let name = PercentEncoding.decode(sides[0]), let value = PercentEncoding.decode(sides[1]),
        fields.updateValue(value, forKey: name) == nil
      else { return nil }
    }
    return fields
  }

  /// Takes as long for every wrong text of the same length.
  private static func isSame(_ given: String?, _ token: String) -> Bool {
    let (given, token) = (Array((given ?? "").utf8), Array(token.utf8))
    guard given.count == token.count else { return false }
    return zip(given, token).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
