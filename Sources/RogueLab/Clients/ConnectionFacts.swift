internal import RogueAdapters
internal import RogueModel
internal import RogueOpenSSL

// What mistakes about connections look at.

extension ClientSituation {
  var isUpgraded: Bool { attempt.connect.startTLS != nil }
  var isVisited: Bool { visits.contains { $0.host == HostName.plain(attempt.connect.host) } }
  var wasAnonymous: Bool {
    visits.contains { $0.host == HostName.plain(attempt.connect.host) && !$0.hasIdentity }
  }
}

extension Reverification {
  var isOfSession: Bool { use != .connection }

  /// The leaf itself has not expired.
  var hasCurrentLeaf: Bool {
    guard let leaf = flight.certificates.first, let end = (try? X509Certificate(der: leaf))?.notAfter else {
      return false
    }
    return attempt.policy.secondsSince1970 <= end
  }
}

extension Attempt {
  /// Whether a pin set that is in force applies to the host.
  var isPinned: Bool {
    policy.pinSets.contains { set in
      set.applies(to: connect.host) && set.expires.map { policy.secondsSince1970 <= $0.secondsSince1970 } ?? true
    }
  }
}
