/// How the revocation responders of one CA behave.
public struct ResponderRecipe: Hashable, Sendable {
  /// How the responder treats a request, before any OCSP response or CRL.
  public enum Behaviour: String, Hashable, Sendable, CaseIterable, ExplainedWord {
    case honest, down, hanging, dripping, truncated
    case tryLater = "try-later"
    case serverError = "http-500"
    case notFound = "http-404"
    case empty, html
    case otherType = "wrong-content-type"
    case chunked, redirect
    case redirectLoop = "redirect-loop"

    public static let listName = "responder-behaviour"
    public static let listSummary = "How a responder behaves."

    public var meaning: String {
      switch self {
      case .honest: "the true response"
      case .down: "accepts the connection, reads the URL, and resets it, so that the query is seen"
      case .hanging: "reads the request and never answers"
      case .dripping: "the true response, one byte at a time, for minutes"
      case .truncated:
        "the true response, cut off in the middle although the header has its full length; then it closes"
      case .tryLater: "OCSP: the status tryLater (RFC 6960, section 4.2.1); CRL: HTTP 503"
      case .serverError: "HTTP 500 with an empty body"
      case .notFound: "HTTP 404 with an empty body"
      case .empty: "HTTP 200 with an empty body"
      case .html: "HTTP 200 with a web page, like a captive portal"
      case .otherType: "HTTP 200 with the true response as `text/plain`"
      case .chunked: "the true response in chunks, to HTTP/1.1 clients (RFC 9112, section 7.1)"
      case .redirect: "HTTP 307, to a URL with the true response"
      case .redirectLoop: "HTTP 307, to the same URL"
      }
    }
  }
  public var ocsp: Behaviour
  public var crl: Behaviour
  /// The OCSP response, if the behaviour `ocsp` lets the responder answer; nil for the honest one.
  public var response: OCSPRecipe?

  public init(ocsp: Behaviour = .honest, crl: Behaviour = .honest, response: OCSPRecipe? = nil) {
    self.ocsp = ocsp
    self.crl = crl
    self.response = response
  }
}
