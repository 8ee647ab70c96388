package import RogueModel
internal import RogueTrust

extension PolicyCheck {
  /// Every set of pins that is in force for the host has a pin that fits the validated path.
  package static var pins: PolicyCheck { pinCheck { set, path in set.any.contains { $0.fits(path) } } }

  /// - Parameter isSatisfied: whether a path (DER, leaf first, anchor included) satisfies a set.
  package static func pinCheck(
    isSatisfied: @escaping @Sendable (_ set: AttemptPolicy.PinSet, _ path: [[UInt8]]) -> Bool
  ) -> PolicyCheck {
    PolicyCheck("pins", "RFC 7469, section 2.6") { question in
      question.pinSets.first { !isSatisfied($0, question.findings.path) }
        .map { TrustProblem(.pinMismatch, "no pin for \($0.host) matches the path") }
    }
  }
}

extension PolicyEvaluation {
  /// The sets of the policy that are in force for the host.
  package var pinSets: [AttemptPolicy.PinSet] {
    policy.pinSets.filter { $0.covers(flight.host) && $0.isInForce(at: now) }
  }

  /// Whether sets are in force, and these certificates satisfy all of them.
  package func isPinned(by certificates: [[UInt8]]) -> Bool {
    let sets = pinSets
    return !sets.isEmpty && sets.allSatisfy { set in set.any.contains { $0.fits(certificates) } }
  }
}

extension AttemptPolicy.PinSet {
  /// Whether it is for this host; neither letter case, a final dot nor the form of its labels counts.
  package func covers(_ host: String) -> Bool {
    let (name, own) = (HostName.ascii(host), HostName.ascii(self.host))
    return name == own || includeSubdomains && name.hasSuffix("." + own)
  }

  /// - Parameter now: seconds since 1970.
  package func isInForce(at now: Int64) -> Bool { expires.map { now <= $0.secondsSince1970 } ?? true }
}

extension AttemptPolicy.Pin {
  /// Whether a certificate of the path fits, at the position of the pin.
  package func fits(_ path: [[UInt8]]) -> Bool {
    path.indices.contains { position.contains($0) && fits(certificate: path[$0]) }
  }

  /// Whether it is the pin of this certificate (DER) or of its key. A digest that only resembles another is no pin of
  /// anything.
  package func fits(certificate: [UInt8]) -> Bool {
    guard likeness == nil else { return false }
    return switch kind {
    case .spki: CertificateFacts(der: certificate)?.spki == der
    case .certificate: certificate == der
    }
  }
}

extension PinPosition {
  /// Whether an element of the path has this position; 0 is the leaf.
  package func contains(_ index: Int) -> Bool {
    switch self {
    case .leaf: index == 0
    case .ca: index > 0
    case .chain: true
    }
  }
}
