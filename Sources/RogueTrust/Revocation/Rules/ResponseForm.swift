package import RogueModel
internal import RogueOpenSSL

extension Rule<ResponseQuestion, RevocationStatus?> {
  /// Bytes that cannot be parsed are not a response.
  package static var responseForm: Self {
    Self("revocation/response-form", "RFC 6960, section 3.2") { question in
      question.reply == nil ? question.doubt("is not an OCSP response") : nil
    }
  }

  /// An error response says nothing about a status, because it is not signed.
  package static var responseSuccess: Self {
    Self("revocation/response-success", "RFC 6960, section 2.3") { question in
      guard let status = question.reply?.responseStatus, status != 0 else { return nil }
      return question.doubt("is error \(status)")
    }
  }

  /// An unknown critical extension cannot be ignored.
  package static var responseExtensions: Self {
    Self("revocation/response-extensions", "RFC 6960, section 4.4") { question in
      question.reply?.hasUnknownCriticalExtension == true ? question.doubt("has an unknown critical extension") : nil
    }
  }

  /// A response with another nonce than the request belongs to another request (RFC 9654). Responders may leave the nonce out.
  package static var responseNonce: Self {
    Self("revocation/response-nonce", "RFC 9654; RFC 5019, section 2.1.1") { question in
      guard let sent = question.request.flatMap(OCSPQuestion.nonce(of:)), let nonces = question.reply?.nonces,
        !nonces.isEmpty, nonces != [sent]
      else { return nil }
      return question.doubt("has another nonce than the request")
    }
  }
}
