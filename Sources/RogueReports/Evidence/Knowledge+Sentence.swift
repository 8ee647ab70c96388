import RogueModel

extension KnownFailure.Kind {
  /// For people: "a documented policy".
  var words: String {
    switch self {
    case .bug: "a bug"
    case .documentedPolicy: "a documented policy"
    case .judgement: "judgement"
    case .otherReason: "refused for another reason"
    }
  }
}

extension Knowledge {
  /// The text after "known" in a failure's block.
  var sentence: String {
    switch self {
    case .entry(let entry): "\(entry.place), \(entry.kind.words): \(entry.title)"
    case .otherVersions(let entry): "of other versions: \(entry.place), \(entry.kind.words): \(entry.title)"
    case .nothing: "no: the ledger of findings has no entry for it"
    }
  }

  /// The same in a table.
  var mark: String {
    switch self {
    case .entry(let entry): "known: \(entry.place), \(entry.kind.words)"
    case .otherVersions(let entry): "known of other versions: \(entry.place)"
    case .nothing: "not known"
    }
  }
}
