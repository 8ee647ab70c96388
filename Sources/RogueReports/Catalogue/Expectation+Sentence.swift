import RogueModel
import RogueStimuli

extension Expectation {
  /// The client's right behaviour: "cancels (pin-mismatch), during the handshake or right after it".
  var clientSentence: String { answers.map(\.sentence).joined(separator: "; or ") }

  /// The server's record of that.
  var serverSentence: String {
    if mustCancel { return "sees no application data" }
    let accepts = answers.contains { $0.disposition == .accept }
    let both = answers.contains { $0.disposition == .cancel }
    return accepts && both
      ? "answers one request with the nonce; or sees no application data" : "answers one request with the nonce"
  }

  /// The other conditions.
  var remarks: [String] {
    var remarks: [String] = []
    if unexercisedPasses { remarks.append("not judged if the fault never reaches the client") }
    if serverIsJudge { remarks.append("the server decides: its own refusal is the answer") }
    if let hello = HelloDemands.text(of: clientHello) { remarks.append("each ClientHello must say \(hello)") }
    return remarks
  }
}

extension Expectation.Answer {
  fileprivate var sentence: String {
    var text: String
    switch disposition {
    case .accept: text = "accepts"
    case .cancel:
      text = "cancels"
      if !reasons.isEmpty { text += " (\(reasons.sorted().map(\.rawValue).joined(separator: " or ")))" }
      text += ", " + Self.when(phases)
    }
    if let clientChain {
      text +=
        clientChain.isEmpty ? ", sending no certificate" : ", sending exactly [\(clientChain.joined(separator: ", "))]"
    }
    if identityWithheld { text += ", and keeps its certificate to itself" }
    return text
  }

  private static func when(_ phases: Set<Phase>) -> String {
    // Nothing said means that both kinds of pinning are right: within the handshake, and right after it.
    guard !phases.isEmpty else { return "during the handshake or right after it" }
    let words = Phase.allCases.filter(phases.contains).map { phase in
      switch phase {
      case .configuration: "before it connects"
      case .handshake: "during the handshake"
      case .afterHandshake: "after the handshake, before any data"
      }
    }
    return words.joined(separator: " or ")
  }
}
