internal import COpenSSL

extension EllipticCurve {
  /// The parameters of a curve, for certificates with explicit curve parameters (SEC 1, section C.2).
  public struct Parameters: Sendable, Hashable {
    /// Big-endian, as long as a field element: the prime and the coefficients of y² = x³ + ax + b.
    public var prime: [UInt8]
    public var a: [UInt8]
    public var b: [UInt8]
    /// Uncompressed.
    public var generator: [UInt8]
    /// Big-endian.
    public var order: [UInt8]
  }

  public func parameters() throws(OpenSSLFailure) -> Parameters {
    let group = try group()
    let context = try BigNumber.Context()
    let prime = try BigNumber()
    let a = try BigNumber()
    let b = try BigNumber()
    OpenSSLFailure.clearQueue()
    var order = [UInt8](repeating: 0, count: length)
    guard
      unsafe EC_GROUP_get_curve(group.pointer, prime.pointer, a.pointer, b.pointer, context.pointer) == 1,
      unsafe BN_bn2binpad(group.order, &order, CInt(length)) == CInt(length),
      let primeBytes = prime.bytes(length: length),
      let aBytes = a.bytes(length: length), let bBytes = b.bytes(length: length)
    else { throw OpenSSLFailure.drainQueue("read the parameters of a curve") }
    let generator = try Point(BigNumber([1]), on: group, context).uncompressed(self, context)
    return Parameters(prime: primeBytes, a: aBytes, b: bBytes, generator: generator, order: order)
  }
}
