/// The header lines of a request, as far as a responder cares.
struct HTTPHeaders: Sendable, Hashable {
  /// Nil if there is none, or if it is not a number.
  var contentLength: Int?
  /// Index of the first byte after the empty line.
  var end: Int

  /// Nil until the empty line has come.
  init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let lineEnd = rest.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: rest[..<lineEnd].filter { $0 != UInt8(ascii: "\r") }, as: UTF8.self)
      rest = rest[(lineEnd + 1)...]
      if line.isEmpty {
        end = rest.startIndex
        return
      }
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2, parts[0].lowercased() == "content-length" {
        contentLength = Int(parts[1].filter { $0 != " " && $0 != "\t" }).flatMap { $0 < 0 ? nil : $0 }
      }
    }
    return nil
  }
}
