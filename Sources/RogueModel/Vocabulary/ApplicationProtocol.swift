/// Protocol names for ALPN (RFC 7301, section 6).
public enum ApplicationProtocol {
  /// HTTP/2 over TLS (RFC 9113, section 3.2).
  public static let http2 = "h2"
}
