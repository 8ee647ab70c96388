import CGnuTLS
package import RogueGnuTLS

/// Path validation by GnuTLS: an opinion that shares no code with OpenSSL's.
package enum GnuTLSVerifier {
  package enum Purpose: Sendable, Hashable { case server, client, any }

  package enum Verification: Sendable, Hashable {
    case accepted
    /// - Parameters:
    ///   - status: the bits `GNUTLS_CERT_…`; never zero.
    ///   - text: GnuTLS's own sentence.
    case rejected(status: UInt32, text: String)

    package var isAccepted: Bool { self == .accepted }
  }

  package struct Request: Sendable, Hashable {
    /// DER, leaf first.
    package var chain: [[UInt8]]
    /// DER.
    package var anchors: [[UInt8]]
    package var purpose = Purpose.any
    /// A DNS name or an IP address in text form; nil checks no name.
    package var hostname: String?
    /// Seconds since 1970; nil for now.
    package var at: Int64?
    /// DER; an issuer without a CRL is not checked.
    package var crls: [[UInt8]] = []

    package init(chain: [[UInt8]], anchors: [[UInt8]]) {
      self.chain = chain
      self.anchors = anchors
    }
  }

  /// - Throws: when an input cannot be read; a refused chain is a value.
  package static func verify(_ request: Request) throws(GnuTLSFailure) -> Verification {
    let chain = try request.chain.map { (der) throws(GnuTLSFailure) in try GnuTLSCertificate(der: der) }
    var status: CUnsignedInt = CUnsignedInt(GNUTLS_CERT_INVALID.rawValue)
    try GnuTLSClock.at(request.at) { () throws(GnuTLSFailure) in
      let list = try TrustList(anchors: request.anchors, crls: request.crls)
      try list.verify(chain, hostname: request.hostname, purpose: request.purpose, status: &status)
    }
    return status == 0 ? .accepted : .rejected(status: status, text: sentence(status))
  }

  static func sentence(_ status: UInt32) -> String {
    var datum = unsafe gnutls_datum_t()
    guard unsafe gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &datum, 0) >= 0 else {
      return "status \(status)"
    }
    return unsafe String(decoding: takeDatum(datum).prefix { $0 != 0 }, as: UTF8.self)
  }
}
