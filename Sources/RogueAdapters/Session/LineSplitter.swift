/// Cuts a stream into lines, without ever keeping more than one line of the permitted length.
struct LineSplitter {
  /// Bytes that a line may have, its end not counted.
  static let cap = 1 << 20

  private var rest: [UInt8] = []
  private var searched = 0
  /// The line that is being read is longer than the cap.
  private(set) var isOverlong = false
  private let cap: Int

  init(cap: Int = Self.cap) { self.cap = cap }

  mutating func append(_ bytes: [UInt8]) { rest += bytes }

  /// The next whole line, without its end; a carriage return before it does not belong to it.
  mutating func next() -> [UInt8]? {
    guard let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = rest.count
      isOverlong = rest.count > cap
      return nil
    }
    guard end <= cap else {
      isOverlong = true
      return nil
    }
    var line = rest[..<end]
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    let result = Array(line)
    rest.removeFirst(end + 1)
    searched = 0
    return result
  }
}
