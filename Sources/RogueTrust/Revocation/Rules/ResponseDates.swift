package import RogueModel
internal import RogueOpenSSL

extension Rule<ResponseQuestion, RevocationStatus?> {
  /// A response whose time has not begun cannot say good.
  package static var responseBegin: Self {
    Self("revocation/response-begin", "RFC 6960, section 3.2") { question in
      guard let statement = question.statement else { return nil }
      guard let begin = statement.thisUpdate else { return question.doubt("has no date") }
      return begin > question.now + skew ? question.doubt("is from the future") : nil
    }
  }

  /// Nor does one that has expired: it counts to the second of its nextUpdate, and without one for a day, because newer information is
  /// available all the time.
  package static var responseEnd: Self {
    Self("revocation/response-end", "RFC 6960, sections 3.2 and 4.2.2.1") { question in
      guard let statement = question.statement, let begin = statement.thisUpdate,
        statement.nextUpdate ?? begin + longestWithoutEnd < question.now
      else { return nil }
      return question.doubt("is stale")
    }
  }

  /// A response above the maximum age proves nothing, whatever its nextUpdate is.
  package static var responseAge: Self {
    Self("revocation/response-age", "CA/Browser Forum, Baseline Requirements, section 4.9.10") { question in
      guard let begin = question.statement?.thisUpdate, begin < question.now - oldest else { return nil }
      return question.doubt("is too old")
    }
  }
}

/// How far ahead a responder's clock may be, in seconds. The allowance is for thisUpdate alone.
private let skew: Int64 = 300
/// The maximum age of a response, in seconds: ten days.
private let oldest: Int64 = 10 * 86_400
/// How long a response without nextUpdate counts, in seconds.
private let longestWithoutEnd: Int64 = 86_400
