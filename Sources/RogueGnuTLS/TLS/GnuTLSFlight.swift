internal import CGnuTLS

/// A certificate list with its staples and the key that signs for it, in the form that GnuTLS requires.
///
/// GnuTLS sends the bytes of the entries without parsing them. It chooses algorithms by a separate public key, which is
/// made from the signing key here, so GnuTLS never sees whether key and certificate belong together.
///
/// Unchecked: it does not change after its creation.
@safe final class GnuTLSFlight: @unchecked Sendable {
  let entries: UnsafeMutableBufferPointer<gnutls_pcert_st>
  /// By entry; entries without a response are empty. No elements at all if nothing is stapled.
  let staples: UnsafeMutableBufferPointer<gnutls_ocsp_data_st>
  let key: GnuTLSPrivateKey
  private let publicKey: gnutls_pubkey_t

  init(certificates: [[UInt8]], staples: [Int: [UInt8]], key: GnuTLSPrivateKey) throws(GnuTLSFailure) {
    guard !certificates.isEmpty else {
      throw GnuTLSFailure("present an empty list", GNUTLS_E_INSUFFICIENT_CREDENTIALS)
    }
    self.key = key
    var made: gnutls_pubkey_t?
    try GnuTLSFailure.check("make a public key") { unsafe gnutls_pubkey_init(&made) }
    guard let publicKey = unsafe made else { throw GnuTLSFailure("make a public key", GNUTLS_E_MEMORY_ERROR) }
    do {
      try GnuTLSFailure.check("find the public half of a key") {
        unsafe gnutls_pubkey_import_privkey(publicKey, key.handle, CUnsignedInt(GNUTLS_KEY_DIGITAL_SIGNATURE), 0)
      }
    } catch {
      unsafe gnutls_pubkey_deinit(publicKey)
      throw error
    }
    unsafe self.publicKey = publicKey
    unsafe entries = .allocate(capacity: certificates.count)
    for (index, certificate) in certificates.enumerated() {
      unsafe entries.initializeElement(
        at: index,
        to: gnutls_pcert_st(pubkey: publicKey, cert: Self.keep(certificate), type: GNUTLS_CRT_X509))
    }
    let last = staples.keys.max() ?? -1
    unsafe self.staples = .allocate(capacity: last + 1)
    for index in 0...max(0, last) where last >= 0 {
      var staple = unsafe gnutls_ocsp_data_st()
      // No time of expiry: it is sent whatever it says.
      if let response = staples[index] { unsafe staple.response = Self.keep(response) }
      unsafe self.staples.initializeElement(at: index, to: staple)
    }
  }

  deinit {
    for index in unsafe entries.indices { unsafe entries[index].cert.data?.deallocate() }
    for index in unsafe staples.indices { unsafe staples[index].response.data?.deallocate() }
    unsafe entries.deallocate()
    unsafe staples.deallocate()
    unsafe gnutls_pubkey_deinit(publicKey)
  }

  private static func keep(_ bytes: [UInt8]) -> gnutls_datum_t {
    let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
    _ = unsafe copy.initialize(from: bytes)
    return unsafe gnutls_datum_t(data: copy.baseAddress, size: CUnsignedInt(bytes.count))
  }
}
