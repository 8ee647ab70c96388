/// An HTTP reply while it arrives; its end is told by Content-Length, or by the connection's.
struct HTTPAnswer {
  private let longest: Int
  private var bytes: [UInt8] = []
  private var bodyStart: Int?
  private var length: Int?
  private(set) var isComplete = false
  private(set) var status = 0

  /// - Parameter longest: in bytes, head included.
  init(longest: Int) { self.longest = longest }

  var body: [UInt8] {
    guard let bodyStart else { return [] }
    return Array(bytes[bodyStart...].prefix(length ?? bytes.count))
  }

  /// False when this cannot become a reply.
  mutating func append(_ more: [UInt8]) -> Bool {
    bytes += more
    guard bytes.count <= longest else { return false }
    if bodyStart == nil, let end = headEnd {
      guard read(head: String(decoding: bytes[..<end], as: UTF8.self)) else { return false }
      bodyStart = end
    }
    if let bodyStart, let length, bytes.count >= bodyStart + length { isComplete = true }
    return true
  }

  /// The connection has ended. False when that was too early.
  mutating func end() -> Bool {
    isComplete = bodyStart != nil && length == nil
    return isComplete
  }

  private var headEnd: Int? {
    guard bytes.count >= 4 else { return nil }
    for index in 3..<bytes.count where bytes[index] == 0x0A {
      if bytes[index - 1] == 0x0D, bytes[index - 2] == 0x0A, bytes[index - 3] == 0x0D { return index + 1 }
    }
    return nil
  }

  private mutating func read(head: String) -> Bool {
    let lines = head.split(whereSeparator: \.isNewline)
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let code = Int(words[1]), (100...599).contains(code) else {
      return false
    }
    status = code
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == "content-length" else { continue }
      let value = line[line.index(after: colon)...].filter { $0 != " " }
      guard let number = Int(value), number >= 0, number <= longest else { return false }
      length = number
    }
    return true
  }
}
