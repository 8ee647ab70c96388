internal import RogueModel
internal import RogueYAML

/// How a value is written and how it is read: a form for people and editors, and the function that obeys it.
struct ValueParser<Value>: Sendable {
  var form: ValueSyntax
  /// The value; nil when it is wrong, and then it has been reported.
  var read: @Sendable (YAMLNode, NodeReader) -> Value?

  init(_ form: ValueSyntax, _ read: @escaping @Sendable (YAMLNode, NodeReader) -> Value?) {
    self.form = form
    self.read = read
  }

  /// The same form with a further check or another type.
  func then<Other>(
    _ change: @escaping @Sendable (Value, YAMLNode, NodeReader) -> Other?
  ) -> ValueParser<Other> {
    ValueParser<Other>(form) { [read] node, reader in
      read(node, reader).flatMap { change($0, node, reader) }
    }
  }
}

extension ValueParser where Value == YAMLNode {
  static var anything: ValueParser { ValueParser(.anything) { node, _ in node } }
}

extension ValueParser where Value == YAMLNode.Scalar {
  /// Any text that is not empty, with its place.
  static func scalar(_ what: String = "text", pattern: String? = nil) -> ValueParser {
    let form = ValueSyntax.text(what: what, pattern: pattern)
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull, !scalar.text.isEmpty else {
        return reader.mismatch(node, form)
      }
      return scalar
    }
  }

  /// A name as files, options and case ids can carry it.
  static var nameWithPlace: ValueParser {
    scalar("a name", pattern: Name.pattern).then { scalar, node, reader in
      guard Name.isValid(scalar.text) else {
        return reader.mismatch(node, .text(what: Name.what, pattern: nil))
      }
      return scalar
    }
  }

  /// A name in which `*` stands for any characters.
  static var nameOrPattern: ValueParser {
    let what = "\(Name.what), or * for any"
    return scalar(what, pattern: "^[a-z0-9*][a-z0-9*-]{0,63}$").then { scalar, node, reader in
      guard Name.isValid(scalar.text.replacing("*", with: "0")) else {
        return reader.mismatch(node, .text(what: what, pattern: nil))
      }
      return scalar
    }
  }
}

/// The allowed names of worlds, certificates, policies, tags and adapters.
enum Name {
  static let pattern = "^[a-z0-9][a-z0-9-]{0,63}$"
  static let what = "a name of lower-case letters, digits and hyphens"

  static func isValid(_ name: some StringProtocol) -> Bool {
    guard let first = name.utf8.first, first != UInt8(ascii: "-"), name.utf8.count <= 64 else { return false }
    return name.utf8.allSatisfy { byte in
      (0x61...0x7a).contains(byte) || (0x30...0x39).contains(byte) || byte == UInt8(ascii: "-")
    }
  }
}

extension ValueParser where Value == String {
  static func text(_ what: String = "text") -> ValueParser {
    ValueParser<YAMLNode.Scalar>.scalar(what).then { scalar, _, _ in scalar.text }
  }

  /// Text that may be empty when it is quoted or a block.
  static func anyText(_ what: String = "text") -> ValueParser {
    let form = ValueSyntax.text(what: what, pattern: nil)
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      return scalar.text
    }
  }

  /// One text of a closed list.
  static func choice(of choices: [String]) -> ValueParser {
    let form = ValueSyntax.words(choices)
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      guard choices.contains(scalar.text) else {
        return reader.mismatch(node, form, help: NearMiss.question(for: scalar.text, among: choices))
      }
      return scalar.text
    }
  }

  static var name: ValueParser { ValueParser<YAMLNode.Scalar>.nameWithPlace.then { scalar, _, _ in scalar.text } }

  /// The name of something that the world defines.
  static func reference(_ reference: ValueSyntax.Reference) -> ValueParser {
    let form = ValueSyntax.reference(reference)
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      return reader.check(scalar.text, is: reference, at: scalar.position) ? scalar.text : nil
    }
  }
}

extension ValueParser where Value == Bool {
  static var flag: ValueParser {
    ValueParser(.flag) { node, reader in
      if case .scalar(let scalar) = node, scalar.isPlain {
        switch scalar.text {
        case "true": return true
        case "false": return false
        case "yes", "Yes", "on", "On", "True", "TRUE": return reader.mismatch(node, .flag, help: "write true")
        case "no", "No", "off", "Off", "False", "FALSE": return reader.mismatch(node, .flag, help: "write false")
        default: break
        }
      }
      return reader.mismatch(node, .flag)
    }
  }
}

extension ValueParser where Value == Int {
  static func integer(_ range: ClosedRange<Int>) -> ValueParser {
    ValueParser(.integer(range)) { node, reader in
      guard case .scalar(let scalar) = node, scalar.isPlain, let number = Int(scalar.text), range.contains(number)
      else { return reader.mismatch(node, .integer(range)) }
      return number
    }
  }
}

extension ValueParser where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == String {
  /// One word of a closed list.
  static var word: ValueParser { words(Array(Value.allCases)) }

  /// One word of a part of the list.
  static func words(_ values: [Value]) -> ValueParser { words(values, .words(values.map(\.rawValue))) }

  fileprivate static func words(_ values: [Value], _ form: ValueSyntax) -> ValueParser {
    ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      guard let value = values.first(where: { $0.rawValue == scalar.text }) else {
        return reader.mismatch(
          node, form, help: NearMiss.question(for: scalar.text, among: values.map(\.rawValue)))
      }
      return value
    }
  }
}

extension ValueParser where Value: ExplainedWord {
  /// One word of a closed list, whose meanings are in the schema.
  static var word: ValueParser { words(Array(Value.allCases), .explained(WordList(of: Value.self))) }
}
