package import RogueModel
internal import RogueOpenSSL

private let signersKnown = KnownAnswers<Bool>(capacity: 256)

extension Rule<ResponseQuestion, RevocationStatus?> {
  /// The response must be signed by the issuer, or by a delegate that it named: with id-kp-OCSPSigning, signed by the issuer, and not
  /// expired. A staple is signed as a fetched response is.
  package static var responseSignature: Self {
    Self("revocation/response-signature", "RFC 6960, section 4.2.2.2") { question in
      let isSigned = signersKnown.answer([question.response, question.issuer], now: question.now) {
        (try? question.reply?.isSigned(
          forIssuer: question.issuer, anchors: [question.issuer], at: question.now, allowsPartialChain: true)) == true
      }
      return isSigned ? nil : question.doubt("is not signed by the issuer or an authorized responder")
    }
  }

  /// A delegate's keyUsage must allow it to sign responses.
  package static var responderKeyUsage: Self {
    Self("revocation/responder-key-usage", "RFC 5280, section 4.2.1.3") { question in
      (try? question.reply?.signerMaySign(issuer: question.issuer)) == true
        ? nil : question.doubt("is signed with a key that is not for signing")
    }
  }

  /// A delegate's key must be as long as that of any other certificate.
  package static var responderKey: Self {
    Self("revocation/responder-key", "RFC 9325, section 4.5") { question in
      guard let key = try? question.reply?.delegateKeyBits(issuer: question.issuer),
        key.isRSA ? key.bits < 2048 : key.bits < 224
      else { return nil }
      return question.doubt("is signed with a key that is too short")
    }
  }
}
