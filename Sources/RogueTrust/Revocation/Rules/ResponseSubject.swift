package import RogueModel
package import RogueOpenSSL

extension Rule<ResponseQuestion, OCSPResponseReader.Statement?> {
  /// The SingleResponse counts whose CertID names this certificate of this issuer, whatever its position and digest.
  package static var singleResponse: Rule<ResponseQuestion, OCSPResponseReader.Statement?> {
    Self("revocation/single-response", "RFC 6960, sections 3.2 and 4.1.1") { question in
      (try? question.reply?.statement(about: question.certificate, issuer: question.issuer)) ?? nil
    }
  }
}

extension Rule<ResponseQuestion, RevocationStatus?> {
  package static var responseSubject: Self {
    Self("revocation/response-subject", "RFC 6960, section 3.2") { question in
      question.statement == nil ? question.doubt("is about another certificate") : nil
    }
  }
}
