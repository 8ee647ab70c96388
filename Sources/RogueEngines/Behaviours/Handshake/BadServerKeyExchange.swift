internal import RogueModel
internal import RogueTLS

/// The ServerKeyExchange of TLS 1.2 says nothing, or describes its curve by its numbers instead of its name (RFC 8422,
/// section 5.4, which dropped that form). The signature is right for the sent parameters.
struct BadServerKeyExchange: Behaviour {
  enum Fault: String, CaseIterable {
    /// The message has no content.
    case empty
    /// explicit_prime, with the parameters of P-256: a client that computes with them gets a key that works.
    case explicitCurve = "explicit-curve"
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .empty, "empty (default) or explicit-curve (P-256, by its parameters)")

  static let descriptor = NamedDescriptor(
    name: "bad-server-key-exchange", summary: "the ServerKeyExchange is empty, or does not name its curve",
    keywords: ["ServerKeyExchange"],
    parameters: [fault.declared], versions: [.tls12])

  /// ECParameters of P-256 (RFC 4492, section 5.4; SEC 2, section 2.4.2).
  private static let explicitP256: [UInt8] = {
    var curve = ByteWriter(reserving: 256)
    // explicit_prime
    curve.uint8(1)
    curve.vector8 {
      $0.append([UInt8](hexadecimal: "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"))
    }
    curve.vector8 {
      $0.append([UInt8](hexadecimal: "ffffffff00000001000000000000000000000000fffffffffffffffffffffffc"))
    }
    curve.vector8 {
      $0.append([UInt8](hexadecimal: "5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604b"))
    }
    curve.vector8 {
      $0.uint8(4)
      $0.append([UInt8](hexadecimal: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"))
      $0.append([UInt8](hexadecimal: "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5"))
    }
    curve.vector8 {
      $0.append([UInt8](hexadecimal: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551"))
    }
    curve.vector8 { $0.uint8(1) }
    return curve.bytes
  }()

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    switch fault {
    case .empty: script.at(.serverKeyExchange) { message, _ in message.body = [] }
    case .explicitCurve:
      // secp256r1
      script.preferredGroup = 23
      script.at(\.share) { share, _ in
        if share.value.count == 65 { share.curve = Self.explicitP256 }
      }
    }
  }

  func missingOffer(in hello: ClientHello) -> String? {
    fault == .empty || hello.evidence.groups.contains(23) ? nil : "secp256r1"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let message = seen.first(.serverKeyExchange) else { return false }
    return fault == .empty ? message.body.isEmpty : message.body.starts(with: Self.explicitP256)
  }
}
