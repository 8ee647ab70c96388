/// How the revocation responders of one CA behave.
public struct ResponderRecipe: Hashable, Sendable {
  /// How the responder treats a request, before any OCSP response or CRL.
  public enum Behaviour: String, Hashable, Sendable, CaseIterable {
    case honest
    /// It accepts the TCP connection and resets it at once, so that the query leaves evidence.
    case down
    /// It reads the request and never answers.
    case hanging
    /// The honest answer, a byte at a time and more slowly than any client waits.
    case dripping
    /// The honest answer is truncated and the connection closed, although the header announced the full length.
    case truncated
    /// OCSP tryLater (RFC 6960, section 4.2.1); for a CRL, HTTP 503.
    case tryLater = "try-later"
    /// HTTP 500 with an empty body.
    case serverError = "http-500"
    /// HTTP 404 with an empty body.
    case notFound = "http-404"
    /// HTTP 200 with an empty body.
    case empty
    /// HTTP 200 with an HTML page, as a captive portal sends it.
    case html
    /// The honest answer, as `text/plain`.
    case otherType = "wrong-content-type"
    /// The honest answer, in chunks (RFC 9112, section 7.1).
    case chunked
    /// A redirect to another URL, where the honest answer is.
    case redirect
    /// A redirect to the same URL.
    case redirectLoop = "redirect-loop"
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
