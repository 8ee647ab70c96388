internal import RogueModel
internal import RogueTrust
internal import RogueValidators

// Wrong forms of the check of pins: the right check on another question.
extension Mutant {
  /// These sets are in force.
  static func pinSetVariant(
    _ name: String, _ summary: String, _ sets: @escaping @Sendable (PolicyEvaluation) -> [AttemptPolicy.PinSet]
  ) -> Mutant {
    Mutant(name, summary, replaces: PolicyCheck.pins) { question in
      var other = question
      other.policy.pinSets = sets(question).map { set in
        AttemptPolicy.PinSet(host: question.flight.host, includeSubdomains: false, expires: nil, any: set.any)
      }
      return PolicyCheck.pins.answer(other)
    }
  }

  /// Sets are for these hosts.
  static func pinnedHostVariant(
    _ name: String, _ summary: String, _ covers: @escaping @Sendable (AttemptPolicy.PinSet, _ host: String) -> Bool
  ) -> Mutant {
    pinSetVariant(name, summary) { question in
      question.policy.pinSets.filter { covers($0, question.flight.host) && $0.isInForce(at: question.now) }
    }
  }

  /// Sets are in force at these moments, in seconds since 1970.
  static func pinEndVariant(
    _ name: String, _ summary: String, _ isInForce: @escaping @Sendable (_ expires: Int64, _ now: Int64) -> Bool
  ) -> Mutant {
    pinSetVariant(name, summary) { question in
      question.namedSets.filter { set in
        set.expires.map { isInForce($0.secondsSince1970, question.now) } ?? true
      }
    }
  }

  /// Pins are others.
  static func pinVariant(
    _ name: String, _ summary: String, _ pin: @escaping @Sendable (AttemptPolicy.Pin) -> AttemptPolicy.Pin
  ) -> Mutant {
    pinSetVariant(name, summary) { question in
      question.pinSets.map { set in
        var other = set
        other.any = set.any.map(pin)
        return other
      }
    }
  }

  /// This path is compared.
  static func pinnedPathVariant(
    _ name: String, _ summary: String, _ path: @escaping @Sendable (PolicyEvaluation) -> [[UInt8]]
  ) -> Mutant {
    Mutant(name, summary, replaces: PolicyCheck.pins) { PolicyCheck.pins.answer($0.with(path: path($0))) }
  }

  /// A path satisfies a set by this rule.
  static func pinRuleVariant(
    _ name: String, _ summary: String,
    _ isSatisfied: @escaping @Sendable (AttemptPolicy.PinSet, _ path: [[UInt8]]) -> Bool
  ) -> Mutant {
    Mutant(name, summary, replaces: PolicyCheck.pins, by: PolicyCheck.pinCheck(isSatisfied: isSatisfied).answer)
  }

  /// A certificate that resembles a pinned one fits its pin.
  static func pinnedCertificateVariant(
    _ name: String, _ summary: String,
    _ resembles: @escaping @Sendable (_ own: CertificateFacts, _ pinned: CertificateFacts, _ index: Int) -> Bool
  ) -> Mutant {
    pinRuleVariant(name, summary) { set, path in
      set.any.contains { pin in
        guard !pin.fits(path) else { return true }
        guard pin.kind == .certificate, pin.likeness == nil, let pinned = CertificateFacts(der: pin.der) else {
          return false
        }
        return path.indices.contains { index in
          pin.position.contains(index)
            && CertificateFacts(der: path[index]).map { resembles($0, pinned, index) } ?? false
        }
      }
    }
  }

  /// RSA (not RSASSA-PSS), P-256 or P-384.
  static func isOfUsualKind(_ key: [UInt8]) -> Bool {
    key.count == 91 || key.count == 120 || key.indices.contains { key[$0...].starts(with: rsaEncryption) }
  }

  /// 1.2.840.113549.1.1.1
  private static let rsaEncryption: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01]
  /// The lengths of a SubjectPublicKeyInfo of P-256, P-384, and RSA with 2048 and 4096 bits.
  static let usualKeys: Set<Int> = [91, 120, 294, 550]
}

extension PolicyEvaluation {
  /// The sets for the host, in force or not.
  var namedSets: [AttemptPolicy.PinSet] { policy.pinSets.filter { $0.covers(flight.host) } }

  /// Whether the served leaf alone satisfies the pins.
  var hasPinnedLeaf: Bool { isPinned(by: Array(flight.certificates.prefix(1))) }

  func with(path: [[UInt8]]) -> PolicyEvaluation {
    var other = self
    other.findings.path = path
    return other
  }

  /// The sets in force whose names have the length that is chosen.
  func setsOfNames(_ choose: ([Int]) -> Int?) -> [AttemptPolicy.PinSet] {
    let chosen = choose(pinSets.map(\.length))
    return pinSets.filter { $0.length == chosen }
  }

  /// The path, and above it the served issuers of its anchor, up to one that is self-signed.
  var pathAboveAnchor: [[UInt8]] {
    var path = findings.path
    while let last = path.last, let facts = CertificateFacts(der: last), !facts.isSelfIssued,
      let next = flight.certificates.first(where: { der in
        !path.contains(der) && CertificateFacts(der: der)?.subject == facts.issuer
          && CertificateFacts.isSigned(last, by: der)
      })
    {
      path.append(next)
    }
    return path
  }

  /// From the leaf up, each time the first certificate with the issuer's name, whatever key has signed.
  var pathOfNames: [[UInt8]] {
    var path = Array(flight.certificates.prefix(1))
    var rest = Array(flight.certificates.dropFirst())
    while let last = path.last, !anchors.contains(last), let issuer = CertificateFacts(der: last)?.issuer {
      let isNext = { (der: [UInt8]) in CertificateFacts(der: der)?.subject == issuer }
      if let place = rest.firstIndex(where: isNext) {
        path.append(rest.remove(at: place))
      } else if let anchor = anchors.first(where: isNext), !path.contains(anchor) {
        path.append(anchor)
      } else {
        break
      }
    }
    return path
  }
}

extension AttemptPolicy.PinSet {
  /// Of the name, in octets.
  var length: Int { HostName.ascii(host).utf8.count }

  /// Whether it is for exactly this host.
  func isFor(_ host: String) -> Bool { HostName.ascii(self.host) == HostName.ascii(host) }

  /// How many labels the host is longer; nil: it is no subdomain that the set covers.
  func labels(below host: String) -> Int? {
    guard !isFor(host), covers(host) else { return nil }
    return HostName.ascii(host).dropLast(HostName.ascii(self.host).count + 1).count { $0 == "." } + 1
  }

  /// Whether it covers the host if names are compared in this spelling.
  func covers(_ host: String, spelt: (String) -> String) -> Bool {
    let (name, own) = (spelt(host), spelt(HostName.withALabels(self.host)))
    return name == own || includeSubdomains && name.hasSuffix("." + own)
  }
}

extension AttemptPolicy.Pin {
  func at(_ position: PinPosition) -> AttemptPolicy.Pin {
    var other = self
    other.position = position
    return other
  }

  /// A digest that resembles the real one, taken for it.
  var real: AttemptPolicy.Pin {
    var other = self
    other.likeness = nil
    return other
  }

  func fits(_ path: [[UInt8]], at index: Int) -> Bool {
    position.contains(index) && fits(certificate: path[index])
  }
}

extension [UInt8] {
  func contains(text: String) -> Bool {
    let wanted = Array(text.utf8)
    return indices.contains { self[$0...].starts(with: wanted) }
  }
}
