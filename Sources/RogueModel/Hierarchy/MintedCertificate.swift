internal import Synchronization

/// A certificate of a minted world.
public struct MintedCertificate: Sendable {
  public var name: String
  /// Big-endian, as in the certificate.
  public var serial: [UInt8]
  public var issuer: String?
  public var key: KeyMaterial
  private let encoding: Encoding

  /// The certificate as served, defects included.
  public var der: [UInt8] { encoding.der }

  public init(name: String, der: [UInt8], serial: [UInt8], issuer: String?, key: KeyMaterial) {
    self.name = name
    self.serial = serial
    self.issuer = issuer
    self.key = key
    encoding = Encoding(.signed(der))
  }

  /// - Parameter sign: makes the certificate when its bytes are first needed: an attempt needs few of its world's.
  public init(
    name: String, serial: [UInt8], issuer: String?, key: KeyMaterial, sign: @escaping @Sendable () -> [UInt8]
  ) {
    self.name = name
    self.serial = serial
    self.issuer = issuer
    self.key = key
    encoding = Encoding(.unsigned(sign))
  }

  private final class Encoding: Sendable {
    enum State {
      case signed([UInt8])
      case unsigned(@Sendable () -> [UInt8])
    }

    private let state: Mutex<State>

    init(_ state: State) { self.state = Mutex(state) }

    var der: [UInt8] {
      state.withLock { state in
        switch state {
        case .signed(let der): return der
        case .unsigned(let sign):
          let der = sign()
          state = .signed(der)
          return der
        }
      }
    }
  }
}

extension MintedCertificate: Equatable {
  public static func == (one: Self, other: Self) -> Bool {
    one.name == other.name && one.serial == other.serial && one.issuer == other.issuer && one.key == other.key
      && one.der == other.der
  }
}
