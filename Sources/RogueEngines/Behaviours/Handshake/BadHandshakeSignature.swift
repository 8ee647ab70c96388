internal import RogueModel
internal import RogueTLS

/// The signature with which the server proves that it holds the leaf's key is wrong: in the CertificateVerify of TLS
/// 1.3 (RFC 8446, section 4.4.3), in the ServerKeyExchange of TLS 1.2 (RFC 8422, section 5.4).
///
/// A client that does not check it talks to anyone who has a copy of the certificate (CVE-2014-1266 is the famous one).
struct BadHandshakeSignature: Behaviour {
  enum Fault: String, CaseIterable {
    /// One bit of the signature is another.
    case flipped
    /// It is empty: a vector of length zero.
    case empty
    /// It is made over another handshake.
    case stale = "replayed"
    /// All its bytes are zero.
    case zero
    /// ECDSA: r = s = 0 in the right form, with which the equation of careless verifiers holds for every message
    /// (CVE-2022-21449). Other keys: as `zero`.
    case zeroNumbers = "zero-r-and-s"
    /// Its last byte is missing.
    case short
    /// A byte follows it that its length covers.
    case long
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .flipped,
    "flipped (default), empty, replayed (of another handshake), zero, zero-r-and-s (r = s = 0), short or long")

  static let descriptor = NamedDescriptor(
    name: "bad-handshake-signature", summary: "the handshake's signature by the leaf's key is wrong",
    versionKeywords: [.tls12: ["ServerKeyExchange"], .tls13: ["CertificateVerify"]],
    parameters: [fault.declared])

  /// SEQUENCE { INTEGER 0, INTEGER 0 }
  private static let zeroNumbers: [UInt8] = [0x30, 6, 2, 1, 0, 2, 1, 0]

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    guard fault == .stale else { return script.at(\.message) { message, _ in spoil(&message) } }
    let version = script.version
    script.at(\.signedContent) { content, _ in
      guard let first = content.indices.first else { return }
      // The random of TLS 1.2 is first; the transcript's hash of TLS 1.3 is last.
      content[version == .tls12 ? first : content.index(before: content.endIndex)] ^= 1
    }
  }

  private func spoil(_ message: inout ServerMessage) {
    guard var proof = message.proof, let last = proof.signature.indices.last else { return }
    switch fault {
    case .flipped: proof.signature[last] ^= 1
    case .empty: proof.signature = []
    case .zero: proof.signature = [UInt8](repeating: 0, count: proof.signature.count)
    case .zeroNumbers:
      // Nothing but a signature of ECDSA begins with a SEQUENCE and says its own length.
      let isPair = proof.signature.first == 0x30 && proof.signature.count < 150
      proof.signature = isPair ? Self.zeroNumbers : [UInt8](repeating: 0, count: proof.signature.count)
    case .short: proof.signature.removeLast()
    case .long: proof.signature.append(0)
    case .stale: return
    }
    message.proof = proof
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    let type: HandshakeType = seen.evidence.version == .tls13 ? .certificateVerify : .serverKeyExchange
    guard let proof = seen.first(type)?.asWritten.proof else { return false }
    return switch fault {
    case .empty: proof.signature.isEmpty
    case .zero: proof.signature.allSatisfy { $0 == 0 }
    case .zeroNumbers: proof.signature == Self.zeroNumbers || proof.signature.allSatisfy { $0 == 0 }
    case .flipped, .stale, .short, .long: seen.hasWholeFlight
    }
  }
}
