/// The protocol versions that a side speaks, as wire numbers (RFC 8446, section 4.2.1).
public struct TLSVersionRange: Sendable, Hashable {
  public var minimum: UInt16
  public var maximum: UInt16

  public init(minimum: UInt16, maximum: UInt16) {
    self.minimum = minimum
    self.maximum = maximum
  }

  public init(only version: UInt16) { self.init(minimum: version, maximum: version) }

  public static let tls12 = TLSVersionRange(only: 0x0303)
  public static let tls13 = TLSVersionRange(only: 0x0304)
  public static let tls12And13 = TLSVersionRange(minimum: 0x0303, maximum: 0x0304)
}
