internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about signatures and keys.
  static let ofSignatures: [Mutant] = [
    .alsoAccepting("verifies-no-leaf", "verifies the signatures of CAs only") { problem, _ in
      problem.reason == .badSignature && problem.index == 0
    },
    .reading("accepts-empty-signature", "accepts an empty signature", .empty),
    .reading(
      "accepts-zero-r-and-s", "accepts r = s = 0, or numbers that reduce to it, for any content", .zero),
    .reading("reduces-signatures", "reduces a signature's numbers instead of refusing those out of range", .reduced),
    .reading("drops-the-sign", "ignores the sign of a signature's numbers", .unsigned),
    .reading("ignores-bytes-after-signature", "ignores bytes after a signature", .surplus),
    .reading(
      "ignores-bytes-after-digest", "ignores what follows the digest in a PKCS #1 block", .garbageAfterTheDigest),
    .reading(
      "skips-digest-parameters", "ignores the digest's parameters in a PKCS #1 block", .garbageInTheParameters),
    .reading("shortens-lengths", "reads only the last four octets of a length in a PKCS #1 block", .garbageInALength),
    .reading("compares-short-digests", "compares only as much of the digest as a PKCS #1 block holds", .shortDigest),
    .reading("ignores-pss-salt-length", "ignores the salt length in PSS parameters", .anySalt),
    .reading("ignores-pss-key-restrictions", "ignores the restrictions of an RSASSA-PSS key", .anyUse),
    .alsoAccepting("knows-keys-by-their-point", "takes a CA for the anchor that has its name and public point") {
      problem, context in
      [.badSignature, .untrusted].contains(problem.reason) && context.hasAnchorByPoint
    },
    .alsoAccepting("takes-weak-digests", "accepts signatures with MD5") { problem, context in
      problem.reason == .weakCrypto && context.hasSignature(over: md5WithRSA)
    },
    .alsoAccepting("takes-sha-1", "accepts signatures with SHA-1") { problem, context in
      problem.reason == .weakCrypto && context.hasSignature(over: ecdsaWithSHA1)
    },
    .alsoAccepting("takes-short-keys", "accepts keys that are too short") { problem, context in
      problem.reason == .weakCrypto && context.hasShortKey
    },
    .alsoAccepting("accepts-explicit-curves", "accepts keys with explicit curve parameters") { problem, context in
      problem.reason == .weakCrypto && context.hasSpeltOutCurve
    },
    .alsoAccepting("accepts-cyclic-paths", "accepts a path of CAs that issue each other as complete") {
      problem, context in
      problem.reason == .untrusted && context.hasCircle
    },
  ]

  /// 1.2.840.113549.1.1.4
  private static let md5WithRSA: [UInt8] = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x04]

  /// 1.2.840.10045.4.1
  private static let ecdsaWithSHA1: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x01]

  /// One that takes signatures for right that it reads so.
  private static func reading(_ name: String, _ summary: String, _ reading: SignatureReading) -> Mutant {
    alsoAccepting(name, summary) { problem, context in
      [.badSignature, .untrusted].contains(problem.reason) && context.accepts(reading)
    }
  }
}

extension PolicyEvaluation {
  /// Whether a certificate's signature is accepted by this careless reading.
  fileprivate func accepts(_ reading: SignatureReading) -> Bool {
    let issuers = (served.dropFirst() + anchors).map { (der: $0, facts: CertificateFacts(der: $0)) }
    return served.contains { certificate in
      guard let issuer = CertificateFacts(der: certificate)?.issuer else { return false }
      return issuers.contains { $0.facts?.subject == issuer && reading.accepts(certificate, issuer: $0.der) }
    }
  }

  /// Whether a served certificate has an anchor's name and public point, another key all the same, and has signed.
  fileprivate var hasAnchorByPoint: Bool {
    let anchors = anchors.compactMap { CertificateFacts(der: $0) }
    return served.dropFirst().contains { candidate in
      guard let facts = CertificateFacts(der: candidate) else { return false }
      return anchors.contains {
        $0.subject == facts.subject && $0.publicBits == facts.publicBits && $0.spki != facts.spki
      } && served.contains { $0 != candidate && CertificateFacts.isSigned($0, by: candidate) }
    }
  }

  fileprivate func hasSignature(over algorithm: [UInt8]) -> Bool {
    served.contains { SignedCertificate(der: $0).map { $0.algorithm.contains(run: algorithm) } ?? false }
  }

  fileprivate var hasShortKey: Bool {
    (served + anchors).contains { CertificateFacts(der: $0).map { $0.hasShortKey } ?? false }
  }

  fileprivate var hasSpeltOutCurve: Bool {
    served.contains { CertificateFacts(der: $0).map { $0.hasSpeltOutCurve } ?? false }
  }

  /// Whether issuers' names lead from the leaf to a certificate that was passed before.
  fileprivate var hasCircle: Bool {
    let facts = served.compactMap { CertificateFacts(der: $0) }
    guard var current = facts.first else { return false }
    var passed: Set<[UInt8]> = [current.subject]
    for _ in facts {
      guard current.subject != current.issuer,
        let next = facts.first(where: { $0.subject == current.issuer && $0.subject != $0.issuer })
      else { return false }
      if !passed.insert(next.subject).inserted { return true }
      current = next
    }
    return false
  }
}

extension [UInt8] {
  fileprivate func contains(run wanted: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: wanted) }
  }
}
