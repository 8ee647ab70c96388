internal import RogueModel

/// Reads a statement in its full form, one JSON object (docs/reference/adapters.md).
enum StatementObject {
  static func read(_ text: String, of attempt: Attempt) -> Result<AdapterOutcome, ExecOutcome.Complaint> {
    let json: JSON
    do {
      json = try JSON(parsing: text)
    } catch {
      return .failure("STATEMENT is not valid JSON: \(error.message) at byte \(error.offset)")
    }
    guard json.members != nil else { return .failure("STATEMENT is not an object") }
    guard json["id"]?.string == attempt.id else { return .failure("the statement's id is not the attempt's") }
    return read(json)
  }

  /// Reads an object whose id is known to be that of the attempt.
  static func read(_ json: JSON) -> Result<AdapterOutcome, ExecOutcome.Complaint> {
    switch json["type"]?.string {
    case "statement": return statement(json)
    case "unsupported":
      guard let capability = json["capability"]?.string else { return .failure("unsupported without a capability") }
      return .success(.unsupported(capability: capability, why: json["why"]?.string))
    case "failed":
      guard let word = json["cause"]?.string, let cause = AdapterOutcome.FailureCause(rawValue: word) else {
        return .failure("failed without one of the causes network, server, timeout")
      }
      return .success(.failed(cause: cause, detail: json["detail"]?.string))
    default: return .failure("the statement's type is not statement, unsupported or failed")
    }
  }

  private static func statement(_ json: JSON) -> Result<AdapterOutcome, ExecOutcome.Complaint> {
    guard let said = json["disposition"]?.string.flatMap(Statement.Said.init) else {
      return .failure("the statement has no known disposition")
    }
    var statement = Statement(said: said)
    if let value = json["nonce"], value != .null {
      guard let nonce = value.string, Nonce.isNonce(nonce) else {
        return .failure("the statement's nonce is not 32 hexadecimal digits")
      }
      statement.nonce = nonce
    }
    if said == .accept, statement.nonce == nil { return .failure("the statement accepts without a nonce") }
    if said == .cancel, statement.nonce != nil { return .failure("the statement cancels and has a nonce") }
    do {
      statement.reason = try word("reason", json)
      statement.phase = try word("phase", json)
      statement.endedBy = try word("endedBy", json)
      statement.detail = try text("detail", json)
      statement.path = try path(json)
    } catch {
      return .failure(error)
    }
    return .success(.statement(statement))
  }

  private static func text(_ name: String, _ json: JSON) throws(ExecOutcome.Complaint) -> String? {
    guard let value = json[name], value != .null else { return nil }
    guard let text = value.string else { throw "the statement's \(name) is not a string" }
    return text
  }

  private static func word<Word: RawRepresentable<String>>(
    _ name: String, _ json: JSON
  ) throws(ExecOutcome.Complaint) -> Word? {
    guard let text = try text(name, json) else { return nil }
    guard let word = Word(rawValue: text) else { throw "the statement's \(name) is unknown: \(quoted(text))" }
    return word
  }

  private static func path(_ json: JSON) throws(ExecOutcome.Complaint) -> [String]? {
    guard let value = json["path"], value != .null else { return nil }
    guard let entries = value.array else { throw "the statement's path is not a list" }
    var path: [String] = []
    for entry in entries {
      guard let text = entry.string, text.utf8.count == 64, text.allSatisfy(\.isHexDigit) else {
        throw "an entry of the statement's path is not a SHA-256 hash in hexadecimal"
      }
      path.append(text.lowercased())
    }
    return path
  }
}
