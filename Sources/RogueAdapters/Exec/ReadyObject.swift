internal import RogueModel

/// A program's description of itself, started with `ROGUES_HELLO=1` or greeted with `hello`: one `ready` object.
struct ReadyObject: Sendable {
  var adapter: String
  var library: String
  var version: String
  var capabilities: [Capability]
  var declined: [Capability: String]
  /// Attempts that it takes at once; counts in sessions only.
  var maximumInFlight: Int
  /// The program has no TLS.
  var isOffline: Bool
  /// Milliseconds that starting it may take, added to every deadline.
  var startupMilliseconds: Int
  /// The versions of the stacks that the client is made of.
  var stacks: [String: String] = [:]
  /// Whose connections count.
  var connections: ConnectionRule
  /// How the fields of attempts reach the validator; nil: it claims that it applies everything in the contract.
  var configuration: AdapterConfiguration?

  /// - Throws: a sentence about the error.
  init(_ output: [UInt8]) throws(ExecOutcome.Complaint) {
    let json: JSON
    do {
      json = try JSON(parsing: output)
    } catch {
      guard output.contains(where: { !" \t\r\n".utf8.contains($0) }) else {
        throw "printed nothing; expected one JSON object for ROGUES_HELLO=1 (docs/reference/adapters.md)"
      }
      let said = String(decoding: output.prefix(60), as: UTF8.self).split(whereSeparator: \.isNewline).first.map(
        String.init)
      throw
        "printed '\(said ?? "")'; expected one JSON object for ROGUES_HELLO=1 (docs/reference/adapters.md): \(error.message)"
    }
    try self.init(json: json)
  }

  init(json: JSON) throws(ExecOutcome.Complaint) {
    guard json["type"]?.string == "ready" else { throw "its first object has not the type ready" }
    guard json["protocol"]?.integer == 1 else { throw "it does not speak protocol 1" }
    guard let adapter = json["adapter"]?.string, !adapter.isEmpty else { throw "its ready object names no adapter" }
    guard let library = json["library"]?["name"]?.string, let version = json["library"]?["version"]?.string else {
      throw "its ready object has no library with name and version"
    }
    guard let capabilities = json["capabilities"]?.array else { throw "its ready object has no list of capabilities" }
    self.adapter = adapter
    self.library = library
    self.version = version
    self.capabilities = []
    for entry in capabilities {
      guard let word = entry.string else { throw "its ready object lists a capability that is not a string" }
      self.capabilities.append(Capability(word))
    }
    declined = [:]
    for entry in json["declined"]?.array ?? [] {
      guard let word = entry["capability"]?.string, let why = entry["why"]?.string else {
        throw "its ready object declines something without capability or why"
      }
      declined[Capability(word)] = why
    }
    isOffline =
      try Self.optional(json["offline"], "the offline of its ready object is neither true nor false", \.bool) ?? false
    startupMilliseconds =
      try Self.optional(
        json["startup"], "the startup of its ready object is not a number of milliseconds from 0 to 60000"
      ) { $0.integer(in: 0...60_000) } ?? 0
    connections =
      try Self.optional(
        json["connections"], "the connections of its ready object are none of \(ConnectionRule.grammar)"
      ) { $0.string.flatMap(ConnectionRule.init) } ?? .started
    for member in try Self.optional(
      json["library"]?["stacks"], "the stacks of its library are not an object", \.members) ?? []
    {
      guard let version = member.value.string else { throw "the stack '\(member.name)' has no version" }
      stacks[member.name] = version
    }
    maximumInFlight =
      try Self.optional(json["maxInFlight"], "the maxInFlight of its ready object is not a number from 1 to 256") {
        $0.integer(in: 1...256)
      } ?? 1
    configuration = try configuration(json)
  }

  /// Nil if the key is missing or null.
  private static func optional<Value>(
    _ json: JSON?, _ complaint: ExecOutcome.Complaint, _ read: (JSON) -> Value?
  ) throws(ExecOutcome.Complaint) -> Value? {
    guard let json, json != .null else { return nil }
    guard let value = read(json) else { throw complaint }
    return value
  }

  private func configuration(_ json: JSON) throws(ExecOutcome.Complaint) -> AdapterConfiguration? {
    let applied = try Self.fields(json, "applies")
    let fixed = try Self.fields(json, "fixed")
    guard applied != nil || fixed != nil else { return nil }
    let configuration = AdapterConfiguration(applied: applied ?? [:], fixed: fixed ?? [:])
    if let found = configuration.contradictions(capabilities, isOffline: isOffline).first {
      throw "in its ready object \(found.text)\(found.help.map { "; \($0)" } ?? "")"
    }
    return configuration
  }

  /// An object of texts by the names of fields; nil: there is none.
  private static func fields(_ json: JSON, _ key: String) throws(ExecOutcome.Complaint) -> [AttemptField: String]? {
    let complaint: ExecOutcome.Complaint = "the \(key) of its ready object is not an object"
    guard let members = try optional(json[key], complaint, \.members) else { return nil }
    var fields: [AttemptField: String] = [:]
    for member in members {
      guard let field = AttemptField(rawValue: member.name) else {
        let question = NearMiss.question(for: member.name, among: AttemptField.allCases.map(\.rawValue))
        throw
          "the \(key) of its ready object names \(quoted(member.name)), which no attempt has\(question.map { "; \($0)" } ?? "")"
      }
      guard let text = member.value.string, !text.isEmpty else {
        throw "the \(key) of its ready object has no text for '\(member.name)'"
      }
      fields[field] = text
    }
    return fields
  }
}

extension JSON {
  fileprivate func integer(in range: ClosedRange<Int64>) -> Int? {
    integer.flatMap { range.contains($0) ? Int($0) : nil }
  }
}
