internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The server chooses a cipher suite in which something is missing on purpose, whatever the client offers, and goes
/// through with it: who goes along gets an answer.
///
/// A client that offers none of them is told that it did (RFC 5246, section 7.4.1.3); one that does has asked for it.
struct WeakSuite: Behaviour {
  enum Lack: String, CaseIterable {
    /// ECDH_anon: nobody shows a certificate, and nobody signs.
    case anonymous
    /// DH_anon, the same in a finite field.
    case anonymousField = "anonymous-dh"
    /// Records have a MAC and no encryption.
    case null
    /// RSA_EXPORT (RFC 2246, appendix A.5): keys of 40 bits, and a temporary RSA key of 512 bits. RSA keys only.
    case export
    /// PSK (RFC 4279), with a key of no bytes.
    case preShared = "pre-shared-key"

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

  static let descriptor = NamedDescriptor(
    name: "weak-suite", summary: "the server speaks a cipher suite that lacks a certificate, encryption or length",
    parameters: [
      .init(
        name: "lack", kind: .text,
        summary: "anonymous (default), anonymous-dh, null, export (RSA keys) or pre-shared-key",
        choices: Lack.allCases.map(\.rawValue))
    ],
    versions: [.tls12])

  private let lack: Lack

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    lack = try parameters.word("lack", default: .anonymous)
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.suite = lack.suite
    if lack == .export { script.temporaryKeyBits = 512 }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.hasWholeFlight, let suite = seen.evidence.cipherSuite,
      [lack.suite.ofRSA, lack.suite.ofOthers].contains(suite)
    else { return false }
    switch lack {
    case .anonymous, .anonymousField: return seen.count(.certificate) == 0 && seen.count(.serverKeyExchange) > 0
    case .preShared: return seen.count(.certificate) == 0 && seen.count(.serverKeyExchange) == 0
    case .null: return seen.count(.certificate) > 0
    case .export: return seen.exchangedModulus.map { TemporaryKey.length(of: $0) } == 512
    }
  }
}
