public import RogueModel

/// The format of C2SP/x509-limbo, schema version 1 (`limbo-schema.json` of that repository).
public enum Limbo {
  public static let version: Int64 = 1
  public static let name = "x509-limbo"

  /// - Parameter name: of the file, for messages.
  public static func corpus(_ files: CorpusFiles, named file: String) throws(HarnessFailure) -> Corpus {
    let root = try files.json("", named: file)
    guard let version = root["version"]?.integer, let cases = root["testcases"]?.array else {
      throw HarnessFailure(
        .badData, "\(file): no corpus in the format of x509-limbo: it has 'version' and a list 'testcases'")
    }
    guard version == Self.version else {
      throw HarnessFailure(
        .badData, "\(file): version \(version) of the format is unknown; version \(Self.version) is read")
    }
    var read: [CorpusCase] = []
    var seen: Set<String> = []
    for (index, json) in cases.enumerated() {
      var object = CorpusObject(json: json, place: "\(file): testcases[\(index)]")
      let id = try object.text("id")
      object.place += " (\(id))"
      guard seen.insert(id).inserted else { throw object.problem("another case has the same id") }
      read.append(try self.case(id, object))
    }
    guard !read.isEmpty else { throw HarnessFailure(.badData, "\(file): 'testcases' is empty") }
    return Corpus(name: name, cases: read)
  }

  private static func `case`(_ id: String, _ object: CorpusObject) throws(HarnessFailure) -> CorpusCase {
    let crls = try object.pems(.crl, "crls")
    let (time, fraction) = try time(object)
    let (peer, strangePeer) = try peer(object)
    return CorpusCase(
      id: id, description: try object.text("description"),
      leaf: try object.pem(.certificate, try object.text("peer_certificate"), "peer_certificate"),
      key: try key(object),
      intermediates: try object.pems(.certificate, "untrusted_intermediates"),
      trusted: try object.pems(.certificate, "trusted_certs"), crls: crls,
      requiresStatus: crls.isEmpty ? nil : true, peer: peer, time: time, isAccepted: try isAccepted(object),
      obstacle: try obstacle(object) ?? strangePeer ?? fraction, features: try object.texts("features"),
      importance: try object.optionalText("importance"))
  }

  private static func isAccepted(_ object: CorpusObject) throws(HarnessFailure) -> Bool {
    switch try object.text("expected_result") {
    case "SUCCESS": true
    case "FAILURE": false
    case let other: throw object.problem("'expected_result' is '\(other)', and neither SUCCESS nor FAILURE")
    }
  }

  /// Nil for a key that no server here can use: then none presents the leaf.
  private static func key(_ object: CorpusObject) throws(HarnessFailure) -> [UInt8]? {
    try object.optionalText("peer_certificate_key").flatMap(TraditionalKey.pkcs8)
  }

  /// What a policy cannot say.
  private static func obstacle(_ object: CorpusObject) throws(HarnessFailure) -> String? {
    if try object.text("validation_kind") != "SERVER" { return "it validates a client's certificate" }
    switch object.json["max_chain_depth"] {
    case nil, .null?: break
    case .integer(let depth)?: return "it limits paths to \(depth) intermediates"
    default: throw object.problem("'max_chain_depth' is neither a whole number nor null")
    }
    if try !object.texts("signature_algorithms").isEmpty { return "it limits signature algorithms" }
    // TLS itself asks for these.
    if let usage = try object.texts("key_usage").first(where: { $0 != "digitalSignature" }) {
      return "it demands the key usage \(usage)"
    }
    if let purpose = try object.texts("extended_key_usage").first(where: { $0 != "serverAuth" }) {
      return "it demands the purpose \(purpose)"
    }
    return nil
  }

  private static func peer(
    _ object: CorpusObject
  ) throws(HarnessFailure) -> (name: CorpusCase.PeerName?, obstacle: String?) {
    guard let name = object.json["expected_peer_name"], name != .null else { return (nil, nil) }
    let inner = CorpusObject(json: name, place: object.place + ", expected_peer_name")
    let value = try inner.text("value")
    switch try inner.text("kind") {
    case "DNS": return (.dns(value), CorpusCase.problem(withName: value))
    case "IP": return (.address(value), HostName.isAddress(value) ? nil : "the name to verify is no address")
    case let kind: return (nil, "the name to verify is of the kind \(kind)")
    }
  }

  private static func time(
    _ object: CorpusObject
  ) throws(HarnessFailure) -> (time: Timestamp?, obstacle: String?) {
    guard let text = try object.optionalText("validation_time") else { return (nil, nil) }
    guard let moment = CorpusMoment(text) else {
      throw object.problem("'validation_time' is '\(text)', and not a moment of RFC 3339")
    }
    return (moment.time, moment.hasFraction ? "its moment is between two seconds" : nil)
  }
}

/// A moment of RFC 3339 with any offset, and with parts of a second.
struct CorpusMoment {
  var time: Timestamp
  var hasFraction: Bool

  init?(_ text: String) {
    var head = String(text.prefix(19))
    var rest = text.dropFirst(19)
    var isWhole = true
    if rest.first == "." {
      let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
      guard !digits.isEmpty else { return nil }
      isWhole = digits.allSatisfy { $0 == "0" }
      rest = rest.dropFirst(digits.count + 1)
    }
    head += "Z"
    guard let utc = Timestamp(head), let offset = Self.seconds(rest) else { return nil }
    time = utc + -offset
    hasFraction = !isWhole
  }

  /// `Z` or `+HH:MM`.
  private static func seconds(_ offset: Substring) -> Int64? {
    if offset == "Z" || offset == "z" { return 0 }
    let parts = offset.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard let sign = offset.first, sign == "+" || sign == "-", parts.count == 2, parts.allSatisfy({ $0.count == 2 }),
      let hours = Int64(parts[0]), let minutes = Int64(parts[1]), hours < 24, minutes < 60, hours >= 0, minutes >= 0
    else { return nil }
    return (sign == "+" ? 1 : -1) * (hours * 3600 + minutes * 60)
  }
}
