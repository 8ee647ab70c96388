public import RogueModel

/// What a member of the panel did with a candidate.
public enum PanelAnswer: Sendable, Hashable {
  case accepts
  case refuses(Reason?, detail: String?)
  /// It cannot be asked this.
  case unasked
  /// It crashed, hung, or broke its contract in another way.
  case breaks(String)
  /// It had no answer that counts.
  case noProof(String)

  /// Its letter in a vector.
  public var letter: Character {
    switch self {
    case .accepts: "A"
    case .refuses: "R"
    case .unasked: "-"
    case .breaks: "X"
    case .noProof: "?"
    }
  }
}

/// The answers of a panel, in its order.
public struct PanelVector: Sendable, Hashable {
  public var answers: [PanelAnswer]

  public init(_ answers: [PanelAnswer]) { self.answers = answers }

  /// One letter for each member: `A`ccepts, `R`efuses, `X` breaks, `-` is not asked, `?` proves nothing.
  public var letters: String { String(answers.map(\.letter)) }

  /// The same with the reasons that they give: two refusals for different reasons have different causes.
  var signature: String {
    answers.map { answer in
      if case .refuses(let reason?, _) = answer { "R(\(reason.rawValue))" } else { String(answer.letter) }
    }.joined()
  }

  /// Whether members disagree, or one breaks.
  public var isInteresting: Bool {
    let letters = Set(answers.map(\.letter))
    return letters.contains("X") || letters.isSuperset(of: ["A", "R"])
  }
}
