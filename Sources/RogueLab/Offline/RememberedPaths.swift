package import RogueTrust
internal import Synchronization

/// Finds each path once, for all validators.
package final class RememberedPaths: PathEvaluator {
  private struct Asked: Hashable {
    var question: PathQuestion

    /// A certificate ends in its signature, which no other has; equality looks at the rest.
    func hash(into hasher: inout Hasher) {
      hasher.combine(question.hostname)
      hasher.combine(question.rules)
      hasher.combine(question.served.count)
      if let leaf = question.served.first {
        for place in leaf.indices.suffix(8) { hasher.combine(leaf[place]) }
      }
    }
  }

  private let library = ReferencePathEvaluator()
  private let known = Mutex<[Asked: PathFindings]>([:])
  private let ways = Mutex<[Asked: [[[UInt8]]]]>([:])

  package init() {}

  package func evaluate(_ question: PathQuestion) -> PathFindings {
    let asked = Asked(question: question)
    if let findings = known.withLock({ $0[asked] }) { return findings }
    let findings = library.evaluate(question)
    known.withLock { $0[asked] = findings }
    return findings
  }

  package func paths(served: [[UInt8]], anchors: [[UInt8]]) -> [[[UInt8]]] {
    let asked = Asked(question: PathQuestion(served: served, anchors: anchors, hostname: nil, time: 0))
    if let paths = ways.withLock({ $0[asked] }) { return paths }
    let paths = library.paths(served: served, anchors: anchors)
    ways.withLock { $0[asked] = paths }
    return paths
  }
}
