/// Finds the release in which an answer changed, asking few of them.
///
/// The answers of both ends are known and differ; the interval is halved. A release that cannot run is
/// skipped, which the result reports.
struct ReleaseSearch<Answer: Hashable & Sendable>: Sendable {
  /// Oldest first.
  let releases: [String]
  /// The known results; nil: it cannot run.
  private(set) var answers: [String: Answer?] = [:]
  /// Positions of the youngest release known to answer as the first does, and of the oldest known not to.
  private var low = 0
  private var high: Int

  /// - Parameter releases: at least two.
  init(_ releases: [String]) {
    self.releases = releases
    high = releases.count - 1
  }

  /// The next release to run; nil: the search has ended.
  var next: String? {
    for end in [releases[0], releases[releases.count - 1]] where answers[end] == nil { return end }
    guard !isHopeless else { return nil }
    // The nearest to the middle that is not known to be unable to answer.
    let middle = (low + high) / 2
    let open = (low..<high).dropFirst().filter { answers[releases[$0]] == nil }
    return open.min { (abs($0 - middle), $0) < (abs($1 - middle), $1) }.map { releases[$0] }
  }

  /// - Parameter answer: nil: the release cannot run.
  mutating func note(_ release: String, _ answer: Answer?) {
    answers[release] = .some(answer)
    guard let place = releases.firstIndex(of: release), let answer, let first = answers[releases[0]] ?? nil else {
      return
    }
    if answer == first { low = max(low, place) } else { high = min(high, place) }
  }

  /// An end cannot run, or both ends answer the same.
  private var isHopeless: Bool {
    guard let first = answers[releases[0]] ?? nil, let last = answers[releases[releases.count - 1]] ?? nil else {
      return true
    }
    return first == last
  }

  /// How the search ended.
  enum Outcome: Hashable, Sendable {
    /// The release that answers differently, and the one before it that answers as the first does; between them are only
    /// releases that could not run.
    case changed(after: String, in: String, skipped: [String])
    /// Both ends answer the same.
    case same
    /// This end cannot run.
    case unavailable(String)
  }

  /// Nil: it has not ended.
  var outcome: Outcome? {
    guard next == nil else { return nil }
    for end in [releases[0], releases[releases.count - 1]] where answers[end] == .some(nil) { return .unavailable(end) }
    guard !isHopeless else { return .same }
    return .changed(
      after: releases[low], in: releases[high], skipped: (low..<high).dropFirst().map { releases[$0] })
  }
}
