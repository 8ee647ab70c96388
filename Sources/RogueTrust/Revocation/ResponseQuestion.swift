package import RogueModel
package import RogueOpenSSL

/// An OCSP response for a certificate.
package struct ResponseQuestion {
  /// DER.
  let response: [UInt8]
  /// Nil: the bytes are not a response.
  package let reply: OCSPResponseReader?
  let name: String
  /// The request to which it responds; nil for a staple.
  package let request: [UInt8]?
  package let status: StatusQuestion
  /// About the certificate; nil if the response has none.
  package var statement: OCSPResponseReader.Statement?

  package var certificate: [UInt8] { status.certificate }
  package var issuer: [UInt8] { status.issuer }
  package var now: Int64 { status.now }

  package func doubt(_ words: String) -> RevocationStatus { .unknown("\(name) \(words)") }

  /// In this order: a response that is revoked decides, stale or not, if an authorised responder has signed it.
  package static var checks: [Rule<ResponseQuestion, RevocationStatus?>] {
    [.responseForm, .responseSuccess] + signerChecks + [.responseExtensions, .responseNonce, .responseSubject]
      + [.revokedResponse] + dateChecks + [.unknownResponse]
  }

  package static var signerChecks: [Rule<ResponseQuestion, RevocationStatus?>] {
    [.responseSignature, .responderKeyUsage, .responderKey]
  }

  package static var dateChecks: [Rule<ResponseQuestion, RevocationStatus?>] {
    [.responseBegin, .responseEnd, .responseAge]
  }
}

extension StatusQuestion {
  func read(_ response: [UInt8], _ name: String, request: [UInt8]? = nil) -> RevocationStatus {
    var question = ResponseQuestion(
      response: response, reply: try? OCSPResponseReader(der: response), name: name, request: request, status: self)
    question.statement = rules(.singleResponse, question)
    return ResponseQuestion.checks.lazy.compactMap { rules($0, question) }.first ?? .good
  }
}
