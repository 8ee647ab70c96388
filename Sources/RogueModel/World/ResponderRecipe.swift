/// How the revocation responders of one CA behave.
public struct ResponderRecipe: Hashable, Sendable {
  /// What is done with a request before anything about certificates is said.
  public enum Behaviour: String, Hashable, Sendable, CaseIterable {
    case honest
    /// The TCP connection is accepted and reset at once, so that the attempt to ask stays visible.
    case down
    /// The request is read and never answered.
    case hanging
    /// The truth, a byte at a time and more slowly than anybody waits for.
    case dripping
    /// The truth ends in its middle, and so does the connection; the head has promised all of it.
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
    /// The truth, as `text/plain`.
    case otherType = "wrong-content-type"
    /// The truth, in chunks (RFC 9112, section 7.1).
    case chunked
    /// To another place, where the truth is.
    case redirect
    /// To the place that was asked.
    case redirectLoop = "redirect-loop"
  }
  public var ocsp: Behaviour
  public var crl: Behaviour
  /// The response given where `ocsp` lets one through; nil for the plain truth.
  public var response: OCSPRecipe?

  public init(ocsp: Behaviour = .honest, crl: Behaviour = .honest, response: OCSPRecipe? = nil) {
    self.ocsp = ocsp
    self.crl = crl
    self.response = response
  }
}
