import CGnuTLS
import RogueGnuTLS

/// Anchors and CRLs as GnuTLS holds them.
@safe final class TrustList {
  let handle: gnutls_x509_trust_list_t

  /// - Throws: when an input cannot be read. The signatures of CRLs are not looked at here.
  init(anchors: [[UInt8]], crls: [[UInt8]] = []) throws(GnuTLSFailure) {
    var made: gnutls_x509_trust_list_t?
    try GnuTLSFailure.check("make a trust list") { unsafe gnutls_x509_trust_list_init(&made, 0) }
    guard let made = unsafe made else { throw GnuTLSFailure("make a trust list", GNUTLS_E_MEMORY_ERROR) }
    unsafe handle = made
    // Both calls say how many they added.
    for anchor in anchors {
      let added = unsafe withDatum(anchor) {
        unsafe gnutls_x509_trust_list_add_trust_mem(made, $0, nil, GNUTLS_X509_FMT_DER, 0, 0)
      }
      guard added == 1 else { throw GnuTLSFailure("add an anchor", added) }
    }
    for crl in crls {
      let added = unsafe withDatum(crl) {
        unsafe gnutls_x509_trust_list_add_trust_mem(made, nil, $0, GNUTLS_X509_FMT_DER, 0, 0)
      }
      guard added == 1 else { throw GnuTLSFailure("add a CRL", added) }
    }
  }

  deinit { unsafe gnutls_x509_trust_list_deinit(handle, 1) }

  func verify(
    _ chain: [GnuTLSCertificate], hostname: String?, purpose: GnuTLSVerifier.Purpose, status: inout CUnsignedInt
  ) throws(GnuTLSFailure) {
    let identifier: String? =
      switch purpose {
      case .server: "1.3.6.1.5.5.7.3.1"
      case .client: "1.3.6.1.5.5.7.3.2"
      case .any: nil
      }
    var handles: [gnutls_x509_crt_t?] = unsafe chain.map { unsafe $0.handle }
    let code = unsafe withTerminated(hostname) { host in
      unsafe withTerminated(identifier) { identifier in
        var data: [gnutls_typed_vdata_st] = unsafe []
        if let host = unsafe host {
          unsafe data.append(gnutls_typed_vdata_st(type: GNUTLS_DT_DNS_HOSTNAME, data: host, size: 0))
        }
        if let identifier = unsafe identifier {
          unsafe data.append(gnutls_typed_vdata_st(type: GNUTLS_DT_KEY_PURPOSE_OID, data: identifier, size: 0))
        }
        return unsafe gnutls_x509_trust_list_verify_crt2(
          handle, &handles, CUnsignedInt(handles.count), &data, CUnsignedInt(data.count), 0, &status, nil)
      }
    }
    guard code >= 0 else { throw GnuTLSFailure("verify a chain", code) }
    withExtendedLifetime(chain) {}
  }
}

/// Lends text as bytes that end with a zero.
@unsafe private func withTerminated<Result>(
  _ text: String?, _ body: (UnsafeMutablePointer<UInt8>?) -> Result
) -> Result {
  guard let text else { return body(nil) }
  var bytes = Array(text.utf8) + [0]
  return unsafe bytes.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
}
