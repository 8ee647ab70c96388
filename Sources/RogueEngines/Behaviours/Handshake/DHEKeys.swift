internal import RogueModel
internal import RogueTLS

/// The keys are agreed in a finite field (DHE; RFC 5246, section 7.4.3), whatever the client offers: in a good one, in
/// one whose logarithms can be found, or with a value that leads to a known secret.
///
/// The signature covers what is sent, and a client that accepts the values completes the handshake.
struct DHEKeys: Behaviour {
  enum Field: String, CaseIterable {
    /// ffdhe2048 (RFC 7919).
    case good
    /// CVE-2015-4000 (called Logjam) is about primes of this length.
    case bits512 = "512-bits"
    case bits768 = "768-bits"
    case bits1024 = "1024-bits"
    /// 2048 bits, and two prime factors of half the length.
    case composite
    /// The server's value is 0, and so is every secret.
    case zero
    /// The server's value is 1, and so is every secret.
    case one
    /// The server's value is p - 1: every secret is that or 1.
    case minusOne = "minus-one"
    /// The server's value is one that is not below the modulus.
    case above
  }

  private static let field = WordParameter<Field>(
    "field", default: .good,
    "good (default; 2048 bits), 512-bits, 768-bits, 1024-bits, composite, or with the server's value zero, "
      + "one, minus-one or above (the modulus)")

  static let descriptor = NamedDescriptor(
    name: "dhe", summary: "the key exchange is DHE, with a valid or an invalid group or value (RSA keys)",
    keywords: ["DHE", "ServerKeyExchange"],
    parameters: [field.declared],
    versions: [.tls12])

  /// DHE_RSA_WITH_AES_128_GCM_SHA256
  private static let suite: UInt16 = 0x009E

  private let field: Field

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    field = try parameters.word(Self.field)
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.suite = SuiteChoice(Self.suite)
    script.finiteField = finiteField
    script.at(\.fieldShare) { share, _ in spoil(&share) }
  }

  private var finiteField: DHEGroup {
    switch field {
    case .bits512: .of512Bits
    case .bits768: .of768Bits
    case .bits1024: .of1024Bits
    case .composite: .composite
    case .good, .zero, .one, .minusOne, .above: .usual
    }
  }

  private func spoil(_ share: inout DHEShare) {
    guard let value = wrongValue(share.value) else { return }
    share.value = value
    switch field {
    // As the secret without zeros in front (RFC 5246, section 8.1.2).
    case .zero: share.secret = []
    // Our own client's exponents are even; other clients that go along may come to p - 1.
    case .one, .minusOne: share.secret = [1]
    default: break
    }
  }

  /// The value that replaces the honest one; nil for the honest one.
  private func wrongValue(_ honest: [UInt8]) -> [UInt8]? {
    let modulus = DHEGroup.usual.modulus
    switch field {
    case .zero: return [0]
    case .one: return [1]
    // It ends with ones.
    case .minusOne: return modulus.dropLast() + [0xFE]
    // The same residue, with the modulus added.
    case .above: return Self.sum(modulus, honest)
    case .good, .bits512, .bits768, .bits1024, .composite: return nil
    }
  }

  /// Of two big-endian numbers of one length.
  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var carry = 0
    var digits: [UInt8] = []
    for (left, right) in zip(left.reversed(), right.reversed()) {
      carry += Int(left) + Int(right)
      digits.append(UInt8(carry & 0xFF))
      carry >>= 8
    }
    return (carry > 0 ? [UInt8(carry)] : []) + digits.reversed()
  }

  /// A client that does not offer the suite refuses the suite, and does not check the field.
  func missingOffer(in hello: ClientHello) -> String? {
    hello.evidence.cipherSuites.contains(Self.suite) ? nil : "DHE_RSA_WITH_AES_128_GCM_SHA256"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.hasWholeFlight, seen.evidence.cipherSuite == Self.suite, let message = seen.first(.serverKeyExchange)
    else { return false }
    var cursor = ByteCursor(message.body)
    guard let modulus = cursor.vector16().map(Array.init), cursor.vector16() != nil,
      let value = cursor.vector16().map(Array.init), modulus == finiteField.modulus
    else { return false }
    switch field {
    case .above: return !(value.count <= modulus.count && value.lexicographicallyPrecedes(modulus))
    default: return wrongValue(value).map { $0 == value } ?? true
    }
  }
}
