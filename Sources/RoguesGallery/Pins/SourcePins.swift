internal import RogueModel
internal import RogueScenarios

/// Lists of pins in programs: TrustKit's dictionary in Swift and Objective-C, Alamofire's ServerTrustManager,
/// react-native-ssl-public-key-pinning and react-native-ssl-pinning, http_certificate_pinning and its kin in Dart.
struct SourcePins {
  private static let keyHashes: Set<String> = ["TSKPublicKeyHashes", "publicKeyHashes", "certs"]
  private static let fingerprints: Set<String> = [
    "allowedSHAFingerprints", "allowedSHA256Fingerprints", "fingerprints",
  ]
  private static let marks =
    keyHashes.subtracting(["certs"]).union(fingerprints).union(["ServerTrustManager", "sslPinning", "pkPinning"])

  /// Whether a text has one of the lists.
  static func has(_ text: String) -> Bool { marks.contains(where: text.contains) }

  private let tokens: SourceTokens
  private let givenHost: String?
  private var configuration = PinConfiguration(sets: [])
  /// Of the dictionary that is open at each depth of brackets, the key before the value.
  private var keys: [String?] = [nil]
  /// The place of the set of the host whose dictionary is open.
  private var current: (set: Int, depth: Int)?
  private var urlHost: String?
  private var ignored: Set<Int> = []

  static func read(
    _ file: SourceFile, host: String?, values: [String: String]
  ) throws(Finding) -> PinConfiguration {
    var reader = Self(tokens: SourceTokens(file, values: values), givenHost: host)
    try reader.read()
    return reader.configuration
  }

  private init(tokens: SourceTokens, givenHost: String?) {
    self.tokens = tokens
    self.givenHost = givenHost
  }

  private mutating func read() throws(Finding) {
    let all = tokens.tokens
    for (place, item) in all.enumerated() {
      let isKey = place + 1 < all.count && all[place + 1].token == .mark(":")
      switch item.token {
      case .mark(let mark): note(mark)
      case .text(let text) where isKey: try readKey(text, item.location)
      case .text(let text): try readValue(text, item.location)
      case .name(let name) where isKey: keys[keys.count - 1] = Self.key(SourceTokens.last(name))
      case .name(let name): try readWord(name, item.location)
      }
    }
    let dropped = ignored
    configuration.sets = configuration.sets.enumerated().filter {
      !dropped.contains($0.offset) && !$0.element.pins.isEmpty
    }
    .map(\.element)
  }

  private mutating func note(_ mark: Character) {
    if "([{".contains(mark) { keys.append(nil) }
    guard ")]}".contains(mark), keys.count > 1 else { return }
    keys.removeLast()
    if let open = current, keys.count < open.depth { current = nil }
  }

  private static func key(_ word: String) -> String { word.hasPrefix("kTSK") ? String(word.dropFirst()) : word }

  /// The key whose value this is, in the innermost dictionary.
  private var key: String { keys.last { $0 != nil }.flatMap(\.self) ?? "" }

  private mutating func readKey(_ text: String, _ location: SourceLocation) throws(Finding) {
    let word = Self.key(text)
    guard word.contains("."), !word.contains("/"), let host = try? PinReading.host(word, at: location) else {
      keys[keys.count - 1] = word
      return
    }
    keys[keys.count - 1] = nil
    begin(host)
  }

  private mutating func begin(_ host: String) {
    current = (configuration.sets.count, keys.count)
    configuration.sets.append(PinConfiguration.Set(host: host, subdomains: .none, expires: nil, pins: []))
  }

