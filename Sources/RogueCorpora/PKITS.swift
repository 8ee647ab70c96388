public import RogueModel

/// A port of NIST's Public Key Interoperability Test Suite: `expected.json` beside `certs` and `crls`, in DER.
public enum PKITS {
  public static let name = "pkits"
  /// The file that such a folder has.
  public static let index = "expected.json"

  /// The anchor of the whole suite and its CRL (PKITS, section 4).
  private static let anchor = (certificate: "TrustAnchorRootCertificate.crt", crl: "TrustAnchorRootCRL.crl")

  public static func corpus(_ files: CorpusFiles) throws(HarnessFailure) -> Corpus {
    guard let cases = try files.json(index, named: index).array, !cases.isEmpty else {
      throw HarnessFailure(.badData, "\(index): not a list of test cases")
    }
    let anchor = try files.read("certs/\(anchor.certificate)")
    let list = try files.read("crls/\(Self.anchor.crl)")
    var read: [CorpusCase] = []
    var seen: Set<String> = []
    for (position, json) in cases.enumerated() {
      var object = CorpusObject(json: json, place: "\(index): [\(position)]")
      let id = try object.text("id")
      object.place += " (\(id))"
      guard seen.insert(id).inserted else { throw object.problem("another case has the same id") }
      var (others, crls): ([[UInt8]], [[UInt8]]) = ([], [])
      for file in try object.texts("others") { others.append(try files.read("certs/\(try Self.file(file, object))")) }
      for file in try object.texts("crls") { crls.append(try files.read("crls/\(try Self.file(file, object))")) }
      if !crls.contains(list) { crls.append(list) }
      read.append(
        CorpusCase(
          id: id, description: sentence(id),
          leaf: try files.read("certs/\(try Self.file(try object.text("certificate"), object))"),
          intermediates: others, trusted: [anchor], crls: crls,
          requiresStatus: try object.bool("requireRevocation"), peer: nil, isAccepted: try object.bool("valid")))
    }
    return Corpus(name: name, cases: read)
  }

  /// A corpus names files of its own folders only.
  private static func file(_ name: String, _ object: CorpusObject) throws(HarnessFailure) -> String {
    guard !name.isEmpty, !name.contains("/"), name != ".." else { throw object.problem("'\(name)' is no file's name") }
    return name
  }

  /// `40101_valid_signatures_test1` is test 4.1.1.
  private static func sentence(_ id: String) -> String {
    let words = id.split(separator: "_")
    guard let number = words.first, number.count == 5, number.allSatisfy(\.isNumber) else { return id }
    let digits = number.map { String($0) }
    let (chapter, test) = (Int(digits[1] + digits[2]) ?? 0, Int(digits[3] + digits[4]) ?? 0)
    return "PKITS \(digits[0]).\(chapter).\(test): \(words.dropFirst().joined(separator: " "))"
  }
}
