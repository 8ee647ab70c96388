import RogueModel
import RogueStimuli

extension Expectation {
  /// `cancel(expired,untrusted) or accept unexercised-passes`: the answers in the order of their texts.
  var locked: String {
    let hello = HelloDemands.text(of: clientHello).map { " hello" + $0.filter { $0 != " " } }
    let flags =
      (unexercisedPasses ? [" unexercised-passes"] : []) + (serverIsJudge ? [" server-judges"] : [])
      + [hello].compactMap(\.self)
    return answers.map(\.locked).sorted().joined(separator: " or ") + flags.joined()
  }

  /// Reads what `locked` wrote; nil if it cannot be parsed.
  init?(locked text: some StringProtocol) {
    var words = String(text).split(separator: " ")
    var flags: [Substring] = []
    var clientHello = Settings()
    if let last = words.last, last.hasPrefix("hello{") {
      guard let demands = HelloDemands.read(last.dropFirst("hello".count)) else { return nil }
      clientHello = demands
      words.removeLast()
    }
    while let last = words.last, last == "unexercised-passes" || last == "server-judges" {
      flags.append(words.removeLast())
    }
    let groups = words.split(separator: "or", omittingEmptySubsequences: false)
    let answers = groups.compactMap { Answer(locked: $0) }
    guard !answers.isEmpty, answers.count == groups.count else { return nil }
    self.init(
      answers: answers, unexercisedPasses: flags.contains("unexercised-passes"),
      serverIsJudge: flags.contains("server-judges"), clientHello: clientHello)
  }

  /// Answers that an earlier expectation did not allow.
  func grants(beyond old: Expectation) -> [Answer] {
    answers.filter { answer in !old.answers.contains { answer.isWithin($0) } }
  }
}

extension Expectation.Answer {
  /// `cancel(expired) @configuration sent[client-leaf] withheld`; without brackets any reason is right.
  var locked: String {
    var words = [disposition.rawValue]
    if !reasons.isEmpty { words[0] += "(" + reasons.sorted().map(\.rawValue).joined(separator: ",") + ")" }
    if !phases.isEmpty { words.append("@" + phases.map(\.rawValue).sorted().joined(separator: ",")) }
    if let clientChain { words.append("sent[" + clientChain.joined(separator: ",") + "]") }
    if identityWithheld { words.append("withheld") }
    return words.joined(separator: " ")
  }

  init?(locked words: ArraySlice<Substring>) {
    guard let first = words.first else { return nil }
    let opening = first.firstIndex(of: "(") ?? first.endIndex
    guard let disposition = Disposition(rawValue: String(first[..<opening])) else { return nil }
    self.init(disposition: disposition)
    if opening < first.endIndex {
      guard first.hasSuffix(")") else { return nil }
      let values = first[first.index(after: opening)...].dropLast().split(separator: ",")
      reasons = Set(values.compactMap { Reason(rawValue: String($0)) })
      guard !reasons.isEmpty, reasons.count == values.count else { return nil }
    }
    for word in words.dropFirst() {
      if word.hasPrefix("@") {
        let values = word.dropFirst().split(separator: ",")
        phases = Set(values.compactMap { Phase(rawValue: String($0)) })
        guard !phases.isEmpty, phases.count == values.count else { return nil }
      } else if word.hasPrefix("sent["), word.hasSuffix("]") {
        clientChain = word.dropFirst("sent[".count).dropLast().split(separator: ",").map(String.init)
      } else if word == "withheld" {
        identityWithheld = true
      } else {
        return nil
      }
    }
  }

  /// Whether everything that fits this answer fits the other one as well.
  func isWithin(_ other: Expectation.Answer) -> Bool {
    let usual: Set<Phase> = [.handshake, .afterHandshake]
    return disposition == other.disposition
      && (other.reasons.isEmpty || (!reasons.isEmpty && reasons.isSubset(of: other.reasons)))
      && (phases.isEmpty ? usual : phases).isSubset(of: other.phases.isEmpty ? usual : other.phases)
      && (other.clientChain == nil || clientChain == other.clientChain)
      && (identityWithheld || !other.identityWithheld)
  }
}
