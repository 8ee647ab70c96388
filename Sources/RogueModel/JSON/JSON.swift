/// A JSON value (RFC 8259) that keeps the order of its members.
///
/// Our own because the event log and the adapter contract need stable member order, exact positions in error messages
/// and hard limits, and because the core stays free of Foundation (start-up time, binary size).
public enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([Member])

  /// One name and value of an object.
  public struct Member: Hashable, Sendable {
    public var name: String
    public var value: JSON

    public init(_ name: String, _ value: JSON) {
      self.name = name
      self.value = value
    }
  }

  /// The member of that name; nil if this is not an object, or has no such member. Names are unique: the parser refuses
  /// duplicates.
  public subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  public var string: String? {
    if case .string(let text) = self { return text }
    return nil
  }

  public var integer: Int64? {
    if case .integer(let value) = self { return value }
    return nil
  }

  public var bool: Bool? {
    if case .bool(let value) = self { return value }
    return nil
  }

  public var array: [JSON]? {
    if case .array(let values) = self { return values }
    return nil
  }

  public var members: [Member]? {
    if case .object(let members) = self { return members }
    return nil
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(elements.map { Member($0.0, $0.1) })
  }

  /// A string, or null.
  public init(_ text: String?) { self = text.map(JSON.string) ?? .null }

  /// An integer, or null.
  public init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

  /// An integer, or null.
  public init(_ number: (some BinaryInteger)?) { self = number.map { .integer(Int64($0)) } ?? .null }
}
