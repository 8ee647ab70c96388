internal import COpenSSL

/// Arithmetic of numbers as careless verifiers do it; numbers are big-endian bytes.
public enum Residue {
  /// The remainder of a number, filled with zeros to the modulus's length; empty when something is wrong with either.
  public static func of(_ number: [UInt8], modulo modulus: [UInt8]) -> [UInt8] {
    OpenSSLFailure.clearQueue()
    defer { OpenSSLFailure.clearQueue() }
    guard let dividend = try? BigNumber(number), let divisor = try? BigNumber(modulus), let rest = try? BigNumber(),
      let context = try? BigNumber.Context(),
      unsafe BN_div(nil, rest.pointer, dividend.pointer, divisor.pointer, context.pointer) == 1
    else { return [] }
    return rest.bytes(length: modulus.count) ?? []
  }

  /// A two's complement without its sign.
  public static func magnitude(_ complement: [UInt8]) -> [UInt8] {
    guard let first = complement.first, first >= 0x80 else { return complement }
    var magnitude = complement.map { ~$0 }
    for place in magnitude.indices.reversed() {
      magnitude[place] &+= 1
      if magnitude[place] != 0 { break }
    }
    return magnitude
  }
}
