/// Which host requests authentication, and by which method.
public struct ProtectionSpace: Sendable {
  /// The host as the application has it.
  public var host: String
  public var port: UInt16
  public var method: AuthenticationMethod
  /// The server's presentation, for evaluation; with the method `serverTrust` only.
  public var serverTrust: (any ServerTrust)?
  /// DER names of the CAs that the server accepts, with the method `clientCertificate` only; empty: the server named
  /// none.
  public var acceptableIssuers: [[UInt8]]

  public init(
    host: String, port: UInt16, method: AuthenticationMethod, serverTrust: (any ServerTrust)? = nil,
    acceptableIssuers: [[UInt8]] = []
  ) {
    self.host = host
    self.port = port
    self.method = method
    self.serverTrust = serverTrust
    self.acceptableIssuers = acceptableIssuers
  }
}

/// The kind of authentication that is requested.
public enum AuthenticationMethod: Sendable, Hashable {
  /// Whether the server is the claimed host.
  case serverTrust
  /// The server requests a client certificate.
  case clientCertificate
  /// A password over HTTP (RFC 7617).
  case httpBasic
  case other(String)

  /// Whether it authenticates the connection, rather than a request on it.
  public var isAboutConnection: Bool { self == .serverTrust || self == .clientCertificate }
}
