public import RogueModel

/// How a value is written, in terms that the reader, the schema and their messages have in common.
///
/// A setting says it once; `RogueScenarios` makes the shape that reads it.
public struct SettingParser<Value: Sendable>: Sendable {
  public let form: SettingSyntax
  /// The value of a key that is not written.
  public let standard: Value
  /// Converts what was read in that form into the value; throws a sentence if it is not one.
  public let value: @Sendable (ParsedValue) throws(ParsingProblem) -> Value

  public init(
    _ form: SettingSyntax, standard: Value,
    _ value: @escaping @Sendable (ParsedValue) throws(ParsingProblem) -> Value
  ) {
    self.form = form
    self.standard = standard
    self.value = value
  }

  /// A form whose values have the right type without being converted.
  static func typed(_ form: SettingSyntax, standard: Value) -> SettingParser {
    SettingParser(form, standard: standard) { written throws(ParsingProblem) in try written.typed() }
  }
}

extension SettingParser where Value: ExpressibleByNilLiteral {
  init(_ form: SettingSyntax, _ value: @escaping @Sendable (ParsedValue) throws(ParsingProblem) -> Value) {
    self.init(form, standard: nil, value)
  }

  static func typed(_ form: SettingSyntax) -> SettingParser { typed(form, standard: nil) }
}

/// A key whose value is written in YAML.
public protocol ParsedSettingKey: SettingKey {
  associatedtype Value
  /// How the value is written, and the value if it is not.
  static var written: SettingParser<Value> { get }
}

extension ParsedSettingKey {
  public static var standard: Value { written.standard }
}

/// The form of a value without a world.
public indirect enum SettingSyntax: Hashable, Sendable {
  case flag
  /// A flag, or in its place one of these words.
  case flagOr([String])
  case words([String])
  /// Text that is not empty; `what` names it in messages.
  case text(what: String)
  case integer(ClosedRange<Int>)
  /// Seconds relative to the run's clock.
  case duration
  case address, email
  /// `any`, or an object identifier in dotted form.
  case policyIdentifier
  /// A host that clients can connect to, relative to the world's domain.
  case host
  /// The name of a certificate of the world.
  case certificate
  case certificateOrKey
  case list(of: SettingSyntax, what: String, minimum: Int = 0)
  /// One value, or a non-empty list of values.
  case oneOrList(of: SettingSyntax, what: String)
  /// A mapping with arbitrary keys.
  case map(of: SettingSyntax)
  /// The path of a file beside the world; `what` names what is in it.
  case file(what: String)
  /// A mapping from hosts that a ClientHello can name (RFC 6066, section 3).
  case hosts(of: SettingSyntax)
  /// Parts of some connections.
  case connection
  /// A mapping from names of certificates of the world.
  case byCertificate(SettingSyntax)
  /// An OCSP response that is stapled.
  case staple
  /// A protocol that starts in plaintext.
  case startTLS
  case proxy
  /// Signed certificate timestamps about a certificate as it is served (RFC 6962, section 3.3).
  case scts
  case embeddedSCTs
  case nameConstraints, keyIdentifier, distributionPoints, crl
  case defects
}

public enum ParsedValue: Sendable {
  case flag(Bool)
  case text(String)
  case list([ParsedValue])
  case map([Entry])
  case file(EncodedFile)
  /// A value that has a type without being converted.
  case typed(any Sendable)

  public struct Entry: Sendable {
    public var key: String
    public var value: ParsedValue

    public init(key: String, value: ParsedValue) {
      self.key = key
      self.value = value
    }
  }

  /// Empty if it is not a text.
  var text: String { if case .text(let text) = self { text } else { "" } }

  /// The items of a list; none of anything else.
  var items: [ParsedValue] { if case .list(let items) = self { items } else { [] } }

  /// The value of a form whose values have this type.
  func typed<Value>(as type: Value.Type = Value.self) throws(ParsingProblem) -> Value {
    guard case .typed(let any) = self, let value = any as? Value else {
      throw ParsingProblem("the value is no \(type)")
    }
    return value
  }

  /// The entries of a mapping; none of anything else.
  var entries: [Entry] { if case .map(let entries) = self { entries } else { [] } }
}

/// The error of a value, with a remedy.
public struct ParsingProblem: Error, Hashable, Sendable {
  public var message: String
  public var help: String?

  public init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }
}

