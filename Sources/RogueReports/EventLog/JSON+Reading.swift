import RogueModel

/// An error in a line of the event log.
struct EventLogMismatch: Error {
  var message: String
}

/// Typed access to the members of an object, with the member's name in every complaint.
extension JSON {
  func value(_ name: String) throws(EventLogMismatch) -> JSON {
    guard let value = self[name] else { throw EventLogMismatch(message: "'\(name)' is missing") }
    return value
  }

  /// The member, nil when it is absent or null.
  func optional(_ name: String) -> JSON? {
    guard let value = self[name], value != .null else { return nil }
    return value
  }

  func text(_ name: String) throws(EventLogMismatch) -> String {
    guard let text = try value(name).string else { throw EventLogMismatch(message: "'\(name)' should be a string") }
    return text
  }

  func optionalText(_ name: String) throws(EventLogMismatch) -> String? {
    optional(name) == nil ? nil : try text(name)
  }

  func flag(_ name: String) throws(EventLogMismatch) -> Bool {
    guard let flag = try value(name).bool else { throw EventLogMismatch(message: "'\(name)' should be true or false") }
    return flag
  }

  /// RFC 3339, in UTC.
  func moment(_ name: String) throws(EventLogMismatch) -> Timestamp {
    let text = try text(name)
    guard let moment = Timestamp(text) else { throw EventLogMismatch(message: "'\(name)' is not a time: '\(text)'") }
    return moment
  }

  /// An integer that fits its type: the log may have been edited.
  func number<Number: FixedWidthInteger>(_ name: String, as type: Number.Type = Number.self) throws(EventLogMismatch)
    -> Number
  {
    guard let number = try value(name).integer.flatMap({ Number(exactly: $0) }) else {
      throw EventLogMismatch(message: "'\(name)' should be an integer that fits")
    }
    return number
  }

  func optionalNumber<Number: FixedWidthInteger>(_ name: String, as type: Number.Type = Number.self)
    throws(EventLogMismatch) -> Number?
  {
    optional(name) == nil ? nil : try number(name, as: type)
  }

  func word<Word: RawRepresentable>(_ name: String, as type: Word.Type = Word.self) throws(EventLogMismatch) -> Word
  where Word.RawValue == String {
    let text = try text(name)
    guard let word = Word(rawValue: text) else {
      throw EventLogMismatch(message: "'\(name)' has the unknown value '\(text)'")
    }
    return word
  }

  func optionalWord<Word: RawRepresentable>(_ name: String, as type: Word.Type = Word.self) throws(EventLogMismatch)
    -> Word?
  where Word.RawValue == String {
    optional(name) == nil ? nil : try word(name, as: type)
  }

  func list(_ name: String) throws(EventLogMismatch) -> [JSON] {
    guard let list = try value(name).array else { throw EventLogMismatch(message: "'\(name)' should be a list") }
    return list
  }

  func texts(_ name: String) throws(EventLogMismatch) -> [String] {
    try list(name).map { (json) throws(EventLogMismatch) in
      guard let text = json.string else { throw EventLogMismatch(message: "'\(name)' should be a list of strings") }
      return text
    }
  }

  func numbers<Number: FixedWidthInteger>(_ name: String, as type: Number.Type = Number.self)
    throws(EventLogMismatch) -> [Number]
  {
    try list(name).map { (json) throws(EventLogMismatch) in
      guard let number = json.integer.flatMap({ Number(exactly: $0) }) else {
        throw EventLogMismatch(message: "'\(name)' should be a list of integers that fit")
      }
      return number
    }
  }

  func bytes(_ name: String) throws(EventLogMismatch) -> [UInt8] {
    guard let bytes = Base64.decode(try text(name)) else {
      throw EventLogMismatch(message: "'\(name)' should be base64")
    }
    return bytes
  }
}
