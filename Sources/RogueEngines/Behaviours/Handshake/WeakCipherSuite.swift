internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The server selects an anonymous, NULL, export or PSK cipher suite, whatever the client offers, and completes the
/// handshake with it: a client that accepts it gets a response.
///
/// A client that offers no such suite sees one that it did not offer (RFC 5246, section 7.4.1.3); a client that offers
/// one has asked for it.
struct WeakCipherSuite: Behaviour {
  enum Kind: String, CaseIterable {
    /// ECDH_anon: no certificate, and no signature.
    case anonymous = "ecdh-anon"
    /// DH_anon, the same in a finite field.
    case anonymousField = "dh-anon"
    /// Records have a MAC and no encryption.
    case null
    /// RSA_EXPORT (RFC 2246, appendix A.5): keys of 40 bits, and a temporary RSA key of 512 bits. RSA keys only.
    case export
    /// PSK (RFC 4279), with a key of no bytes.
    case preShared = "psk"

    var suite: SuiteChoice {
      switch self {
      case .anonymous: SuiteChoice(0xC018)
      case .anonymousField: SuiteChoice(0x00A6)
      case .null: SuiteChoice(ofRSA: 0xC010, ofOthers: 0xC006)
      case .export: SuiteChoice(0x0008)
      case .preShared: SuiteChoice(0x008C)
      }
    }
  }

  private static let kind = WordParameter<Kind>(
    "kind", default: .anonymous, "ecdh-anon (default), dh-anon, null, export (RSA keys) or psk",
    keywords: [Kind.preShared.rawValue: ["PSK"]])

  static let descriptor = NamedDescriptor(
    name: "weak-cipher-suite",
    summary: "the server selects a suite without a certificate, without encryption or with short keys",
    keywords: ["cipher suite"],
    parameters: [kind.declared],
    versions: [.tls12])

  private let kind: Kind

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    kind = try parameters.word(Self.kind)
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.suite = kind.suite
    if kind == .export { script.temporaryKeyBits = 512 }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.hasWholeFlight, let suite = seen.evidence.cipherSuite,
      [kind.suite.ofRSA, kind.suite.ofOthers].contains(suite)
    else { return false }
    switch kind {
    case .anonymous, .anonymousField: return seen.count(.certificate) == 0 && seen.count(.serverKeyExchange) > 0
    case .preShared: return seen.count(.certificate) == 0 && seen.count(.serverKeyExchange) == 0
    case .null: return seen.count(.certificate) > 0
    case .export: return seen.exchangedModulus.map { ExportRSAKey.length(of: $0) } == 512
    }
  }
}
