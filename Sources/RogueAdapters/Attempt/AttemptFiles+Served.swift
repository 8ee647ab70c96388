internal import RogueModel
internal import RogueOpenSSL

/// The server's flight as files for validators without TLS. Entries need not be certificates.
extension AttemptFiles {
  /// Every entry in the order of the server's list.
  func servedPEM() throws(HarnessFailure) -> String? { try served { ("served.pem", $0.certificates) } }

  func servedLeaf() throws(HarnessFailure) -> String? { try served { ("leaf.pem", Array($0.certificates.prefix(1))) } }

  /// Everything but the first.
  func servedRest() throws(HarnessFailure) -> String? {
    try served { ("rest.pem", Array($0.certificates.dropFirst())) }
  }

  func servedStaple() throws(HarnessFailure) -> String? {
    guard let staple = served?.staple else { return nil }
    return try file("staple.der") { staple }
  }

  /// The conditions of a recipe's arguments that what was sent fulfils.
  var servedConditions: Set<AdapterManifest.ArgumentGroup.Condition> {
    guard let served else { return [] }
    var conditions: Set<AdapterManifest.ArgumentGroup.Condition> = []
    if served.certificates.count > 1 { conditions.insert(.servedRest) }
    if served.staple != nil { conditions.insert(.servedStaple) }
    return conditions
  }

  /// Null for programs that connect themselves.
  func servedJSON() throws(HarnessFailure) -> JSON {
    guard let served else { return .null }
    var names: [JSON] = []
    for (index, der) in served.certificates.enumerated() {
      names.append(.string(try file("served-\(index).der") { der }))
    }
    return [
      "certificates": .array(names), "pem": JSON(try servedPEM()),
      "der": .string(try file("served.der") { served.certificates.flatMap(\.self) }),
      "staple": JSON(try servedStaple()),
    ]
  }

  private func served(
    _ content: (ServerFlight) -> (name: String, ders: [[UInt8]])
  ) throws(HarnessFailure) -> String? {
    guard let served else { return nil }
    let (name, ders) = content(served)
    return try file(name) { PEM.encode(.certificate, all: ders) }
  }
}

extension ServerFlight {
  /// The receipt that a program gives instead of a nonce when it accepts. Only a program that has this attempt's id and
  /// every byte of the served certificates can compute it.
  ///
  /// The first 32 hexadecimal digits of the SHA-256 of the id followed by the entries.
  func receipt(attempt id: String) -> String {
    String(Hexadecimal.encode(Digest.sha256.hash(Array(id.utf8) + certificates.flatMap(\.self))).prefix(32))
  }
}
