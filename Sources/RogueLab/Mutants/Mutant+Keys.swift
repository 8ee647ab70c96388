internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about the length of keys; cells of tables have to catch them.
  static let tableKeys: [Mutant] = [
    .alsoAccepting("measures-rsa-keys-in-bytes", "measures RSA keys in whole bytes, and takes 2047 bits for 2048") {
      problem, context in
      guard problem.reason == .weakCrypto else { return false }
      let short = context.path.compactMap { CertificateFacts(der: $0) }.filter(\.hasShortKey)
      return !short.isEmpty && short.allSatisfy { $0.modulusBytes == 256 }
    }.uncaught(because: "no world has an RSA key between 2041 and 2047 bits"),
    .alsoAccepting("measures-rsa-keys-only", "demands a minimum length of RSA keys only") { problem, context in
      guard problem.reason == .weakCrypto, let index = problem.index, context.path.indices.contains(index),
        let facts = CertificateFacts(der: context.path[index])
      else { return false }
      return facts.hasShortKey && facts.isOnCurve
    },
  ]
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
