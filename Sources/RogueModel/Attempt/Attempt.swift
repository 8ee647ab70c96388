/// One request to a validator: an attempt, as the adapter contract calls it.
///
/// It holds bytes, not files; each door writes the files that it needs. It names neither scenario nor expectation.
public struct Attempt: Sendable, Hashable {
  /// Opaque; unique in the run.
  public var id: String
  public var conversation: String
  /// 1-based.
  public var step: Int
  public var needs: [Capability]
  public var reuse: Reuse
  public var learn: Bool
  public var deadlineMilliseconds: Int
  public var connect: Endpoint
  public var minimumTLS: TLSVersion
  public var maximumTLS: TLSVersion
  public var alpn: [String]
  public var policy: AttemptPolicy

  public init(
    id: String, conversation: String, step: Int, needs: [Capability], reuse: Reuse, learn: Bool,
    deadlineMilliseconds: Int, connect: Endpoint, minimumTLS: TLSVersion = .tls12, maximumTLS: TLSVersion = .tls13,
    alpn: [String] = [], policy: AttemptPolicy
  ) {
    self.id = id
    self.conversation = conversation
    self.step = step
    self.needs = needs
    self.reuse = reuse
    self.learn = learn
    self.deadlineMilliseconds = deadlineMilliseconds
    self.connect = connect
    self.minimumTLS = minimumTLS
    self.maximumTLS = maximumTLS
    self.alpn = alpn
    self.policy = policy
  }

  /// Where to connect, and under which name.
  public struct Endpoint: Sendable, Hashable {
    /// The name as the application writes it, with its letter case and dots; for SNI and for the choice of pins.
    public var host: String
    public var address: String
    public var port: UInt16
    /// Begins with a slash.
    public var path: String
    /// `127.0.0.1:PORT` of the CONNECT proxy that maps the world's names.
    public var proxy: String?
    /// The full name of a proxy that speaks TLS, which its certificate must be for. Nil: the proxy speaks plaintext.
    public var proxyHost: String?
    /// The protocol before TLS, and under it; nil: the connection starts with TLS.
    public var startTLS: StartTLSRecipe.Language?

    /// Host and port as in URLs, in a Host field and behind CONNECT.
    public var authority: String { "\(HostName.inURL(host)):\(port)" }

    public init(
      host: String, address: String, port: UInt16, path: String, proxy: String?, proxyHost: String? = nil,
      startTLS: StartTLSRecipe.Language? = nil
    ) {
      self.host = host
      self.address = address
      self.port = port
      self.path = path
      self.proxy = proxy
      self.proxyHost = proxyHost
      self.startTLS = startTLS
    }
  }
}
