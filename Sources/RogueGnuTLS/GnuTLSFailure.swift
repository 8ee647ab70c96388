internal import CGnuTLS

/// A call into GnuTLS failed.
public struct GnuTLSFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The operation, such as "parse a certificate".
  public var operation: String
  /// GnuTLS's number, `GNUTLS_E_…`.
  public var code: Int
  /// GnuTLS's own words for it.
  public var text: String

  package init(_ operation: String, _ code: CInt) {
    self.operation = operation
    self.code = Int(code)
    text = unsafe gnutls_strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
  }

  public var description: String { "\(operation): \(text)" }

  /// Throws unless the call returned zero or more.
  package static func check(_ operation: String, _ body: () -> CInt) throws(GnuTLSFailure) {
    let code = body()
    guard code >= 0 else { throw GnuTLSFailure(operation, code) }
  }
}
