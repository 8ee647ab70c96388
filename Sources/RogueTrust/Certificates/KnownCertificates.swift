internal import Synchronization

/// Recently read certificates: one evaluation uses the same few of them dozens of times.
final class KnownCertificates: Sendable {
  static let shared = KnownCertificates()
  /// A path has a handful; many conversations at once have many paths.
  private static let capacity = 512
  /// In bytes. Longer certificates are parsed each time, so that a peer cannot fill the memory.
  private static let longest = 16_384

  private struct Key: Hashable {
    var der: [UInt8]

    /// A certificate ends in its signature, which no other has; equality looks at the rest.
    func hash(into hasher: inout Hasher) {
      hasher.combine(der.count)
      hasher.combine(der.ending)
    }
  }

  private let known = Mutex<[Key: PathCertificate?]>([:])

  /// Nil if the bytes are not a certificate.
  func certificate(_ der: [UInt8]) -> PathCertificate? {
    let key = Key(der: der)
    if let certificate = known.withLock({ $0[key] }) { return certificate }
    let certificate = PathCertificate(der)
    guard der.count <= Self.longest else { return certificate }
    known.withLock { known in
      if known.count >= Self.capacity { known = [:] }
      known[key] = .some(certificate)
    }
    return certificate
  }
}

extension [UInt8] {
  /// The last eight bytes as a number, to distinguish signatures.
  var ending: UInt64 { indices.suffix(8).reduce(0) { $0 << 8 | UInt64(self[$1]) } }
}
