import RogueCorpora
import RogueModel
import Testing

struct CorpusReaderTests {
  /// Not certificates: readers keep bytes as they are.
  static let leaf: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x05]
  static let root: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x06]
  static let key: [UInt8] = [0x30, 0x03, 0x02, 0x01, 0x07]

  static func files(_ files: [String: [UInt8]]) -> CorpusFiles {
    CorpusFiles(
      read: { path throws(HarnessFailure) in
        guard let bytes = files[path] else { throw HarnessFailure(.badData, "cannot read \(path)") }
        return bytes
      }, exists: { files[$0] != nil })
  }

  static func item(_ change: (inout CorpusCase) -> Void = { _ in }) -> CorpusCase {
    var item = CorpusCase(
      id: "names::one", description: "First line, with a \"quote\".\nSecond line.", leaf: leaf, key: key,
      intermediates: [root], trusted: [root], crls: [], peer: .dns("example.com"),
      time: Timestamp("2026-11-20T12:00:00Z"), isAccepted: false, importance: "high")
    change(&item)
    return item
  }

  /// With its id, and the name of its files.
  static func named(_ id: String, _ change: (inout CorpusCase) -> Void = { _ in }) -> CorpusCase {
    var item = item(change)
    item = item.with(id: id)
    return item
  }

  static let items = [
    item(),
    named("names::two") {
      ($0.peer, $0.isAccepted, $0.time) = (.address("192.0.2.1"), true, nil)
      ($0.crls, $0.requiresStatus, $0.features, $0.importance) = ([leaf], true, ["has-crl"], "low")
    },
    named("names::three") { ($0.peer, $0.key, $0.intermediates) = (nil, nil, []) },
  ]

  @Test func `a document of x509-limbo is read as it was written`() throws {
    let text = Limbo.document(Self.items).pretty
    let corpus = try Self.files(["": Array(text.utf8)]).corpus(named: "limbo.json")
    #expect(corpus.name == "x509-limbo")
    var expected = Self.items
    // The format does not say "no weight".
    expected[2].importance = corpus.cases[2].importance
    #expect(corpus.cases == expected)
  }

  @Test func `a folder of PEM files is read as it was written`() throws {
    let corpus = try Self.files(
      Dictionary(uniqueKeysWithValues: PEMFolder.files(Self.items).map { ($0.path, $0.bytes) })
    )
    .corpus(named: "cases")
    let expected = Self.items.map { item in
      var item = item
      (item.features, item.importance) = ([], nil)
      return item
    }
    #expect(corpus.cases == expected)
  }

  @Test func `PKITS is read with the anchor and its CRL`() throws {
    let index = """
      [{"id": "40101_valid_signatures_test1", "certificate": "a.crt", "others": ["ca.crt"], "crls": ["ca.crl"],
        "requireRevocation": true, "valid": true, "reason": null}]
      """
    let corpus = try Self.files([
      "expected.json": Array(index.utf8), "certs/TrustAnchorRootCertificate.crt": Self.root,
      "crls/TrustAnchorRootCRL.crl": [9], "certs/a.crt": Self.leaf, "certs/ca.crt": Self.key, "crls/ca.crl": [8],
    ]).corpus(named: "pkits")
    let item = try #require(corpus.cases.first)
    #expect(item.leaf == Self.leaf && item.intermediates == [Self.key] && item.trusted == [Self.root])
    #expect(item.crls == [[8], [9]] && item.requiresStatus == true && item.isAccepted && item.peer == nil)
    #expect(item.description == "PKITS 4.1.1: valid signatures test1")
  }

  @Test(arguments: [
    ("{", "limbo.json:1:2: "),
    ("{\n  \"version\": 1,\n  \"testcases\": 7 }", "no corpus in the format of x509-limbo"),
    (#"{"version": 2, "testcases": []}"#, "version 2 of the format is unknown"),
    (#"{"version": 1, "testcases": []}"#, "'testcases' is empty"),
    (#"{"version": 1, "testcases": [{"id": 5}]}"#, "testcases[0]: 'id' is missing, or is no text"),
    (#"{"version": 1, "testcases": [{"id": "a", "crls": ["x"]}]}"#, "testcases[0] (a): 'crls' has 0 blocks of PEM"),
  ])
  func `a mistake in a document is reported with its place`(text: String, message: String) {
    let error = #expect(throws: HarnessFailure.self) {
      try Self.files(["": Array(text.utf8)]).corpus(named: "limbo.json")
    }
    #expect(error?.code == .badData && error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("validation_time", JSON.string("yesterday"), "and not a moment of RFC 3339"),
    ("expected_result", "MAYBE", "neither SUCCESS nor FAILURE"), ("trusted_certs", 1, "is not a list of texts"),
    ("peer_certificate", "no PEM", "has 0 blocks of PEM"), ("id", "names::two", "another case has the same id"),
  ])
  func `a wrong member is reported with its case`(name: String, value: JSON, message: String) throws {
    var document = Limbo.document(Self.items)
    guard case .object(var members) = document, case .array(var cases)? = document["testcases"],
      case .object(var first) = cases[0]
    else { return }
    for index in first.indices where first[index].name == name { first[index].value = value }
    cases[0] = .object(first)
    for index in members.indices where members[index].name == "testcases" { members[index].value = .array(cases) }
    document = .object(members)
    let error = #expect(throws: HarnessFailure.self) {
      try Self.files(["": Array(document.pretty.utf8)]).corpus(named: "limbo.json")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test(arguments: [
    ("id,expected\n", "cases.csv:1: the columns are not"),
    ("a,maybe,h,,,f,d\n", "cases.csv:2: 'expected' is 'maybe'"), ("a,accept,h,now,,f,d\n", "'time' is 'now'"),
    ("a,accept,h,,some,f,d\n", "'status' is 'some'"), ("a,accept,h,,,../f,d\n", "'folder' is '../f'"),
    ("a,accept,h,,,f\n", "6 columns, where 7 are expected"), ("a,accept,h,,,f,\"d\n", "is not closed"),
    ("a,accept,h,,,f,d\n", "cannot read f/chain.pem"), ("", "there is no case"), (",accept,h,,,f,d\n", "'id' is empty"),
    ("a,accept,h,,,f,\"d\"x\n", "follows a closing quotation mark"), ("a,accept,h,,,f,d\"e\n", "without quotes"),
  ])
  func `a mistake in a folder of PEM files is reported with its line`(rows: String, message: String) {
    let header = "id,expected,host,time,status,folder,description\n"
    let text = rows.hasPrefix("id,") ? rows : header + rows
    let error = #expect(throws: HarnessFailure.self) {
      try Self.files(["cases.csv": Array(text.utf8)]).corpus(named: "cases")
    }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func `files of other systems are read`() throws {
    let text = Limbo.document([Self.item()]).pretty.replacing("\\n", with: "\\r\\n")
    let corpus = try Self.files(["": [0xEF, 0xBB, 0xBF] + Array(text.utf8)]).corpus(named: "limbo.json")
    #expect(corpus.cases.first?.leaf == Self.leaf)
  }

  @Test func `a block that cannot be decoded is not left out of a chain`() throws {
    var files = Dictionary(uniqueKeysWithValues: PEMFolder.files(Self.items).map { ($0.path, $0.bytes) })
    let path = "\(Self.items[0].slug)/chain.pem"
    files[path]? += Array("-----BEGIN CERTIFICATE-----\n!\n-----END CERTIFICATE-----\n".utf8)
    let error = #expect(throws: HarnessFailure.self) { try Self.files(files).corpus(named: "cases") }
    #expect(error?.message == "\(path): a block of PEM 'CERTIFICATE' cannot be decoded")
    files[path] = nil
    #expect(throws: HarnessFailure.self) { try Self.files(files).corpus(named: "cases") }
    files = Dictionary(uniqueKeysWithValues: PEMFolder.files(Self.items).map { ($0.path, $0.bytes) })
    files["\(Self.items[0].slug)/trusted.pem"] = nil
    #expect(throws: HarnessFailure.self) { try Self.files(files).corpus(named: "cases") }
  }

  @Test func `what no policy can say is an obstacle, and not an answer`() throws {
    func read(_ name: String, _ value: JSON) throws -> String? {
      var text = Limbo.document([Self.item()]).line
      let old = try #require(Limbo.document([Self.item()])["testcases"]?.array?[0][name]?.line)
      text = text.replacing("\"\(name)\":\(old)", with: "\"\(name)\":\(value.line)")
      return try Self.files(["": Array(text.utf8)]).corpus(named: "limbo.json").cases[0].obstacle
    }
    #expect(try read("validation_kind", "CLIENT") == "it validates a client's certificate")
    #expect(try read("max_chain_depth", 0) == "it limits paths to 0 intermediates")
    #expect(throws: HarnessFailure.self) { try read("max_chain_depth", "0") }
    #expect(
      try read("expected_peer_name", ["kind": "DNS", "value": "a\u{0}b"])
        == "the name to verify has a space or a control character")
    #expect(
      try read("expected_peer_name", ["kind": "IP", "value": "example.com"]) == "the name to verify is no address")
    #expect(try read("signature_algorithms", ["ED25519"]) == "it limits signature algorithms")
    #expect(try read("key_usage", ["keyCertSign"]) == "it demands the key usage keyCertSign")
    #expect(try read("key_usage", ["digitalSignature"]) == nil)
    #expect(try read("extended_key_usage", ["clientAuth"]) == "it demands the purpose clientAuth")
    #expect(try read("extended_key_usage", ["serverAuth"]) == nil)
    #expect(try read("validation_time", "2024-03-01T00:00:00.999+00:00") == "its moment is between two seconds")
    #expect(try read("validation_time", "2024-03-01T00:00:00.000+01:00") == nil)
    #expect(
      try read("expected_peer_name", ["kind": "RFC822", "value": "a@example.com"])
        == "the name to verify is of the kind RFC822")
  }
}

extension CorpusCase {
  /// The same case under another id.
  func with(id: String) -> CorpusCase {
    CorpusCase(
      id: id, description: description, leaf: leaf, key: key, intermediates: intermediates, trusted: trusted,
      crls: crls,
      requiresStatus: requiresStatus, peer: peer, time: time, isAccepted: isAccepted, obstacle: obstacle,
      features: features, importance: importance)
  }
}
