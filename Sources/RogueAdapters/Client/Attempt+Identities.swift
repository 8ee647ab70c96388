internal import RogueModel
internal import RogueOpenSSL

extension Attempt {
  /// With those of several identities first whose certificates are valid now: a server that checks dates refuses the others
  /// (RFC 5280, section 6.1.3 (a) (2)). Otherwise the order stays.
  var withCurrentIdentitiesFirst: Attempt {
    let now = policy.secondsSince1970
    return withIdentitiesFirst { $0.isValid(at: now) }
  }

  /// The same with those whose keys may sign (RFC 5246, section 7.4.6).
  var withSigningIdentitiesFirst: Attempt { withIdentitiesFirst(where: \.maySign) }

  private func withIdentitiesFirst(where isBetter: (AttemptPolicy.Identity) -> Bool) -> Attempt {
    guard let first = policy.identity, !first.others.isEmpty else { return self }
    let all = [first] + first.others
    let ordered = all.filter(isBetter) + all.filter { !isBetter($0) }
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

  /// Without the identities whose certificates have no extendedKeyUsage, for clients that take it for a condition.
  var withStatedPurposesOnly: Attempt {
    guard let first = policy.identity else { return self }
    let stated = ([first] + first.others).filter(\.statesPurposes)
    var attempt = self
    attempt.policy.identity = stated.first
    attempt.policy.identity?.others = stated.dropFirst().map { other in
      var other = other
      other.others = []
      return other
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

  /// Its keyUsage has digitalSignature, or it has none.
  fileprivate var maySign: Bool {
    guard let usage = (try? X509Certificate(der: leaf))?.extensionValue(oid: "2.5.29.15") else { return true }
    // A BIT STRING: tag, length, the number of unused bits, bits.
    return usage.count > 3 && usage[3] & 0x80 != 0
  }

  fileprivate var statesPurposes: Bool {
    (try? X509Certificate(der: leaf))?.extensionValue(oid: "2.5.29.37") != nil
  }
}
