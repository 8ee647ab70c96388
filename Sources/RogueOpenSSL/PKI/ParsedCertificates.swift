internal import COpenSSL
internal import Synchronization

/// Certificates that were parsed before: reading a public key takes OpenSSL longer than verifying a signature with it.
///
/// Found by all of their bytes. A parsed certificate is never changed, so nothing of one verification shows in another.
final class ParsedCertificates: Sendable {
  static let shared = ParsedCertificates(capacity: 1024)

  /// Longer ones are parsed each time, so that no peer fills the memory, in bytes.
  private static let longest = 16_384

  private let kept = Mutex<[Key: ParsedCertificate]>([:])
  private let capacity: Int

  /// - Parameter capacity: when there are so many, all are forgotten; worlds come and go together.
  init(capacity: Int) { self.capacity = capacity }

  /// - Throws: if the bytes are not a certificate; failures are not cached.
  func certificate(_ der: [UInt8]) throws(OpenSSLFailure) -> ParsedCertificate {
    let key = Key(der: der)
    if let known = kept.withLock({ $0[key] }) { return known }
    let parsed = try ParsedCertificate(der)
    guard der.count <= Self.longest else { return parsed }
    kept.withLock { kept in
      if kept.count >= capacity { kept.removeAll(keepingCapacity: true) }
      kept[key] = parsed
    }
    return parsed
  }

  private struct Key: Hashable, Sendable {
    var der: [UInt8]

    /// The hash uses the end of a certificate, its signature; equality compares the rest.
    func hash(into hasher: inout Hasher) {
      hasher.combine(der.count)
      for byte in der.suffix(8) { hasher.combine(byte) }
    }
  }
}

/// An `X509`, freed with the last that holds it.
///
/// Unchecked: it is not changed after it was parsed, and what OpenSSL caches inside it is behind its own lock.
@safe final class ParsedCertificate: @unchecked Sendable {
  let pointer: UnsafeMutablePointer<X509>

  /// - Throws: when the bytes are not a certificate, or more than one.
  init(_ der: [UInt8]) throws(OpenSSLFailure) {
    unsafe pointer = try OpenSSLFailure.check("parse a certificate") {
      parseDER(der, { unsafe rogues_d2i_x509(OpenSSLLibrary.context, $0, $1) }, free: { unsafe X509_free($0) })
    }
  }

  deinit { unsafe X509_free(pointer) }
}

/// An `X509_STORE` with its anchors.
///
/// Kept by what is in it, as programs keep theirs. Unchecked: nothing is added after `init`, and OpenSSL locks what
/// verifications share.
@safe final class TrustStore: @unchecked Sendable {
  private static let stores = Mutex<[[[UInt8]]: TrustStore]>([:])
  private static let capacity = 256

  let pointer: UnsafeMutablePointer<X509_STORE>

  /// The store of these anchors.
  static func holding(_ anchors: [[UInt8]]) throws(OpenSSLFailure) -> TrustStore {
    if let known = stores.withLock({ $0[anchors] }) { return known }
    let made = try TrustStore(anchors)
    stores.withLock { stores in
      if stores.count >= capacity { stores.removeAll(keepingCapacity: true) }
      stores[anchors] = made
    }
    return made
  }

  private init(_ anchors: [[UInt8]]) throws(OpenSSLFailure) {
    unsafe pointer = try OpenSSLFailure.check("make a trust store") { unsafe X509_STORE_new() }
    for anchor in anchors {
      let certificate = try X509Certificate(der: anchor)
      OpenSSLFailure.clearQueue()
      guard unsafe X509_STORE_add_cert(pointer, certificate.pointer) == 1 else {
        throw OpenSSLFailure.drainQueue("add an anchor")
      }
    }
  }

  deinit { unsafe X509_STORE_free(pointer) }
}