  private mutating func readValue(_ text: String, _ location: SourceLocation) throws(Finding) {
    if text.hasPrefix("https://") {
      urlHost = try PinReading.host(String(text.dropFirst(8).prefix { !"/:?#$".contains($0) }), at: location)
      return
    }
    switch key {
    case let key where Self.keyHashes.contains(key):
      guard key != "certs" || text.hasPrefix("sha256/") else {
        configuration.notes.append("\(location): '\(text.shown)' is a certificate of the app, and is left out")
        return
      }
      let bare = text.hasPrefix("sha256/") ? String(text.dropFirst(7)) : text
      try add(.spki, .chain, location) { (host) throws(Finding) in
        try PinReading.digest(bare, at: location, in: "the pin of \(host)")
      }
    case let key where Self.fingerprints.contains(key):
      try add(.certificate, .leaf, location) { (host) throws(Finding) in
        try PinReading.fingerprint(text, at: location, in: "the pin of \(host)")
      }
    case "TSKExpirationDate", "expirationDate":
      if let current { configuration.sets[current.set].expires = try PinReading.day(text, at: location) }
    default: break
    }
  }

  private mutating func add(
    _ kind: PinKind, _ position: PinPosition, _ location: SourceLocation, _ digest: (String) throws(Finding) -> [UInt8]
  ) throws(Finding) {
    if current == nil {
      guard let host = urlHost ?? givenHost else {
        throw Finding(
          at: location, "the program does not say here for which host", help: "give it: --host api.example.com")
      }
      let name = try PinReading.host(host, at: location)
      begin(name)
      // Another request to the same host.
      if let same = configuration.sets.firstIndex(where: { $0.host == name }), same < configuration.sets.count - 1 {
        configuration.sets.removeLast()
        current?.set = same
      }
    }
    guard let current else { return }
    let pin = PinConfiguration.Pin(
      position: position, digest: try digest(configuration.sets[current.set].host), kind: kind)
    if !configuration.sets[current.set].pins.contains(pin) { configuration.sets[current.set].pins.append(pin) }
  }

  private mutating func readWord(_ name: String, _ location: SourceLocation) throws(Finding) {
    let word = SourceTokens.last(name)
    let isYes = ["true", "YES"].contains(word)
    switch (key, word) {
    case ("TSKIncludeSubdomains", _), ("includeSubdomains", _):
      if let current { configuration.sets[current.set].subdomains = isYes ? .all : .none }
    case ("TSKEnforcePinning", _):
      guard let current, !isYes else { return }
      ignored.insert(current.set)
      configuration.notes.append(
        "\(location): pins of \(configuration.sets[current.set].host) are reported and not enforced (TSKEnforcePinning)"
      )
    case (_, "PublicKeysTrustEvaluator"), (_, "PinnedCertificatesTrustEvaluator"):
      guard let current else { return }
      let host = configuration.sets[current.set].host
      configuration.notes.append("\(location): the pins of \(host) are files of the app, which count as one")
      // No digest is written; that of the name keeps the hosts apart.
      configuration.sets[current.set].pins.append(
        PinConfiguration.Pin(
          position: .chain, digest: Array((host.utf8 + Array(repeating: 0, count: 32)).prefix(32)),
          kind: word.hasPrefix("P") && word.hasPrefix("Pinned") ? .certificate : .spki))
    case (let key, _) where Self.keyHashes.union(Self.fingerprints).contains(key):
      guard !["const", "new", "String", "await", "List"].contains(word) else { return }
      throw SourceTokens.unknown(name, at: location)
    default: break
    }
  }
}

extension PinReading {
  /// The SHA-256 of a certificate in hexadecimal, with colons, blanks or nothing between.
  static func fingerprint(_ text: String, at location: SourceLocation, in what: String) throws(Finding) -> [UInt8] {
    let digits = text.filter { !": ".contains($0) }
    let values = digits.compactMap(\.hexDigitValue)
    guard values.count == digits.count, values.count == 64 else {
      throw Finding(
        at: location, "\(what): '\(text.shown)' is no SHA-256 in hexadecimal",
        help: "openssl x509 -fingerprint -sha256 -noout")
    }
    return stride(from: 0, to: 64, by: 2).map { UInt8(values[$0] << 4 | values[$0 + 1]) }
  }
}
