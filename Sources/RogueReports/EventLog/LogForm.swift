import RogueModel

/// A value in the event log: its schema, and how it is written and read.
struct LogForm<Value>: Sendable {
  typealias Write = @Sendable (Value, inout CertificateTable) -> JSON
  /// The name is that of the member, for complaints.
  typealias Read = @Sendable (JSON, _ name: String, CertificateTable) throws(EventLogMismatch) -> Value

  let schema: JSON
  /// Null is a value, and so is a member that is missing.
  private(set) var takesNull = false
  let write: Write
  let read: Read

  init(schema: JSON, write: @escaping Write, read: @escaping Read) {
    self.schema = schema
    self.write = write
    self.read = read
  }

  /// A value of JSON's own.
  ///
  /// - Parameter wanted: what a complaint says of any other value.
  init(
    _ schema: JSON, _ wanted: String, _ write: @escaping @Sendable (Value) -> JSON,
    _ read: @escaping @Sendable (JSON) -> Value?
  ) {
    self.init(schema: schema, write: { value, _ in write(value) }) { (json, name, _) throws(EventLogMismatch) in
      guard let value = read(json) else { throw EventLogMismatch(message: "'\(name)' should be \(wanted)") }
      return value
    }
  }

  /// A whole line without certificates.
  func read(_ json: JSON) throws(EventLogMismatch) -> Value { try read(json, "", CertificateTable()) }

  /// As the definition of that name in the schema.
  func defined(_ name: String) -> LogForm {
    LogForm(schema: ["$ref": .string("#/$defs/\(name)")], write: write, read: read)
  }

  static func nullable<Item>(_ item: LogForm<Item>) -> LogForm where Value == Item? {
    var form = LogForm(
      schema: ["anyOf": [item.schema, ["type": "null"]]],
      write: { value, table in value.map { item.write($0, &table) } ?? .null },
      read: { (json, name, table) throws(EventLogMismatch) in
        json == .null ? nil : try item.read(json, name, table)
      })
    form.takesNull = true
    return form
  }

  static func list<Item>(_ item: LogForm<Item>) -> LogForm where Value == [Item] {
    LogForm(
      schema: ["type": "array", "items": item.schema],
      write: { values, table in .array(values.map { item.write($0, &table) }) },
      read: { (json, name, table) throws(EventLogMismatch) in
        guard let list = json.array else { throw EventLogMismatch(message: "'\(name)' should be a list") }
        return try list.map { (json) throws(EventLogMismatch) in try item.read(json, name, table) }
      })
  }
}

// MARK: - Forms of simple values

extension LogForm<String> {
  static var text: LogForm { LogForm(["type": "string"], "a string", JSON.string, \.string) }
}

extension LogForm<Bool> {
  static var flag: LogForm { LogForm(["type": "boolean"], "true or false", JSON.bool, \.bool) }
}

extension LogForm<Timestamp> {
  /// RFC 3339, in UTC.
  static var moment: LogForm {
    LogForm(
      ["type": "string", "pattern": "^[0-9]{4,}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"], "a time",
      { .string($0.description) }, { $0.string.flatMap { Timestamp($0) } })
  }
}

extension LogForm<[UInt8]> {
  static var base64: LogForm {
    LogForm(
      ["type": "string", "contentEncoding": "base64"], "base64", { .string(Base64.encode($0)) },
      { $0.string.flatMap { Base64.decode($0) } })
  }
}

extension LogForm<[[UInt8]]> {
  /// Indices of the line's certificates.
  static var certificates: LogForm {
    LogForm(
      schema: LogForm<[Int]>.list(.count).schema, write: { $1.indices(of: $0) },
      read: { (json, name, table) throws(EventLogMismatch) in
        try table.list(LogForm<[Int]>.list(.count).read(json, name, table), name)
      })
  }
}

extension LogForm<Set<String>> {
  static var sortedTexts: LogForm {
    let texts = LogForm<[String]>.list(.text)
    return LogForm(
      schema: texts.schema, write: { texts.write($0.sorted(), &$1) },
      read: { (json, name, table) throws(EventLogMismatch) in Set(try texts.read(json, name, table)) })
  }
}

extension LogForm where Value: FixedWidthInteger & Sendable {
  static var count: LogForm { integer(["type": "integer", "minimum": 0]) }
  /// Counted from 1.
  static var ordinal: LogForm { integer(["type": "integer", "minimum": 1]) }
  static var wireNumber: LogForm { integer(["type": "integer", "minimum": 0, "maximum": 65_535]) }
  static var microseconds: LogForm {
    integer(["type": "integer", "description": "microseconds since the attempt began"])
  }

  /// The log may have been edited, so that an integer need not fit its type.
  private static func integer(_ schema: JSON) -> LogForm {
    LogForm(
      schema, "an integer in range", { .integer(Int64($0)) }, { $0.integer.flatMap { Value(exactly: $0) } })
  }
}

extension LogForm where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  static var word: LogForm {
    LogForm(
      schema: ["enum": .array(Value.allCases.map { .string($0.rawValue) })],
      write: { word, _ in .string(word.rawValue) },
      read: { (json, name, table) throws(EventLogMismatch) in
        let text = try LogForm<String>.text.read(json, name, table)
        guard let word = Value(rawValue: text) else {
          throw EventLogMismatch(message: "'\(name)' has the unknown value '\(text)'")
        }
        return word
      })
  }
}
