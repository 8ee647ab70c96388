/// A document of JSON that is written while it is made, for lists that grow with a run: the same text as `JSON.pretty`.
public struct JSONDocument<Failure: Error> {
  /// The open containers, with the number of their parts.
  private var open: [(end: Character, count: Int)] = []
  private let write: (String) throws(Failure) -> Void

  public init(_ write: @escaping (String) throws(Failure) -> Void) { self.write = write }

  /// Begins an object.
  ///
  /// - Parameter name: in an object, the member that it is.
  public mutating func beginObject(_ name: String? = nil) throws(Failure) { try begin(name, "{", "}") }

  /// Begins a list.
  public mutating func beginList(_ name: String? = nil) throws(Failure) { try begin(name, "[", "]") }

  /// Adds a whole value.
  public mutating func add(_ value: JSON, _ name: String? = nil) throws(Failure) {
    var bytes = next(name)
    value.write(to: &bytes, indent: 2, depth: open.count)
    try write(String(decoding: bytes, as: UTF8.self))
  }

  /// Ends what was begun last.
  public mutating func end() throws(Failure) {
    guard let (end, count) = open.popLast() else { return }
    var bytes: [UInt8] = []
    if count > 0 { JSON.newline(in: &bytes, indent: 2, depth: open.count) }
    try write(String(decoding: bytes, as: UTF8.self) + String(end) + (open.isEmpty ? "\n" : ""))
  }

  private mutating func begin(_ name: String?, _ start: String, _ end: Character) throws(Failure) {
    let bytes = next(name)
    open.append((end, 0))
    try write(String(decoding: bytes, as: UTF8.self) + start)
  }

  /// The text before the next part.
  private mutating func next(_ name: String?) -> [UInt8] {
    guard !open.isEmpty else { return [] }
    var bytes: [UInt8] = open[open.count - 1].count > 0 ? [UInt8(ascii: ",")] : []
    open[open.count - 1].count += 1
    JSON.newline(in: &bytes, indent: 2, depth: open.count)
    if let name {
      JSON.write(name, to: &bytes)
      bytes += ": ".utf8
    }
    return bytes
  }
}
