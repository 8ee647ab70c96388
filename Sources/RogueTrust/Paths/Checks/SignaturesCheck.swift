internal import RogueModel

extension PathCheck {
  /// The key of each issuer has made the signature below it, by an algorithm that is known and fits the key.
  static var signatures: PathCheck {
    PathCheck("path/signatures", "RFC 5280, section 6.1.3 (a) (1)") { path in
      zip(path.certificates.indices, zip(path.certificates, path.certificates.dropFirst())).compactMap { index, pair in
        pair.0.isSigned(by: pair.1)
          ? nil : TrustProblem(.badSignature, "its issuer's key did not sign it", index: index)
      }
    }
  }
}
