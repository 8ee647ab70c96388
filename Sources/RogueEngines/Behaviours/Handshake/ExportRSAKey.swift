internal import RogueModel
internal import RogueTLS

/// The server signs a second RSA key, of 512 bits, and makes the client encrypt its secret to that key, in a cipher
/// suite that has no such message (CVE-2015-0204, called FREAK).
///
/// Only the export suites of the last century had temporary RSA keys (RFC 2246, section 7.4.3). If a client accepts the
/// key, an attacker who has factored it once can decrypt every connection for which the server uses it.
struct ExportRSAKey: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "export-rsa-key", summary: "a ServerKeyExchange with a 512-bit RSA key, in a suite without that message",
    keywords: ["RSA_EXPORT", "FREAK", "ServerKeyExchange"],
    versions: [.tls12])

  /// In bits; as long as export suites allowed.
  private static let bits = 512
  /// RSA_WITH_AES_128_GCM_SHA256
  private static let suite: UInt16 = 0x009C

  func rewrite(_ script: inout HandshakeScript) {
    script.temporaryKeyBits = Self.bits
    script.suite = SuiteChoice(Self.suite)
  }

  /// A client that does not offer the suite refuses the suite, and does not check the key.
  func missingOffer(in hello: ClientHello) -> String? {
    hello.evidence.cipherSuites.contains(Self.suite) ? nil : "RSA_WITH_AES_128_GCM_SHA256"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.hasWholeFlight && seen.evidence.cipherSuite == Self.suite
      && seen.exchangedModulus.map(Self.length) == Self.bits
  }

  /// In bits.
  static func length(of modulus: [UInt8]) -> Int {
    let significant = modulus.drop { $0 == 0 }
    return significant.count * 8 - (significant.first?.leadingZeroBitCount ?? 0)
  }
}

extension SeenConnection {
  /// The modulus at the start of a ServerKeyExchange: of DHE, or of a temporary RSA key.
  var exchangedModulus: [UInt8]? {
    guard let message = first(.serverKeyExchange) else { return nil }
    var cursor = ByteCursor(message.body)
    return cursor.vector16().map(Array.init)
  }
}
