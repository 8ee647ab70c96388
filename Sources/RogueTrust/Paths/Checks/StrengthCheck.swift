internal import RogueModel

extension PathCheck {
  /// 112 bits of strength: RSA from 2048 bits, curves from 224, and no signature over MD5 or SHA-1. The signature on an anchor is
  /// not needed, and not looked at.
  static var strength: PathCheck {
    PathCheck("path/strength", "RFC 9325, section 4.5; RFC 9155") { path in
      path.each { index, certificate in
        guard let key = certificate.key else {
          return weak("its key cannot be used", index)
        }
        if key.hasSpeltOutCurve { return weak("its key spells its curve out", index) }
        if key.hasUnfitExponent { return weak("its key has an exponent that is none", index) }
        if key.isShort { return weak("its key is too short", index) }
        guard !path.isAnchor(index), SignatureAlgorithm(certificate.contents.algorithm)?.isWeak == true else {
          return nil
        }
        return weak("it is signed over a digest that is too weak", index)
      }
    }
  }

  private static func weak(_ detail: String, _ index: Int) -> TrustProblem {
    TrustProblem(.weakCrypto, detail, index: index, isFatal: true)
  }
}
