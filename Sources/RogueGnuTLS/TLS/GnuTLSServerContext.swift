internal import CGnuTLS

/// The shared state of connections: the flight, the credentials, and the demands on clients.
///
/// It offers only suites that a reader with the key log can decrypt. It does not verify clients' certificates: the code
/// that runs the connections judges them.
///
/// Unchecked: it does not change after its creation, and GnuTLS may read credentials from many threads.
@safe public final class GnuTLSServerContext: @unchecked Sendable {
  let credentials: gnutls_certificate_credentials_t
  let flight: GnuTLSFlight
  let priorities: GnuTLSPriorities
  let alpn: [[UInt8]]
  let clientCertificate: GnuTLSServerSettings.ClientCertificate
  let sendsHints: Bool

  public init(_ settings: GnuTLSServerSettings) throws(GnuTLSFailure) {
    flight = try GnuTLSFlight(
      certificates: settings.certificates, staples: settings.staples, key: settings.key)
    priorities = try GnuTLSPriorities(settings.version)
    alpn = settings.alpn.map { Array($0.utf8) }
    clientCertificate = settings.clientCertificate
    sendsHints = !settings.hints.isEmpty
    var made: gnutls_certificate_credentials_t?
    try GnuTLSFailure.check("make credentials") { unsafe gnutls_certificate_allocate_credentials(&made) }
    guard let made = unsafe made else { throw GnuTLSFailure("make credentials", GNUTLS_E_MEMORY_ERROR) }
    unsafe credentials = made
    unsafe gnutls_certificate_set_retrieve_function3(made) {
      session, _, entries, count, staples, stapleCount, key, flags in
      guard let session = unsafe session, let flight = unsafe GnuTLSConnection.owner(of: session)?.context.flight else {
        return -1
      }
      unsafe entries?.pointee = flight.entries.baseAddress
      unsafe count?.pointee = CUnsignedInt(flight.entries.count)
      let isStapled = unsafe !flight.staples.isEmpty
      unsafe staples?.pointee = isStapled ? flight.staples.baseAddress : nil
      unsafe stapleCount?.pointee = CUnsignedInt(flight.staples.count)
      unsafe key?.pointee = flight.key.handle
      // The input stays here.
      unsafe flags?.pointee = 0
      return 0
    }
    for hint in settings.hints {
      let certificate = try GnuTLSCertificate(der: hint)
      var handle: gnutls_x509_crt_t? = unsafe certificate.handle
      try GnuTLSFailure.check("name an accepted CA") { unsafe gnutls_certificate_set_x509_trust(made, &handle, 1) }
    }
  }

  deinit { unsafe gnutls_certificate_free_credentials(credentials) }
}

/// A parsed priority string.
@safe final class GnuTLSPriorities {
  let handle: gnutls_priority_t

  init(_ version: GnuTLSServerSettings.Version) throws(GnuTLSFailure) {
    let name =
      switch version {
      case .tls12: "VERS-TLS1.2"
      case .tls13: "VERS-TLS1.3"
      }
    let text =
      "NONE:+\(name):+AES-128-GCM:+AES-256-GCM:+CHACHA20-POLY1305:+AEAD:+ECDHE-ECDSA:+ECDHE-RSA:+SIGN-ALL"
      + ":+GROUP-X25519:+GROUP-SECP256R1:+GROUP-SECP384R1:+CTYPE-X509:+COMP-NULL:%SERVER_PRECEDENCE"
    var made: gnutls_priority_t?
    try GnuTLSFailure.check("set the algorithms") { unsafe gnutls_priority_init2(&made, text, nil, 0) }
    guard let made = unsafe made else { throw GnuTLSFailure("set the algorithms", GNUTLS_E_MEMORY_ERROR) }
    unsafe handle = made
  }

  deinit { unsafe gnutls_priority_deinit(handle) }
}