extension SettingParser where Value == EncodedFile? {
  /// A file that contains exactly one item of this kind.
  static func file(
    _ what: String, _ check: @escaping @Sendable (EncodedFile) throws(ParsingProblem) -> Void
  ) -> SettingParser {
    SettingParser(.file(what: what)) { written throws(ParsingProblem) in
      guard case .file(let file) = written else { return nil }
      try check(file)
      return file
    }
  }
}

extension SettingParser where Value == String? {
  /// A name that may be missing.
  static func name(_ form: SettingSyntax) -> SettingParser { SettingParser(form) { $0.text } }
}

extension SettingParser where Value == [String] {
  static func texts(_ item: SettingSyntax, _ what: String, minimum: Int = 0) -> SettingParser {
    SettingParser(.list(of: item, what: what, minimum: minimum), standard: []) { $0.items.map(\.text) }
  }

  /// One host, or several different ones in order, to which clients are redirected.
  static var hosts: SettingParser {
    SettingParser(.oneOrList(of: .host, what: "hosts"), standard: []) { written throws(ParsingProblem) in
      let hosts = written.items.map(\.text)
      guard Set(hosts).count == hosts.count else { throw ParsingProblem("a host appears here twice") }
      if let address = hosts.first(where: { HostName.isVersion6($0) }) {
        throw ParsingProblem("'\(address)' is an IPv6 address, and no client is redirected to one")
      }
      return hosts
    }
  }
}

extension SettingParser where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One word of a closed list.
  static func word(_ standard: Value) -> SettingParser {
    SettingParser(.words(Value.allCases.map(\.rawValue)), standard: standard) { written throws(ParsingProblem) in
      guard let value = Value(rawValue: written.text) else {
        throw ParsingProblem("'\(written.text)' is not one of these")
      }
      return value
    }
  }
}

extension SettingParser {
  /// One word of a closed list, or nothing.
  static func optionalWord<Word: RawRepresentable & CaseIterable & Sendable>() -> SettingParser
  where Value == Word?, Word.RawValue == String {
    SettingParser(.words(Word.allCases.map(\.rawValue))) { Word(rawValue: $0.text) }
  }
}

extension SettingParser where Value == Bool {
  static let flag = flag(standard: false)

  static func flag(standard: Bool) -> SettingParser {
    SettingParser(.flag, standard: standard) { if case .flag(true) = $0 { true } else { false } }
  }
}

extension SettingParser where Value == Bool? {
  /// Yes or no; optional.
  static var optionalFlag: SettingParser {
    SettingParser(.flag) { if case .flag(let flag) = $0 { flag } else { nil } }
  }
}

extension SettingParser where Value == [UInt8]? {
  /// Octets in hexadecimal, with or without colons between them.
  static func octets(_ count: ClosedRange<Int>) -> SettingParser {
    SettingParser(.text(what: "octets in hexadecimal")) { written throws(ParsingProblem) in
      guard let octets = Octets.parse(written.text) else {
        throw ParsingProblem("'\(written.text)' is not hexadecimal", help: "such as 0a:1b, or \"0a1b\"")
      }
      guard count.contains(octets.count) else {
        throw ParsingProblem(
          "there are \(octets.count) octets, where \(count.lowerBound) to \(count.upperBound) can be")
      }
      return octets
    }
  }
}

/// Bytes in hexadecimal.
enum Octets {
  /// Nil for what is not hexadecimal, or has half an octet.
  static func parse(_ text: String) -> [UInt8]? {
    let digits = text.filter { $0 != ":" && $0 != " " }.map(\.hexDigitValue)
    guard digits.count.isMultiple(of: 2), digits.allSatisfy({ $0 != nil }) else { return nil }
    return stride(from: 0, to: digits.count, by: 2).map { UInt8((digits[$0] ?? 0) << 4 | (digits[$0 + 1] ?? 0)) }
  }

  static func text(_ octets: [UInt8]) -> String {
    octets.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// An object identifier that DER can carry (X.660: the first arc is 0, 1 or 2, and below 0 and 1 there are forty).
public struct ObjectIdentifierText: Sendable {
  public let text: String
  /// At least two, each of 32 bits at most.
  public let arcs: [Int]

  public init?(_ text: String) {
    let arcs = text.split(separator: ".", omittingEmptySubsequences: false).compactMap { UInt32($0).map(Int.init) }
    guard arcs.count >= 2, arcs.count == text.count(where: { $0 == "." }) + 1, !text.contains("+"),
      arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40
    else { return nil }
    self.text = text
    self.arcs = arcs
  }
}
