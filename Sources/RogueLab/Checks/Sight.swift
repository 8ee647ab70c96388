internal import RogueModel
internal import RogueTrust

/// Everything that a validator can see when it makes one decision.
struct Sight: Sendable {
  /// A certificate that can be parsed.
  struct Certificate: Sendable {
    let der: [UInt8]
    let facts: CertificateFacts
    let contents: CertificateContents

    init?(_ der: [UInt8]) {
      guard let facts = CertificateFacts(der: der), let contents = CertificateContents(der) else { return nil }
      (self.der, self.facts, self.contents) = (der, facts, contents)
    }
  }

  let flight: ServerFlight
  let policy: AttemptPolicy
  /// 1-based.
  let step: Int
  /// The flight is that of a second handshake on the connection.
  let isRenegotiated: Bool
  /// The flights that the validator has met before.
  let earlier: [ServerFlight]
  /// In the order of the flight; nil: no certificate.
  let served: [Certificate?]
  let anchors: [Certificate]
  /// Those to an anchor, DER, leaf first.
  let paths: [[[UInt8]]]

  init(
    _ flight: ServerFlight, _ policy: AttemptPolicy, step: Int, isRenegotiated: Bool, earlier: [ServerFlight],
    paths: any PathEvaluator
  ) {
    self.flight = flight
    self.policy = policy
    self.step = step
    self.isRenegotiated = isRenegotiated
    self.earlier = earlier
    served = flight.certificates.map(Certificate.init)
    anchors = policy.roots.compactMap(Certificate.init)
    self.paths = paths.paths(served: flight.certificates, anchors: policy.roots)
  }

  var now: Int64 { (policy.time ?? OfflineMinter.clock).secondsSince1970 }

  var leaf: Certificate? { served.first ?? nil }

  /// The certificates above the leaf that the server presents, each once.
  var cas: [Certificate] {
    var seen: Set<[UInt8]> = []
    return served.dropFirst().compactMap(\.self).filter { seen.insert($0.der).inserted }
  }

  /// The first certificate, served or trusted, with the name of the leaf's issuer.
  var issuer: Certificate? { (cas + anchors).first { $0.facts.subject == leaf?.facts.issuer } }

  /// The sets of pins for the host.
  var pinSets: [AttemptPolicy.PinSet] {
    policy.pinSets.filter { set in
      let (name, own) = (HostName.ascii(flight.host), HostName.ascii(set.host))
      return name == own || set.includeSubdomains && name.hasSuffix("." + own)
    }
  }

  var pins: [AttemptPolicy.Pin] { pinSets.flatMap(\.any) }
}

extension OfflineTrial {
  /// What a validator sees in each decision of the conversation, in order.
  func sights(_ paths: any PathEvaluator) -> [Sight] {
    var earlier: [ServerFlight] = []
    return steps.enumerated().flatMap { index, step in
      ([step.flight] + [step.second].compactMap(\.self)).enumerated().map { place, flight in
        defer { earlier.append(flight) }
        return Sight(
          flight, step.policy, step: index + 1, isRenegotiated: place == 1, earlier: earlier, paths: paths)
      }
    }
  }
}
