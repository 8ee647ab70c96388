internal import RogueModel

/// A responder's handling of a request.
enum ResponderResponse: Sendable, Hashable {
  case reply(HTTPReply)
  /// The reply, a byte at a time.
  case dripping(HTTPReply)
  /// RST: the responder is down.
  case reset
  /// The connection stays open and silent.
  case nothing

  /// As evidence shows it.
  var words: String {
    switch self {
    case .reply(let reply):
      switch reply.framing {
      case .length: reply.statusLine
      case .chunked: reply.statusLine + ", in chunks"
      case .truncated: reply.statusLine + ", cut in its middle"
      }
    case .dripping(let reply): reply.statusLine + ", a byte at a time"
    case .reset: "reset"
    case .nothing: "nothing"
    }
  }

  /// The length of the reply's body in bytes, held-back bytes included.
  var length: Int {
    switch self {
    case .reply(let reply), .dripping(let reply): reply.body.count
    case .reset, .nothing: 0
    }
  }

  /// - Throws: if the honest response cannot be made, which is a fault of the harness.
  static func to(_ request: ResponderRequest, _ plan: ResponderPlan) throws(HarnessFailure) -> ResponderResponse {
    guard let behaviour = behaviour(request, plan) else { return .reply(.empty("404 Not Found")) }
    switch behaviour {
    case .honest: return .reply(try truth(request, plan))
    case .down: return .reset
    case .hanging: return .nothing
    case .dripping: return .dripping(try truth(request, plan))
    case .truncated: return .reply(try truth(request, plan) { $0.framing = .truncated })
    case .chunked: return .reply(try truth(request, plan) { $0.framing = .chunked })
    case .otherType: return .reply(try truth(request, plan) { $0.type = "text/plain" })
    case .tryLater: return .reply(request.kind == .ocsp ? ocsp(tryLaterResponse) : .empty("503 Service Unavailable"))
    case .serverError: return .reply(.empty("500 Internal Server Error"))
    case .notFound: return .reply(.empty("404 Not Found"))
    case .empty: return .reply(HTTPReply(status: "200 OK", type: type(of: request), body: []))
    case .html: return .reply(HTTPReply(status: "200 OK", type: "text/html", body: Array(portal.utf8)))
    case .redirect: return .reply(request.isMoved ? try truth(request, plan) : .redirect(to: request.movedTarget))
    case .redirectLoop: return .reply(.redirect(to: request.target))
    }
  }

  /// The same for a client that speaks this version: HTTP/1.0 knows no chunks (RFC 9112, section 6.1).
  func spoken(in version: String) -> ResponderResponse {
    guard version == "HTTP/1.0", case .reply(var reply) = self, reply.framing == .chunked else { return self }
    reply.framing = .length
    return .reply(reply)
  }

  /// Whether a request is answered before it has been read to its end.
  static func isDown(_ request: ResponderRequest, _ plan: ResponderPlan) -> Bool {
    behaviour(request, plan) == .down
  }

  /// Nil if no responder serves it.
  private static func behaviour(_ request: ResponderRequest, _ plan: ResponderPlan) -> ResponderRecipe.Behaviour? {
    switch request.kind {
    case .other: nil
    case .issuers: plan.documents[request.name]?.behaviour
    case .ocsp: plan.issuers[request.name].map { (plan.responders[$0] ?? ResponderRecipe()).ocsp }
    case .crl:
      plan.responders[request.name]?.crl ?? (plan.issuers.values.contains(request.name) ? .honest : nil)
    }
  }

  private static func truth(
    _ request: ResponderRequest, _ plan: ResponderPlan, _ change: (inout HTTPReply) -> Void = { _ in }
  ) throws(HarnessFailure) -> HTTPReply {
    var reply: HTTPReply
    if request.kind == .issuers {
      guard let document = plan.documents[request.name] else { return .empty("404 Not Found") }
      reply = HTTPReply(status: "200 OK", type: document.type, body: document.body)
    } else if request.kind == .crl {
      guard let list = try plan.signer.crl(of: request.name) else { return .empty("404 Not Found") }
      reply = HTTPReply(status: "200 OK", type: type(of: request), body: list)
    } else if let question = request.question {
      let recipe = plan.issuers[request.name].flatMap { plan.responders[$0]?.response }
      reply = ocsp(try plan.signer.ocspResponse(about: request.name, request: question, recipe: recipe))
    } else {
      reply = ocsp(malformedRequestResponse)
    }
    change(&reply)
    return reply
  }

  private static func type(of request: ResponderRequest) -> String {
    switch request.kind {
    case .crl: "application/pkix-crl"
    case .issuers: "application/pkix-cert"
    case .ocsp, .other: "application/ocsp-response"
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
