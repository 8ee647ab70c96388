import RogueModel

extension AdapterOutcome {
  /// The validator's statement, as one line for people.
  var sentence: String {
    switch self {
    case .statement(let statement): statement.sentence
    case .unsupported(let capability, let why):
      "says it does not have \(capability)\(why.map { ": \($0)" } ?? "")".printable()
    case .failed(let cause, let detail):
      "failed without a verdict (\(cause.rawValue))\(detail.map { ": \($0)" } ?? "")".printable()
    case .broken(let fault): fault.description.printable()
    }
  }
}

extension Statement {
  var sentence: String {
    var text: String
    switch said {
    case .accept: text = nonce == nil ? "accepted, without the nonce" : "accepted, and returned the nonce"
    case .cancel: text = "cancelled"
    case .defaultHandling, .rejectProtectionSpace: text = "said \(said.rawValue)"
    }
    let facts = [reason?.rawValue, phase.map { "phase \($0.rawValue)" }, endedBy.map { "ended by the \($0.rawValue)" }]
    let known = facts.compactMap(\.self)
    if !known.isEmpty { text += " (\(known.joined(separator: ", ")))" }
    if let detail, !detail.isEmpty { text += ": \(detail)" }
    return text.printable()
  }
}
