internal import RogueModel
internal import RogueStimuli
internal import RogueOpenSSL

/// Bytes that look like a signature but are not one, or that only a careless verifier accepts (RFC 5280, section 6.1.3
/// (a) (1)).
struct ForgedSignature: Defect {
  enum Kind: String, CaseIterable {
    /// A right signature of the issuer's over something else.
    case copied
    /// Random, in the right form.
    case random
    /// A BIT STRING of no bits.
    case empty
    /// ECDSA: r = s = 0 (CVE-2022-21449). Others: bytes that are all zero.
    case zero
    /// ECDSA: r and s are the group's order, which becomes zero if a verifier reduces them before it checks their
    /// range.
    case order
    /// ECDSA: r and the group's order; RSA: the number and the modulus. A verifier that reduces it first finds it right.
    case unreduced = "not-reduced"
    /// ECDSA: s below zero, which fits modulo the order. A verifier that drops the sign finds it right as well.
    case negative
    /// A right one, and a byte after it.
    case surplus = "trailing-byte"
    /// Random, and both fields name an algorithm that nobody knows.
    case unknown = "unknown-algorithm"
  }

  let descriptor = NamedDescriptor(
    name: "forged-signature", summary: "The signature is invalid, or only a careless verifier accepts it",
    parameters: [
      .init(
        name: "kind", kind: .text,
        summary:
          "copied (default; of something else), random, empty, zero, order (ECDSA), not-reduced (ECDSA, RSA), negative "
          + "(ECDSA), trailing-byte (a byte more) or unknown-algorithm (random, by an algorithm that nobody knows)",
        choices: Kind.allCases.map(\.rawValue))
    ])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let kind: Kind = try context.parameters.word("kind", default: .copied)
    switch (kind, draft.method) {
    case (.negative, .rsaPKCS1), (.negative, .rsaPSS), (.negative, .ed25519), (.negative, .ed448),
      (.order, .rsaPKCS1), (.order, .rsaPSS), (.order, .ed25519), (.order, .ed448), (.unreduced, .ed25519),
      (.unreduced, .ed448):
      throw HarnessFailure(
        .badData, "forged-signature of \(context.certificate): no \(kind.rawValue) one with its issuer's key")
    default: break
    }
    if kind == .unknown {
      let unknown = DERWriter.bytes(capacity: 16) { $0.sequence { $0.identifier(Self.unknownAlgorithm) } }
      draft.innerAlgorithm = unknown
      draft.outerAlgorithm = unknown
    }
    draft.forgery = { (signed, method, signer) throws(HarnessFailure) in
      switch kind {
      case .copied: return try signer.sign(Digest.sha256.hash(signed), method)
      case .empty: return []
      case .surplus: return try signer.sign(signed, method) + [0]
      case .unknown: return Self.random(signed, length: 64)
      case .random, .zero, .order, .unreduced, .negative: break
      }
      if case .ecdsa(let key) = signer.backing, case .ecdsa(let digest) = method {
        return try Self.numbers(kind, key, digest, signed)
      }
      let right = try signer.sign(signed, method)
      switch kind {
      case .random: return [0] + Self.random(signed, length: right.count - 1)
      case .unreduced: return try Self.beyondTheModulus(right, signer)
      default: return [UInt8](repeating: 0, count: right.count)
      }
    }
  }

  /// Of the number for examples (RFC 5612).
  private static let unknownAlgorithm = ObjectIdentifier(1, 3, 6, 1, 4, 1, 32473, 6)

  private static func numbers(
    _ kind: Kind, _ key: ECDSAKey, _ digest: Digest, _ signed: [UInt8]
  ) throws(HarnessFailure) -> [UInt8] {
    do throws(OpenSSLFailure) {
      let length = key.curve.length
      // Below the order, which begins with ones on every curve but P-521; there the first byte has one bit.
      let noise = random(signed, length: 2 * length)
      switch kind {
      case .random: return encode([0] + noise[1..<length], [0] + noise[(length + 1)...])
      case .zero: return encode([0], [0])
      case .order:
        let order = try key.curve.parameters().order
        return encode([0] + order, [0] + order)
      default: break
      }
      let (r, s) = try key.signature(hash: digest.hash(signed), digest)
      return kind == .unreduced
        ? encode([0] + r.plus(try key.curve.parameters().order), [0] + s) : encode([0] + r, ([0] + s).negated)
    } catch {
      throw HarnessFailure(.minting, "cannot forge a signature", underlying: "\(error)")
    }
  }

  /// Signature and modulus added up.
  private static func beyondTheModulus(_ signature: [UInt8], _ signer: SigningKey) throws(HarnessFailure) -> [UInt8] {
    var outer = DERReader(signer.publicBits)
    guard var fields = outer.constructed(.sequence), let modulus = fields.primitive(.integer) else {
      throw HarnessFailure(.minting, "cannot read an RSA key")
    }
    let number = signature.drop { $0 == 0 }
    let sum = Array(number).plus(Array(modulus.drop { $0 == 0 }))
    return Array(sum.drop { $0 == 0 })
  }

  private static func random(_ signed: [UInt8], length: Int) -> [UInt8] {
    HKDF.derive(.sha512, secret: signed, salt: [], info: Array("a signature of nobody's".utf8), length: length)
  }

  /// Ecdsa-Sig-Value of two's complements.
  private static func encode(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
    DERWriter.bytes(capacity: 144) {
      $0.sequence {
        $0.primitive(.integer, r.shortestComplement)
        $0.primitive(.integer, s.shortestComplement)
      }
    }
  }
}

// Big-endian numbers.
extension [UInt8] {
  /// One byte longer than the longer of the two.
  fileprivate func plus(_ other: [UInt8]) -> [UInt8] {
    let length = Swift.max(count, other.count) + 1
    var sum = [UInt8](repeating: 0, count: length - count) + self
    let addend = [UInt8](repeating: 0, count: length - other.count) + other
    var carry = 0
    for place in sum.indices.reversed() {
      let digit = Int(sum[place]) + Int(addend[place]) + carry
      sum[place] = UInt8(truncatingIfNeeded: digit)
      carry = digit >> 8
    }
    return sum
  }

  /// The two's complement.
  fileprivate var negated: [UInt8] { map { ~$0 }.plus([1]).suffix(count) }

  /// Without bytes at the front that only repeat the sign (X.690, section 8.3.2).
  fileprivate var shortestComplement: [UInt8] {
    var rest = self[...]
    while let first = rest.first, let second = rest.dropFirst().first,
      first == 0 && second < 0x80 || first == 0xff && second >= 0x80
    {
      rest = rest.dropFirst()
    }
    return Array(rest)
  }
}
