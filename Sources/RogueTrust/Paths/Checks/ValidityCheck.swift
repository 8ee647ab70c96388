internal import RogueModel

extension PathCheck {
  /// The moment is within the dates, the first and the last second included (section 4.1.2.5). The anchor's dates count: RFC 5280
  /// leaves them to the relying party, and a user who installs a root expects it to expire.
  static var validity: PathCheck {
    PathCheck("path/validity", "RFC 5280, section 6.1.3 (a) (2)") { path in
      path.each { index, certificate in
        guard let begin = certificate.facts.notBefore, let end = certificate.facts.notAfter else {
          return TrustProblem(.malformed, "a date is none", index: index)
        }
        if path.question.time < begin { return TrustProblem(.notYetValid, "it is not valid yet", index: index) }
        return path.question.time > end ? TrustProblem(.expired, "it has expired", index: index) : nil
      }
    }
  }
}
