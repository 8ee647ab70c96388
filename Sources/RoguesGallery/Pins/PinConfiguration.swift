internal import RogueAdapters
internal import RogueModel
internal import RogueReports
internal import RogueScenarios

/// The pins of an app, as its configuration has them: for hosts, the SHA-256 digests of the keys that may be there.
struct PinConfiguration: Hashable, Sendable {
  var sets: [Set]
  /// The settings of the file that this form cannot hold, a sentence each.
  var notes: [String] = []

  struct Set: Hashable, Sendable {
    /// In lower case, without a final dot.
    var host: String
    var subdomains: Subdomains
    /// The first moment at which the set does not apply any more; nil: it always does.
    var expires: Timestamp?
    /// Alternatives; empty: no key is right.
    var pins: [Pin]

    init(host: String, subdomains: Subdomains, expires: Timestamp?, pins: [Pin]) {
      self.host = host
      self.subdomains = subdomains
      self.expires = expires
      self.pins = pins
    }

    /// Nil: it pins no key.
    init?(_ set: AttemptPolicy.PinSet) {
      let pins = set.any.filter { $0.kind == .spki }.map { Pin(position: .chain, digest: $0.digest) }
      guard !pins.isEmpty else { return nil }
      self.init(
        host: set.host, subdomains: set.includeSubdomains ? .all : .none, expires: set.expires, pins: pins)
    }

    /// It does not state the position of a key.
    var isAnywhere: Bool { pins.contains { $0.position == .chain } }

    /// The limits of a platform that looks for pins in the whole path.
    func placeNotes(_ platform: String) -> [String] {
      guard pins.contains(where: { $0.position != .chain }) else { return [] }
      return ["\(host): \(platform) looks for a pin anywhere in the path, and not only at the requested position"]
    }

    /// The domains above the host, the closest first.
    var domainsAbove: [String] {
      host.indices.filter { host[$0] == "." }.map { String(host[host.index(after: $0)...]) }
    }

    /// The limits of a platform that includes hosts of any depth.
    func depthNotes(_ platform: String) -> [String] {
      subdomains == .oneLabel ? ["\(host): \(platform) includes hosts of any depth, or none"] : []
    }
  }

  /// Those with subdomains, by host.
  var wideSets: [String: [Set]] { Dictionary(grouping: sets.filter { $0.subdomains != .none }, by: \.host) }

  /// The pins of keys that a client is given; those of certificates have no place in these forms.
  init(_ policy: AttemptPolicy) {
    sets = policy.pinSets.compactMap(Set.init)
  }

  init(sets: [Set]) { self.sets = sets }

  /// Sets the position of every key without one.
  mutating func place(at position: PinPosition) {
    for set in sets.indices {
      for pin in sets[set].pins.indices where sets[set].pins[pin].position == .chain {
        sets[set].pins[pin].position = position
      }
    }
  }

  enum Subdomains: String, Hashable, Sendable {
    case none
    /// Hosts that have one label more.
    case oneLabel = "one label"
    case all
  }

  struct Pin: Hashable, Sendable {
    var position: PinPosition
    /// SHA-256 of the SubjectPublicKeyInfo, or of the certificate.
    var digest: [UInt8]
    var kind = PinKind.spki
    /// It is about the server's own certificate.
    var isOfLeaf: Bool { position == .leaf }

    var base64: String { Base64.encode(digest) }
  }
}

/// The forms of configurations that are read and written.
enum PinFormat: String, CaseIterable, Sendable {
  /// Android's network-security-config, XML.
  case android
  /// TrustKit's dictionary, a property list.
  case trustkit
  /// `NSPinnedDomains` of App Transport Security, in an Info.plist.
  case ats
  /// Calls of `CertificatePinner.Builder.add` in Kotlin or Java.
  case okhttp
  /// The value of `--pinnedpubkey` and `CURLOPT_PINNEDPUBLICKEY`.
  case curl
  /// Lists of pins in programs: TrustKit, Alamofire, packages of React Native and Flutter. Read only.
  case source

  static let written = allCases.filter { $0 != .source }

  /// The form of a file by its content; nil: none.
  static func of(_ text: String) -> PinFormat? {
    if text.contains("<network-security-config") { return .android }
    if !text.contains("<key>"), SourcePins.has(text) { return .source }
    if text.contains("NSPinnedDomains") { return .ats }
    if text.contains("TSKPinnedDomains") { return .trustkit }
    if text.contains("sha256//") { return .curl }
    return ["sha256/", "sha1/", "CertificatePinner", ".add(BuildConfig."].contains(where: text.contains) ? .okhttp : nil
  }

  /// - Parameters:
  ///   - host: of a form that names none.
  ///   - values: of names in a program that the program does not define.
  func read(
    _ file: SourceFile, host: String?, values: [String: String] = [:]
  ) throws(Finding) -> PinConfiguration {
    switch self {
    case .android: try AndroidPins.read(file)
    case .trustkit: try TrustKitPins.read(file)
    case .ats: try PinnedDomains.read(file)
    case .okhttp: try OkHttpPins.read(file, host: host, values: values)
    case .curl: try CurlPins.read(file, host: host)
    case .source: try SourcePins.read(file, host: host, values: values)
    }
  }

  /// The configuration in this form, with notes about settings that the form cannot hold.
  func write(_ configuration: PinConfiguration) -> (text: String, notes: [String]) {
    switch self {
    case .android: AndroidPins.write(configuration)
    case .trustkit: TrustKitPins.write(configuration)
    case .ats: PinnedDomains.write(configuration)
    case .okhttp: OkHttpPins.write(configuration)
    case .curl: CurlPins.write(configuration)
    case .source: ("", [])
    }
  }
}

/// The common parts of all readers.
enum PinReading {
  /// A digest of 32 octets in base64. Throws a finding about any other value.
  static func digest(_ text: String, at location: SourceLocation, in what: String) throws(Finding) -> [UInt8] {
    let trimmed = text.trimmed
    guard let bytes = Base64.decode(trimmed.utf8) else {
      throw Finding(at: location, "\(what): '\(trimmed.shown)' is no base64")
    }
    guard bytes.count == 32 else {
      throw Finding(
        at: location, "\(what): a SHA-256 digest has 32 octets, and this has \(bytes.count)",
        help: "openssl x509 -pubkey -noout | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64")
    }
    return bytes
  }

  /// A host as certificates and URLs have it.
  static func host(_ text: String, at location: SourceLocation) throws(Finding) -> String {
    var name = text.trimmed.lowercased()
    if name.hasSuffix(".") { name.removeLast() }
    let isHost =
      !name.isEmpty && name.utf8.count <= 253
      && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
        (1...63).contains(label.utf8.count)
          && label.utf8.allSatisfy { byte in
            (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2d || byte == 0x5f
          }
      }
    guard isHost else { throw Finding(at: location, "'\(text.shown)' is no host name") }
    return name
  }

  /// A day such as 2027-03-31: its first second, in UTC.
  static func day(_ text: String, at location: SourceLocation) throws(Finding) -> Timestamp {
    guard let moment = Timestamp("\(text.trimmed.prefix(10))T00:00:00Z") else {
      throw Finding(at: location, "'\(text.shown)' is no day such as 2027-03-31")
    }
    return moment
  }

  static func day(of moment: Timestamp) -> String { String(moment.description.prefix(10)) }
}

extension String {
  var trimmed: String {
    let isBlank = { (character: Character) in character.isWhitespace }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }

  /// For a message.
  var shown: String { String(prefix(60)).printable() }
}
