internal import RogueModel
internal import RogueTLS

/// The client encrypts its secret to the leaf's RSA key (RFC 5246, section 7.4.7.1), whatever it offers: anyone who
/// gets that key later can decrypt the recorded connection.
///
/// TLS 1.2 allows it, and most clients still offer it.
struct RSAKeyExchange: Behaviour {
  enum Cipher: String, CaseIterable {
    case gcm, cbc
    case cbcSHA256 = "cbc-sha256"

    var suite: UInt16 {
      switch self {
      case .gcm: 0x009C
      case .cbc: 0x002F
      case .cbcSHA256: 0x003C
      }
    }

    var suiteName: String {
      switch self {
      case .gcm: "RSA_WITH_AES_128_GCM_SHA256"
      case .cbc: "RSA_WITH_AES_128_CBC_SHA"
      case .cbcSHA256: "RSA_WITH_AES_128_CBC_SHA256"
      }
    }
  }

  private static let cipher = WordParameter<Cipher>(
    "cipher", default: .gcm, "AES-128 as gcm (default), cbc or cbc-sha256")

  static let descriptor = NamedDescriptor(
    name: "rsa-key-exchange", summary: "the client's secret is encrypted to the leaf's RSA key",
    keywords: ["RSA key transport", "ClientKeyExchange"],
    parameters: [cipher.declared],
    versions: [.tls12])

  private let cipher: Cipher

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    cipher = try parameters.word(Self.cipher)
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.suite = SuiteChoice(cipher.suite)
  }

  /// A client that does not offer the suite refuses the suite, whatever comes with it.
  func missingOffer(in hello: ClientHello) -> String? {
    hello.evidence.cipherSuites.contains(cipher.suite) ? nil : cipher.suiteName
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.hasWholeFlight && seen.evidence.cipherSuite == cipher.suite && seen.count(.serverKeyExchange) == 0
  }
}
