internal import COpenSSL

/// Fields of a CRL that OpenSSL's path validation ignores.
public struct CRLFacts: Sendable, Hashable {
  /// A delta CRL: it lists only what has changed since another CRL (RFC 5280, section 5.2.4).
  public var isDelta: Bool
  /// It has an issuingDistributionPoint (RFC 5280, section 5.2.5).
  public var hasScope: Bool { scope != nil }
  /// The value of that extension.
  public var scope: [UInt8]?
  /// The issuer's Name; DER.
  public var issuer: [UInt8]
  /// Seconds since 1970; nil if the CRL has no nextUpdate, or one that is not a date.
  public var nextUpdate: Int64?

  /// - Throws: if the bytes are not exactly one CRL.
  public init(der: [UInt8]) throws(OpenSSLFailure) {
    let list: UnsafeMutablePointer<X509_CRL> = unsafe try OpenSSLFailure.check("parse a CRL") {
      parseDER(der, { unsafe rogues_d2i_x509_crl(OpenSSLLibrary.context, $0, $1) }, free: { unsafe X509_CRL_free($0) })
    }
    defer { unsafe X509_CRL_free(list) }
    isDelta = unsafe X509_CRL_get_ext_by_NID(list, NID_delta_crl, -1) >= 0
    let place = unsafe X509_CRL_get_ext_by_NID(list, NID_issuing_distribution_point, -1)
    scope = unsafe X509_CRL_get_ext(list, place).flatMap { unsafe X509_EXTENSION_get_data($0) }.map {
      unsafe stringBytes($0)
    }
    issuer = (unsafe try? encodeDER("write a name") { unsafe i2d_X509_NAME(X509_CRL_get_issuer(list), $0) }) ?? []
    nextUpdate = unsafe secondsSince1970(X509_CRL_get0_nextUpdate(list))
  }
}
