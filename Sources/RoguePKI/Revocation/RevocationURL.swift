/// Where the status of certificates, and their issuers, are to be had, as `MintRequest.responderBase` describes it.
enum RevocationURL: String {
  /// Of a certificate.
  case ocsp
  /// Of a CA.
  case crl
  /// Of a certificate whose issuer is wanted.
  case issuers

  func url(_ base: String, _ name: String) -> String { "\(base)/\(rawValue)/\(name)" }
}
