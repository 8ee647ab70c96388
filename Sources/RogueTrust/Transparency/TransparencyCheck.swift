public import RogueModel
internal import RogueOpenSSL

/// Counts the logs that vouch for a leaf (RFC 6962, section 5.2).
///
/// A timestamp counts when a known log has signed it, about this certificate, not in the future, and before the log was
/// retired; every log counts once. What does not count is as if it were not there.
public struct TransparencyCheck: Sendable {
  /// How far ahead a log's clock may be, in milliseconds.
  private static let skew: Int64 = 300_000

  private let policy: AttemptPolicy.Transparency
  private let rules: TransparencyRules
  /// In milliseconds since 1970.
  private let now: Int64
  private let logs: [[UInt8]: AttemptPolicy.Log]

  /// - Parameter now: in seconds since 1970.
  public init(_ policy: AttemptPolicy.Transparency, rules: TransparencyRules = TransparencyRules(), now: Int64) {
    self.policy = policy
    self.rules = rules
    self.now = now * 1000
    logs = Dictionary(policy.logs.map { (Digest.sha256.hash($0.spki), $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// SCTs together with what they have to be about.
  private struct SCTList {
    var source: TransparencyRules.Source
    var list: [UInt8]
    /// Any of these will do.
    var entries: [LoggedEntry]
  }

  /// A log that vouches for the leaf.
  private struct Witness: Hashable {
    var logID: [UInt8]
    var operatorName: String
    /// Distinguishes SCTs of one log if they are counted separately.
    var place = 0
    /// Distinguishes those that came in different ways, if they are counted separately.
    var source: TransparencyRules.Source?
  }

  /// Why too few logs vouch for the leaf; nil when enough do.
  ///
  /// - Parameter path: validated, leaf first.
  public func problem(of flight: ServerFlight, path: [[UInt8]]) -> TrustProblem? {
    let sctLists = sctLists(flight, path).filter { rules.sources.contains($0.source) }
    if sctLists.isEmpty, !rules.refusesNone { return nil }
    var witnesses: Set<Witness> = []
    var doubts: [String] = []
    for sctList in sctLists {
      guard let scts = SignedCertificateTimestamp.list(sctList.list) else {
        if sctList.list.count <= 2, !rules.refusesEmpty { return nil }
        if sctList.list.count > 2, !rules.refusesUnreadable { return nil }
        doubts.append("a list of SCTs that cannot be read")
        continue
      }
      for timestamp in scts {
        switch witness(timestamp, sctList.entries) {
        case .success(var witness):
          if !rules.countsLogs { witness.place = witnesses.count + 1 }
          if !rules.countsAcrossSources { witness.source = sctList.source }
          witnesses.insert(witness)
        case .failure(let doubt):
          guard rules.toleratesStrangers else { return refusal(doubt.words) }
          doubts.append(doubt.words)
        }
      }
    }
    let needed = rules.counts ? policy.minimum : 1
    let operators = Set(witnesses.map(\.operatorName)).count
    if witnesses.count < needed {
      let found = "\(witnesses.count) of \(needed) logs vouch for the certificate"
      return refusal(doubts.isEmpty ? found : found + ": " + doubts.joined(separator: ", "))
    }
    if rules.countsOperators, operators < policy.operators {
      return refusal("logs of \(operators) of \(policy.operators) operators vouch for the certificate")
    }
    return nil
  }

  private func refusal(_ words: String) -> TrustProblem { TrustProblem(.transparency, words, index: 0) }

  private struct Doubt: Error {
    var words: String
  }

  private func witness(_ timestamp: SignedCertificateTimestamp, _ entries: [LoggedEntry]) -> Result<Witness, Doubt> {
    guard let log = logs[timestamp.logID] else {
      guard rules.refusesUnknownLogs else { return .success(Witness(logID: timestamp.logID, operatorName: "")) }
      return .failure(Doubt(words: "a log that is not known"))
    }
    let moment = Int64(clamping: timestamp.milliseconds)
    if rules.refusesRetiredLogs, let retired = log.retired,
      moment >= retired.secondsSince1970 * 1000 || !rules.countsBeforeRetirement
    {
      return .failure(Doubt(words: "\(log.name) was retired by then"))
    }
    if rules.refusesFuture, moment > now + Self.skew {
      return .failure(Doubt(words: "a timestamp of \(log.name) from the future"))
    }
    if rules.verifiesSignatures, !entries.contains(where: { isSigned(timestamp, $0, by: log) }) {
      return .failure(Doubt(words: "a timestamp that \(log.name) did not sign for this certificate"))
    }
    return .success(Witness(logID: timestamp.logID, operatorName: log.operatorName))
  }

  private func isSigned(_ timestamp: SignedCertificateTimestamp, _ entry: LoggedEntry, by log: AttemptPolicy.Log)
    -> Bool
  {
    guard timestamp.hashAlgorithm == SignedCertificateTimestamp.sha256, let key = try? PublicKey(spki: log.spki),
      timestamp.signatureAlgorithm == (key.isRSA ? SignedCertificateTimestamp.rsa : SignedCertificateTimestamp.ecdsa)
    else { return false }
    return key.verifies(timestamp.signature, of: timestamp.signedPart(of: entry), as: .hashed(.sha256))
  }

  // MARK: Where they come from

  private func sctLists(_ flight: ServerFlight, _ path: [[UInt8]]) -> [SCTList] {
    guard let leaf = path.first ?? flight.certificates.first else { return [] }
    var sctLists: [SCTList] = []
    if let list = Self.embedded(in: leaf) {
      // A leaf that is its own anchor has no issuer but itself.
      let issuers = rules.checksIssuer ? path.dropFirst().prefix(1) : path[...]
      let signedPart = LoggedEntry.signedPart(of: leaf)
      let entries = (issuers.isEmpty ? [leaf] : Array(issuers)).compactMap { issuer -> LoggedEntry? in
        guard let signedPart, let facts = CertificateFacts(der: issuer) else { return nil }
        return .precertificate(signedPart: signedPart, issuerKey: facts.spki)
      }
      sctLists.append(SCTList(source: .certificate, list: list, entries: entries))
    }
    if let list = flight.sctList {
      sctLists.append(SCTList(source: .tlsExtension, list: list, entries: [.certificate(leaf)]))
    }
    if let staple = flight.staple, path.count > 1, let list = Self.stapled(in: staple, about: leaf, issuer: path[1]) {
      sctLists.append(SCTList(source: .staple, list: list, entries: [.certificate(leaf)]))
    }
    return sctLists
  }

  private static let octets: UInt8 = 0x04
  /// 1.3.6.1.4.1.11129.2.4.2
  private static let sctList: [UInt8] = [0x2b, 0x06, 0x01, 0x04, 0x01, 0xd6, 0x79, 0x02, 0x04, 0x02]

  private static func embedded(in leaf: [UInt8]) -> [UInt8]? {
    PathCertificate.reading(leaf)?.contents.value(sctList).map(unwrapped)
  }

  /// The OCSP response's own signature does not matter, because the logs have signed the SCTs.
  private static func stapled(in staple: [UInt8], about leaf: [UInt8], issuer: [UInt8]) -> [UInt8]? {
    let reply = try? OCSPResponseReader(der: staple)
    let value = try? reply?.extensionValue(oid: "1.3.6.1.4.1.11129.2.4.5", about: leaf, issuer: issuer)
    return value.map(unwrapped)
  }

  /// The list inside its OCTET STRING; if there is none, bytes that cannot be a list.
  private static func unwrapped(_ value: [UInt8]) -> [UInt8] {
    var cursor = DERCursor(value)
    return cursor.next(octets).map { Array($0) } ?? value
  }
}
