import RogueModel

/// An error in a line of the event log.
struct EventLogMismatch: Error {
  var message: String
}

/// A member of an object of the event log.
struct LogMember<Value>: Sendable {
  let name: String
  let schema: JSON
  let write: LogForm<Value>.Write
  /// Puts what the object says into a value.
  let read: @Sendable (JSON, inout Value, CertificateTable) throws(EventLogMismatch) -> Void

  fileprivate init(
    _ name: String, _ schema: JSON, _ description: String?, _ write: @escaping LogForm<Value>.Write,
    _ read: @escaping @Sendable (JSON, inout Value, CertificateTable) throws(EventLogMismatch) -> Void
  ) {
    self.name = name
    self.schema =
      description.map { .object([JSON.Member("description", .string($0))] + (schema.members ?? [])) } ?? schema
    self.write = write
    self.read = read
  }
}

/// A member that every object of this kind has.
func has<Value, Part>(
  _ name: String, _ part: any WritableKeyPath<Value, Part> & Sendable, _ form: LogForm<Part>,
  _ description: String? = nil
) -> LogMember<Value> {
  LogMember(
    name, form.schema, description, { form.write($0[keyPath: part], &$1) },
    { (json, value, table) throws(EventLogMismatch) in value[keyPath: part] = try json.member(name, form, table) })
}

/// A member that is null where there is nothing to say.
func may<Value, Part>(
  _ name: String, _ part: any WritableKeyPath<Value, Part?> & Sendable, _ form: LogForm<Part>,
  _ description: String? = nil
) -> LogMember<Value> {
  has(name, part, .nullable(form), description)
}

/// A member that is written only: for people, or read where the line is.
func only<Value, Part>(
  _ name: String, _ form: LogForm<Part>, _ description: String? = nil, _ part: @escaping @Sendable (Value) -> Part
) -> LogMember<Value> {
  LogMember(name, form.schema, description, { form.write(part($0), &$1) }, { _, _, _ in })
}

/// A member that is the same in each object of this kind.
func constant<Value>(_ name: String, _ value: JSON, _ description: String? = nil) -> LogMember<Value> {
  LogMember(name, ["const": value], description, { _, _ in value }, { _, _, _ in })
}

@resultBuilder enum LogMembers<Value> {
  static func buildExpression(_ member: LogMember<Value>) -> LogMember<Value> { member }
  static func buildBlock(_ members: LogMember<Value>...) -> [LogMember<Value>] { members }
}

extension LogForm where Value: Sendable {
  /// An object.
  ///
  /// - Parameter blank: any value: each part of it is replaced by what a member says.
  static func object(
    _ description: String, _ blank: Value, @LogMembers<Value> _ members: () -> [LogMember<Value>]
  ) -> LogForm {
    let members = members()
    return object(description, members) { (json, table) throws(EventLogMismatch) in
      var value = blank
      for member in members { try member.read(json, &value, table) }
      return value
    }
  }

  /// An object whose value is made of all that it says.
  static func object(
    _ description: String, _ members: [LogMember<Value>],
    read: @escaping @Sendable (JSON, CertificateTable) throws(EventLogMismatch) -> Value
  ) -> LogForm {
    LogForm(
      schema: [
        "description": .string(description), "type": "object",
        "required": .array(members.map { .string($0.name) }),
        "properties": .object(members.map { JSON.Member($0.name, $0.schema) }),
      ],
      write: { value, table in .object(members.map { JSON.Member($0.name, $0.write(value, &table)) }) },
      read: { (json, _, table) throws(EventLogMismatch) in try read(json, table) })
  }
}

extension JSON {
  /// The member of that name, which every complaint names.
  func member<Value>(
    _ name: String, _ form: LogForm<Value>, _ table: CertificateTable = CertificateTable()
  ) throws(EventLogMismatch) -> Value {
    guard let value = self[name] ?? (form.takesNull ? .null : nil) else {
      throw EventLogMismatch(message: "'\(name)' is missing")
    }
    return try form.read(value, name, table)
  }
}
