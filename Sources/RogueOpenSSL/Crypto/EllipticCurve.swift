internal import COpenSSL

/// The prime curves that certificates are signed with.
public enum EllipticCurve: Sendable, Hashable, CaseIterable {
  case p192, p224, p256, p384, p521

  /// Bytes of a field element and of a scalar; they are equally long on these curves.
  public var length: Int {
    switch self {
    case .p192: 24
    case .p224: 28
    case .p256: 32
    case .p384: 48
    case .p521: 66
    }
  }

  /// The unused bits of a scalar's last byte: the order of P-521 is not a whole number of bytes.
  var surplusBits: Int { self == .p521 ? 7 : 0 }

  /// The digest as strong as the curve, and SHA-256 for the short ones.
  public var digest: Digest {
    switch self {
    case .p192, .p224, .p256: .sha256
    case .p384: .sha384
    case .p521: .sha512
    }
  }

  /// As OpenSSL knows it.
  var name: String {
    switch self {
    case .p192: "P-192"
    case .p224: "P-224"
    case .p256: "P-256"
    case .p384: "P-384"
    case .p521: "P-521"
    }
  }

  /// OpenSSL's group, made once: making one costs more than a signature.
  func group() throws(OpenSSLFailure) -> Group {
    let cached =
      switch self {
      case .p192: Group.p192
      case .p224: Group.p224
      case .p256: Group.p256
      case .p384: Group.p384
      case .p521: Group.p521
      }
    guard let cached else { throw OpenSSLFailure(operation: "make the group of a curve") }
    return cached
  }

  // Unchecked: an EC_GROUP is never changed after it was made, and OpenSSL only reads it.
  @safe final class Group: @unchecked Sendable {
    let pointer: UnsafeMutablePointer<EC_GROUP>
    /// Owned by the group.
    let order: UnsafePointer<BIGNUM>
    /// Modulo the order; nil if OpenSSL's own is used.
    let inverse: ModularInverse?

    static let p192 = Group(NID_X9_62_prime192v1)
    static let p224 = Group(NID_secp224r1)
    static let p256 = Group(NID_X9_62_prime256v1)
    static let p384 = Group(NID_secp384r1)
    static let p521 = Group(NID_secp521r1)

    private init?(_ name: CInt) {
      guard let group = unsafe EC_GROUP_new_by_curve_name(name) else { return nil }
      guard let order = unsafe EC_GROUP_get0_order(group) else {
        unsafe EC_GROUP_free(group)
        return nil
      }
      unsafe pointer = group
      unsafe self.order = order
      var bytes = [UInt8](repeating: 0, count: 32)
      inverse =
        unsafe BN_num_bits(order) == 256 && BN_bn2binpad(order, &bytes, 32) == 32 ? ModularInverse(modulus: bytes) : nil
    }

    deinit { unsafe EC_GROUP_free(pointer) }
  }

  /// A point of the curve.
  @safe struct Point: ~Copyable {
    let pointer: UnsafeMutablePointer<EC_POINT>
    let group: Group

    /// `scalar` times the generator, or times another point of the curve, in its uncompressed form.
    init(
      _ scalar: borrowing BigNumber, times base: [UInt8]? = nil, on group: Group,
      _ context: borrowing BigNumber.Context
    ) throws(OpenSSLFailure) {
      unsafe pointer = try OpenSSLFailure.check("multiply a point") {
        guard let point = unsafe EC_POINT_new(group.pointer) else { return nil }
        var isDone = false
        if let base {
          isDone =
            unsafe EC_POINT_oct2point(group.pointer, point, base, base.count, context.pointer) == 1
            && EC_POINT_mul(group.pointer, point, nil, point, scalar.pointer, context.pointer) == 1
        } else {
          isDone = unsafe EC_POINT_mul(group.pointer, point, scalar.pointer, nil, nil, context.pointer) == 1
        }
        guard isDone else {
          unsafe EC_POINT_free(point)
          return nil
        }
        return unsafe point
      }
      self.group = group
    }

    deinit { unsafe EC_POINT_free(pointer) }

    /// The affine x coordinate.
    func x(_ context: borrowing BigNumber.Context) throws(OpenSSLFailure) -> BigNumber {
      let x = try BigNumber()
      OpenSSLFailure.clearQueue()
      guard unsafe EC_POINT_get_affine_coordinates(group.pointer, pointer, x.pointer, nil, context.pointer) == 1 else {
        throw OpenSSLFailure.drainQueue("read a point")
      }
      return x
    }

    /// Uncompressed, as X9.62 and certificates write it: 4, x, y.
    func uncompressed(
      _ curve: EllipticCurve, _ context: borrowing BigNumber.Context
    ) throws(OpenSSLFailure) -> [UInt8] {
      var output = [UInt8](repeating: 0, count: 1 + 2 * curve.length)
      OpenSSLFailure.clearQueue()
      let written = unsafe EC_POINT_point2oct(
        group.pointer, pointer, POINT_CONVERSION_UNCOMPRESSED, &output, output.count, context.pointer)
      guard written == output.count else { throw OpenSSLFailure.drainQueue("write a point") }
      return output
    }
  }
}
