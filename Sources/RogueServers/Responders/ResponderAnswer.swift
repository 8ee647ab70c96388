internal import RogueModel

/// What a responder does with a request.
enum ResponderAnswer: Sendable, Hashable {
  case reply(HTTPReply)
  /// RST: the responder is down.
  case reset
  /// The connection stays open and silent.
  case nothing

  /// As evidence shows it.
  var words: String {
    switch self {
    case .reply(let reply): reply.statusLine
    case .reset: "reset"
    case .nothing: "nothing"
    }
  }

  /// - Throws: when the honest answer cannot be made; that is trouble of ours.
  static func to(_ request: ResponderRequest, _ plan: ResponderPlan) throws(HarnessFailure) -> ResponderAnswer {
    switch request.kind {
    case .other: return .reply(.empty("404 Not Found"))
    case .ocsp:
      guard let issuer = plan.issuers[request.name] else { return .reply(.empty("404 Not Found")) }
      let recipe = plan.responders[issuer] ?? ResponderRecipe()
      return try answer(recipe.ocsp, tryLater: ocsp(tryLaterResponse)) { () throws(HarnessFailure) in
        guard let question = request.question else { return ocsp(malformedRequestResponse) }
        return ocsp(
          try plan.signer.ocspResponse(about: request.name, request: question, recipe: recipe.response))
      }
    case .crl:
      guard plan.responders[request.name] != nil || plan.issuers.values.contains(request.name) else {
        return .reply(.empty("404 Not Found"))
      }
      let recipe = plan.responders[request.name] ?? ResponderRecipe()
      return try answer(recipe.crl, tryLater: .empty("503 Service Unavailable")) { () throws(HarnessFailure) in
        HTTPReply(status: "200 OK", type: "application/pkix-crl", body: try plan.signer.crl(of: request.name))
      }
    }
  }

  /// Whether a request is answered before it has been read to its end.
  static func isDown(_ request: ResponderRequest, _ plan: ResponderPlan) -> Bool {
    switch request.kind {
    case .ocsp: plan.issuers[request.name].flatMap { plan.responders[$0] }?.ocsp == .down
    case .crl: plan.responders[request.name]?.crl == .down
    case .other: false
    }
  }

  private static func answer(
    _ behaviour: ResponderRecipe.Behaviour, tryLater: HTTPReply, honest: () throws(HarnessFailure) -> HTTPReply
  ) throws(HarnessFailure) -> ResponderAnswer {
    switch behaviour {
    case .honest: .reply(try honest())
    case .down: .reset
    case .hanging: .nothing
    case .tryLater: .reply(tryLater)
    case .serverError: .reply(.empty("500 Internal Server Error"))
    case .html: .reply(HTTPReply(status: "200 OK", type: "text/html", body: Array(portal.utf8)))
    }
  }

  private static func ocsp(_ response: [UInt8]) -> HTTPReply {
    HTTPReply(status: "200 OK", type: "application/ocsp-response", body: response)
  }

  /// OCSPResponse with the status tryLater (3) and nothing else (RFC 6960, section 4.2.1).
  static let tryLaterResponse: [UInt8] = [0x30, 0x03, 0x0A, 0x01, 0x03]
  /// malformedRequest (1).
  static let malformedRequestResponse: [UInt8] = [0x30, 0x03, 0x0A, 0x01, 0x01]
  static let portal = "<!DOCTYPE html><title>Sign in</title><p>Please sign in to use this network.</p>\n"
}
