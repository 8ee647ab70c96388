/// The URLs of revocation status and issuer certificates, as `MintRequest.responderBase` describes them.
enum RevocationURL: String {
  /// Of a certificate.
  case ocsp
  /// Of a CA.
  case crl
  /// Of a certificate whose issuer is wanted.
  case issuers

  func url(_ base: String, _ name: String) -> String { "\(base)/\(rawValue)/\(name)" }
}
