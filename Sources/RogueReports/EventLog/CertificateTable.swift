import RogueModel

/// The certificates of one line, each once: steps and connections of a case mostly show the same few.
struct CertificateTable {
  private(set) var certificates: [[UInt8]] = []

  init() {}

  init(json: [JSON]) throws(EventLogMismatch) {
    for entry in json {
      guard let bytes = entry.string.flatMap({ Base64.decode($0) }) else {
        throw EventLogMismatch(message: "'certificates' should be a list of base64 strings")
      }
      certificates.append(bytes)
    }
  }

  var json: JSON { .array(certificates.map { .string(Base64.encode($0)) }) }

  /// The list as indices into the table, which grows by what is new.
  mutating func indices(of list: [[UInt8]]) -> JSON {
    .array(
      list.map { certificate in
        // A handful: comparing them, which the same bytes in the same memory end at once, is less than hashing one.
        if let index = certificates.firstIndex(of: certificate) { return .integer(Int64(index)) }
        certificates.append(certificate)
        return .integer(Int64(certificates.count - 1))
      })
  }

  /// The certificates that a member of `json` lists by index.
  func list(_ name: String, of json: JSON) throws(EventLogMismatch) -> [[UInt8]] {
    try json.numbers(name, as: Int.self).map { (index) throws(EventLogMismatch) in
      guard certificates.indices.contains(index) else {
        throw EventLogMismatch(message: "'\(name)' names certificate \(index), the line has \(certificates.count)")
      }
      return certificates[index]
    }
  }

  /// As `list`, nil where the member is absent or null.
  func optionalList(_ name: String, of json: JSON) throws(EventLogMismatch) -> [[UInt8]]? {
    json.optional(name) == nil ? nil : try list(name, of: json)
  }
}
