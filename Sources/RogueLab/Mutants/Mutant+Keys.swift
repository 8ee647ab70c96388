internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about the length of keys.
  static let ofKeys: [Mutant] = [
    .alsoAccepting("measures-rsa-keys-in-bytes", "measures RSA keys in whole bytes, and takes 2047 bits for 2048") {
      problem, context in
      guard problem.reason == .weakCrypto else { return false }
      let short = context.path.compactMap { CertificateFacts(der: $0) }.filter(\.hasShortKey)
      return !short.isEmpty && short.allSatisfy { $0.modulusBytes == 256 }
    }.uncaught(because: "no world has an RSA key of 2041 to 2047 bits; even 1024 bits are at may"),
    .alsoAccepting("measures-rsa-keys-only", "demands a minimum length of RSA keys only") { problem, context in
      guard problem.reason == .weakCrypto, let index = problem.index, context.path.indices.contains(index),
        let facts = CertificateFacts(der: context.path[index])
      else { return false }
      return facts.hasShortKey && facts.isOnCurve
    },
    .alsoAccepting("takes-weak-digests-under-user-roots", "takes SHA-1 under a root that the user has installed") {
      problem, question in
      question.endsInUserRoot && problem.reason == .weakCrypto
        && problem.detail == "it is signed over a digest that is too weak"
    }.uncaught(because: "the checks in their circumstances catch it: `anchors=user` in `circumstances/policy`"),
    .alsoAccepting("lets-pss-keys-decrypt", "lets a key for PSS alone off with keyEncipherment, as other RSA keys") {
      problem, question in
      guard problem.detail == "the leaf's key may not sign handshakes", let der = question.path.first,
        let contents = CertificateContents(der), let facts = CertificateFacts(der: der),
        facts.spki.prefix(24).indices.contains(where: { facts.spki[$0...].starts(with: rsassaPSS) }),
        let usage = contents.extensions.first(where: { $0.identifier == keyUsage })?.value, usage.count > 3
      else { return false }
      return usage[3] & 0x20 != 0
    },
    judging(
      "reads-the-year-50-as-2050", "reads the year 50 of a UTCTime as 2050",
      accepting: { problem, question in
        guard problem.reason == .expired, let index = problem.index, question.path.indices.contains(index) else {
          return false
        }
        return CertificateFacts(der: question.path[index])?.notAfter.map(year1950.contains) == true
      },
      refusing: { question in
        question.path.firstIndex { CertificateFacts(der: $0)?.notBefore.map(year1950.contains) == true }
          .map { TrustProblem(.notYetValid, "it takes the year for one of this century", index: $0) }
      }),
  ]

  /// 1.2.840.113549.1.1.10, with tag and length.
  private static let rsassaPSS: [UInt8] = [0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0a]
  /// 2.5.29.15
  private static let keyUsage: [UInt8] = [0x55, 0x1d, 15]
  /// In seconds since 1970.
  private static let year1950: Range<Int64> = -631_152_000..<(-599_616_000)
}

extension CertificateFacts {
  /// 1.2.840.10045.2.1
  private static let ellipticCurve: [UInt8] = [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01]

  /// Nil if it is no RSA key.
  fileprivate var modulusBytes: Int? {
    var outer = DERReader(publicBits, lengths: .any)
    guard var numbers = outer.constructed(.sequence), let modulus = numbers.primitive(.integer) else { return nil }
    return modulus.drop { $0 == 0 }.count
  }

  /// The identifier stands near the start of a SubjectPublicKeyInfo.
  fileprivate var isOnCurve: Bool { (0..<16).contains { spki.dropFirst($0).starts(with: Self.ellipticCurve) } }
}
