internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about signatures and keys.
  static let ofSignatures: [Mutant] = [
    .forgiving("verifies-no-leaf", "verifies the signatures of CAs only") { problem, _ in
      problem.reason == .badSignature && problem.index == 0
    },
    .reading("accepts-empty-signature", "takes a signature of no bytes for nothing to check", .empty),
    .reading(
      "accepts-zero-r-and-s", "takes r = s = 0, or what it reduces to that, for a signature of everything", .zero),
    .reading("reduces-signatures", "reduces a signature's numbers instead of refusing those out of range", .reduced),
    .reading("drops-the-sign", "reads the numbers of a signature without their sign", .unsigned),
    .reading("ignores-bytes-after-signature", "passes over bytes after a signature", .surplus),
    .reading(
      "ignores-bytes-after-digest", "passes over what follows the digest in a PKCS #1 block", .garbageAfterTheDigest),
    .reading(
      "skips-digest-parameters", "skips the parameters of the digest in a PKCS #1 block", .garbageInTheParameters),
    .reading("shortens-lengths", "takes the last four octets of a length in a PKCS #1 block", .garbageInALength),
    .reading("compares-short-digests", "compares as much of the digest as a PKCS #1 block holds", .shortDigest),
    .reading("ignores-pss-salt-length", "takes a PSS signature whose salt is not as long as it says", .anySalt),
    .reading("ignores-pss-key-restrictions", "verifies with an RSA key in ways that it is not for", .anyUse),
    .forgiving("knows-keys-by-their-point", "takes a served CA for the anchor that has its name and public point") {
      problem, context in
      [.badSignature, .untrusted].contains(problem.reason) && context.hasAnchorByPoint
    },
    .forgiving("takes-weak-digests", "takes a signature over MD5") { problem, context in
      problem.reason == .weakCrypto && context.hasSignature(over: md5WithRSA)
    },
    .forgiving("takes-sha-1", "takes a signature over SHA-1") { problem, context in
      problem.reason == .weakCrypto && context.hasSignature(over: ecdsaWithSHA1)
    },
    .forgiving("takes-short-keys", "takes keys that are too short") { problem, context in
      problem.reason == .weakCrypto && context.hasShortKey
    },
    .forgiving("accepts-explicit-curves", "takes a key whose curve is spelt out") { problem, context in
      problem.reason == .weakCrypto && context.hasSpeltOutCurve
    },
    .forgiving("accepts-cyclic-paths", "takes CAs that vouch for each other for a path that is complete") {
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
    forgiving(name, summary) { problem, context in
      [.badSignature, .untrusted].contains(problem.reason) && context.accepts(reading)
    }
  }
}

extension ValidatorDecisions.PathContext {
  /// Whether some certificate's signature is right for those who read it so.
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
