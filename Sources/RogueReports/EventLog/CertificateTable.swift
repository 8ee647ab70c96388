import RogueModel

/// The certificates of one line, each once: steps and connections of a case mostly show the same few.
struct CertificateTable {
  var certificates: [[UInt8]] = []

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

  /// The certificates at the indices that the member of that name lists.
  func list(_ indices: [Int], _ name: String) throws(EventLogMismatch) -> [[UInt8]] {
    try indices.map { (index) throws(EventLogMismatch) in
      guard certificates.indices.contains(index) else {
        throw EventLogMismatch(message: "'\(name)' names certificate \(index), the line has \(certificates.count)")
      }
      return certificates[index]
    }
  }
}
