/// An HTTP reply while it arrives. It ends with its Content-Length, its last chunk, or the connection.
struct FetchedResponse {
  private let longest: Int
  private var bytes: [UInt8] = []
  private var bodyStart: Int?
  private var length: Int?
  private var isChunked = false
  /// The content of the chunks, once all of them are there.
  private var chunks: [UInt8] = []
  private(set) var isComplete = false
  private(set) var status = 0

  /// - Parameter longest: in bytes, head included.
  init(longest: Int) { self.longest = longest }

  var body: [UInt8] {
    guard let bodyStart else { return [] }
    if isChunked { return chunks }
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
    if isChunked, let bodyStart {
      guard let whole = Self.joined(bytes[bodyStart...]) else { return false }
      isComplete = whole.isComplete
      chunks = whole.content
    } else if let bodyStart, let length, bytes.count >= bodyStart + length {
      isComplete = true
    }
    return true
  }

  /// The connection has ended. False when that was too early.
  mutating func end() -> Bool {
    isComplete = bodyStart != nil && length == nil && !isChunked
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
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].filter { $0 != " " }
      if name == "transfer-encoding" {
        guard value.lowercased() == "chunked" else { return false }
        isChunked = true
      }
      guard name == "content-length" else { continue }
      guard let number = Int(value), number >= 0, number <= longest else { return false }
      length = number
    }
    return true
  }

  /// The content of the chunks that have arrived (RFC 9112, section 7.1); nil if these are not chunks.
  private static func joined(_ bytes: ArraySlice<UInt8>) -> (content: [UInt8], isComplete: Bool)? {
    var content: [UInt8] = []
    var rest = bytes
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self).filter { !$0.isWhitespace }
      // Extensions of chunks come after a semicolon.
      guard let size = Int(line.prefix { $0 != ";" }, radix: 16), size >= 0 else { return nil }
      if size == 0 { return (content, true) }
      rest = rest[(end + 1)...]
      guard rest.count - 2 >= size else { break }
      content += rest.prefix(size)
      rest = rest.dropFirst(size + 2)
    }
    return (content, false)
  }
}
