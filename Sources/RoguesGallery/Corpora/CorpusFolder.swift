internal import RogueCorpora
internal import RogueModel
internal import RoguePlatform

/// A corpus on disk.
struct CorpusFolder {
  var path: String

  /// Bytes of one file at most: the published file of x509-limbo has less than a hundred million.
  private static let cap = 512 << 20

  func corpus(choosing patterns: [String]) throws(HarnessFailure) -> Corpus {
    var corpus = try files.corpus(named: path)
    guard !patterns.isEmpty else { return corpus }
    for pattern in patterns {
      guard corpus.cases.contains(where: { CorpusExplanation.matches($0.id, pattern) }) else {
        let near = NearMiss.question(for: pattern, among: corpus.cases.map(\.id)).map { "; \($0)" } ?? ""
        throw HarnessFailure(.usage, "no case of \(path) matches '\(pattern)'\(near)")
      }
    }
    corpus.cases.removeAll { item in !patterns.contains { CorpusExplanation.matches(item.id, $0) } }
    return corpus
  }

  private var files: CorpusFiles {
    let path = path
    @Sendable func place(_ part: String) -> String { part.isEmpty ? path : "\(path)/\(part)" }
    return CorpusFiles(
      read: { part throws(HarnessFailure) in
        do throws(SystemError) { return try Files.read(place(part), cap: Self.cap) } catch {
          throw HarnessFailure(.badData, error.description)
        }
      }, exists: { Files.exists(place($0)) }, isFolder: { Files.isDirectory(place($0)) })
  }
}
