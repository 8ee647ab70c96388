internal import RogueModel
internal import RogueOpenSSL

extension Attempt {
  /// With those of several identities first whose certificates are valid now: a server that checks dates refuses the others
  /// (RFC 5280, section 6.1.3 (a) (2)). Otherwise the order stays.
  var withCurrentIdentitiesFirst: Attempt {
    guard let first = policy.identity, !first.others.isEmpty else { return self }
    let now = policy.secondsSince1970
    let all = [first] + first.others
    let ordered = all.filter { $0.isValid(at: now) } + all.filter { !$0.isValid(at: now) }
    var attempt = self
    attempt.policy.identity = ordered.first.map { identity in
      var identity = identity
      identity.others = ordered.dropFirst().map { other in
        var other = other
        other.others = []
        return other
      }
      return identity
    }
    return attempt
  }

  /// Whether a pin set that is in force applies to the host.
  var isPinned: Bool {
    policy.pinSets.contains { set in
      set.applies(to: connect.host) && set.expires.map { policy.secondsSince1970 <= $0.secondsSince1970 } ?? true
    }
  }
}

extension AttemptPolicy.Identity {
  fileprivate func isValid(at now: Int64) -> Bool {
    guard let leaf = try? X509Certificate(der: leaf), let begin = leaf.notBefore, let end = leaf.notAfter else {
      return false
    }
    return begin <= now && now <= end
  }
}
