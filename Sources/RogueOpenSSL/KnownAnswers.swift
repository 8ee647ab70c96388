internal import Synchronization

/// Answers to questions about bytes that were answered before: one conversation has the same few of them dozens of times.
public final class KnownAnswers<Answer: Sendable>: Sendable {
  private struct Question: Hashable {
    var parts: [[UInt8]]
    /// In seconds since 1970.
    var now: Int64

    /// Certificates, CRLs and responses end in signatures, which no others have, and keys in what is their own; equality
    /// looks at the rest.
    func hash(into hasher: inout Hasher) {
      for part in parts {
        hasher.combine(part.count)
        hasher.combine(part.ending)
      }
    }
  }

  private let capacity: Int
  private let known = Mutex<[Question: Answer]>([:])

  /// - Parameter capacity: with one more answer, all are forgotten.
  public init(capacity: Int) { self.capacity = capacity }

  /// In bytes. Longer questions are answered each time, so that a peer cannot fill the memory.
  private static var longest: Int { 32_768 }

  /// - Parameters:
  ///   - parts: everything that the answer depends on, but for the moment.
  ///   - now: the moment, if the answer depends on it.
  ///   - find: finds it; an error is no answer, and is not kept.
  public func answer<Failure: Error>(
    _ parts: [[UInt8]], now: Int64 = 0, else find: () throws(Failure) -> Answer
  ) throws(Failure) -> Answer {
    guard parts.reduce(0, { $0 + $1.count }) <= Self.longest else { return try find() }
    let question = Question(parts: parts, now: now)
    if let answer = known.withLock({ $0[question] }) { return answer }
    let answer = try find()
    known.withLock { known in
      if known.count >= capacity { known = [:] }
      known[question] = answer
    }
    return answer
  }
}

extension [UInt8] {
  /// The last eight bytes as a number, to distinguish signatures.
  public var ending: UInt64 { indices.suffix(8).reduce(0) { $0 << 8 | UInt64(self[$1]) } }
}
