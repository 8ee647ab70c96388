/// Where the status of certificates is to be had, as `MintRequest.responderBase` describes it.
enum RevocationURL: String {
  /// Of a certificate.
  case ocsp
  /// Of a CA.
  case crl

  func url(_ base: String, _ name: String) -> String { "\(base)/\(rawValue)/\(name)" }
}
