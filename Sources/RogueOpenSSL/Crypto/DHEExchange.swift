internal import COpenSSL

/// One ephemeral key of a Diffie-Hellman exchange modulo a number, which need be neither large nor prime.
public struct DHEExchange: Sendable {
  /// Big-endian, without zeros in front.
  public let modulus: [UInt8]
  public let generator: [UInt8]
  /// As long as the modulus.
  public let publicValue: [UInt8]
  private let exponent: [UInt8]

  /// Makes a fresh key.
  public init(modulus: [UInt8], generator: [UInt8]) throws(OpenSSLFailure) {
    self.modulus = modulus
    self.generator = generator
    var exponent = try RandomBytes.generate(min(32, modulus.count))
    // An even one maps whatever has order two to one; in a group modulo a safe prime nothing else changes.
    exponent[exponent.count - 1] &= 0xFE
    self.exponent = exponent
    guard let value = Self.power(generator, exponent, modulus) else {
      throw OpenSSLFailure(operation: "make a Diffie-Hellman key")
    }
    publicValue = value
  }

  /// The shared secret without leading zeros (RFC 5246, section 8.1.2); nil if the modulus allows no arithmetic.
  public func sharedSecret(with peer: some Collection<UInt8>) -> [UInt8]? {
    Self.power(Array(peer), exponent, modulus).map { Array($0.drop { $0 == 0 }) }
  }

  /// Whether a peer's value is above one and below the modulus less one (RFC 7919, section 5.1): 0, 1 and -1 lead to
  /// known secrets.
  public static func isProper(_ value: [UInt8], modulo modulus: [UInt8]) -> Bool {
    guard let value = try? BigNumber(value), let below = try? BigNumber(modulus), !below.isZero,
      let one = try? BigNumber([1]), unsafe BN_sub(below.pointer, below.pointer, one.pointer) == 1
    else { return false }
    return unsafe BN_cmp(value.pointer, one.pointer) > 0 && BN_cmp(value.pointer, below.pointer) < 0
  }

  /// Whether a number is prime, by as many rounds of Miller-Rabin as OpenSSL uses.
  public static func isPrime(_ number: [UInt8]) -> Bool {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard number.count <= 4096, let context = try? BigNumber.Context(), let number = try? BigNumber(number) else {
      return false
    }
    return unsafe BN_check_prime(number.pointer, context.pointer, nil) == 1
  }

  private static func power(_ base: [UInt8], _ exponent: [UInt8], _ modulus: [UInt8]) -> [UInt8]? {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard modulus.count <= Int(CInt.max), let context = try? BigNumber.Context(), let base = try? BigNumber(base),
      let exponent = try? BigNumber(exponent), let divisor = try? BigNumber(modulus), !divisor.isZero,
      let result = try? BigNumber(),
      unsafe BN_mod_exp(result.pointer, base.pointer, exponent.pointer, divisor.pointer, context.pointer) == 1
    else { return nil }
    return result.bytes(length: modulus.count)
  }
}
