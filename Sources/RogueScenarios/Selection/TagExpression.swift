internal import RogueModel

/// One `--tag`: `pinning,!slow` wants the first and not the second.
struct TagExpression {
  private var wanted: [String] = []
  private var unwanted: [String] = []

  /// - Throws: What is wrong with it, for people.
  init(_ text: String) throws(Finding) {
    for item in text.split(separator: ",", omittingEmptySubsequences: false) {
      let isUnwanted = item.hasPrefix("!")
      let tag = String(isUnwanted ? item.dropFirst() : item)
      guard !tag.isEmpty else { throw Finding(.error, "the tag expression '\(text)' has an empty tag", help: "a,!b") }
      if isUnwanted { unwanted.append(tag) } else { wanted.append(tag) }
    }
  }

  var tags: [String] { wanted + unwanted }

  func admits(_ tags: [String]) -> Bool {
    wanted.allSatisfy(tags.contains) && !unwanted.contains(where: tags.contains)
  }
}
