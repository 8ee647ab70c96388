/// One request to a validator: what the adapter contract calls an attempt.
///
/// Holds bytes, not files; each door writes what it needs. Names neither scenario nor expectation.
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
    /// As the application has it: raw case and dots; serves SNI and the choice of pins.
    public var host: String
    public var address: String
    public var port: UInt16
    /// Begins with a slash.
    public var path: String
    /// `127.0.0.1:PORT` of the CONNECT proxy that maps the world's names.
    public var proxy: String?
    /// The full name of the proxy where it is spoken to over TLS: whom its certificate has to be for. Nil: in the clear.
    public var proxyHost: String?
    /// What is spoken before TLS, and in it; nil: TLS comes first.
    public var startTLS: StartTLSRecipe.Language?

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

/// What the validator is configured with, as bytes (DER throughout).
public struct AttemptPolicy: Sendable, Hashable {
  public var systemAnchors: [[UInt8]]?
  public var userAnchors: [[UInt8]]?
  /// Given: they replace both stores.
  public var anchors: [[UInt8]]?
  public var hostname: String?
  public var pinSets: [PinSet]
  public var revocation: Revocation
  /// Nil: proofs of logging are not asked for.
  public var transparency: Transparency?
  public var identity: Identity?
  /// The moment to validate at, for adapters with the capability `clock`; nil: now.
  public var time: Timestamp?
  /// What a validator with the capability `tofu` does about hosts that it does not know; nil: first use is not asked for.
  public var firstUse: FirstUse?
  /// What a handler of challenges, and nobody else, is asked before it is asked about the server.
  public var challenges: [PolicyRecipe.Challenge]
  /// What the proxy's certificate has to lead to; nil: what the servers' have to.
  public var proxyAnchors: [[UInt8]]?

  /// Trust on first use.
  public enum FirstUse: String, Sendable, Hashable, CaseIterable {
    /// A host that is not known yet may become known.
    case learn
    /// A host has to be known.
    case compare
  }

  public init(
    systemAnchors: [[UInt8]]?, userAnchors: [[UInt8]]?, anchors: [[UInt8]]?, hostname: String?, pinSets: [PinSet],
    revocation: Revocation, transparency: Transparency? = nil, identity: Identity?, time: Timestamp?,
    firstUse: FirstUse? = nil, challenges: [PolicyRecipe.Challenge] = [], proxyAnchors: [[UInt8]]? = nil
  ) {
    self.systemAnchors = systemAnchors
    self.userAnchors = userAnchors
    self.anchors = anchors
    self.hostname = hostname
    self.pinSets = pinSets
    self.revocation = revocation
    self.transparency = transparency
    self.identity = identity
    self.time = time
    self.firstUse = firstUse
    self.challenges = challenges
    self.proxyAnchors = proxyAnchors
  }

  /// What a proxy that is spoken to over TLS is judged by: its name and what it leads to, and nothing of what is asked of
  /// servers beyond that.
  ///
  /// - Parameter host: the proxy's full name.
  public func ofProxy(_ host: String) -> AttemptPolicy {
    AttemptPolicy(
      systemAnchors: systemAnchors, userAnchors: userAnchors, anchors: proxyAnchors ?? anchors, hostname: host,
      pinSets: [], revocation: Revocation(mode: .off, methods: [], crls: []), identity: nil, time: time)
  }

  /// `anchors` if given, else the two stores together.
  public var roots: [[UInt8]] { anchors ?? ((systemAnchors ?? []) + (userAnchors ?? [])) }

  public struct PinSet: Sendable, Hashable {
    /// A full DNS name.
    public var host: String
    public var includeSubdomains: Bool
    public var expires: Timestamp?
    public var any: [Pin]

    public init(host: String, includeSubdomains: Bool, expires: Timestamp?, any: [Pin]) {
      self.host = host
      self.includeSubdomains = includeSubdomains
      self.expires = expires
      self.any = any
    }
  }

  public struct Pin: Sendable, Hashable {
    public var kind: PinKind
    public var position: PinPosition
    /// The SubjectPublicKeyInfo for an SPKI pin, the certificate for a certificate pin.
    public var der: [UInt8]

    public init(kind: PinKind, position: PinPosition, der: [UInt8]) {
      self.kind = kind
      self.position = position
      self.der = der
    }
  }

  public struct Revocation: Sendable, Hashable {
    public var mode: PolicyRecipe.Revocation.Mode
    public var methods: [PolicyRecipe.Revocation.Method]
    /// One CRL for each CA of the world; empty where there are none. The name is the CA's, for the file name.
    public var crls: [NamedCRL]
    /// False: nothing may be fetched, whatever the methods are.
    public var allowsNetwork: Bool

    public init(
      mode: PolicyRecipe.Revocation.Mode, methods: [PolicyRecipe.Revocation.Method], crls: [NamedCRL],
      allowsNetwork: Bool = true
    ) {
      self.mode = mode
      self.methods = methods
      self.crls = crls
      self.allowsNetwork = allowsNetwork
    }
  }

  public struct NamedCRL: Sendable, Hashable {
    public var issuer: String
    public var der: [UInt8]

    public init(issuer: String, der: [UInt8]) {
      self.issuer = issuer
      self.der = der
    }
  }

  /// How many logs have to vouch for the leaf, and which logs are known (RFC 6962, section 5.2).
  public struct Transparency: Sendable, Hashable {
    public var logs: [Log]
    /// Of this many known logs a valid timestamp is needed.
    public var minimum: Int
    /// Those logs have to be of this many operators.
    public var operators: Int

    public init(logs: [Log], minimum: Int, operators: Int) {
      self.logs = logs
      self.minimum = minimum
      self.operators = operators
    }
  }

  /// A log as validators have it in their lists.
  public struct Log: Sendable, Hashable {
    public var name: String
    /// DER SubjectPublicKeyInfo; its SHA-256 is the log's id.
    public var spki: [UInt8]
    public var operatorName: String
    /// Timestamps from then on do not count; nil: the log is in use.
    public var retired: Timestamp?

    public init(name: String, spki: [UInt8], operatorName: String, retired: Timestamp?) {
      self.name = name
      self.spki = spki
      self.operatorName = operatorName
      self.retired = retired
    }
  }

  public struct Identity: Sendable, Hashable {
    /// The password that opens the bundle: another one than is handed over, where that is what is wrong.
    public var bundlePassword: String { damage == .password ? password + " was" : password }

    /// The bundle as it is handed over.
    ///
    /// - Parameter bytes: the whole of it.
    public func damaged(_ bytes: [UInt8]) -> [UInt8] {
      damage == .file ? Array(bytes.prefix(bytes.count / 2)) : bytes
    }

    public var form: PolicyRecipe.Identity.Form
    public var leaf: [UInt8]
    public var chain: [[UInt8]]
    public var privateKey: [UInt8]
    /// Covers the PKCS #12.
    public var password: String
    /// Makes the PKCS #12 one that cannot be opened.
    public var damage: PolicyRecipe.Identity.Damage?

    public init(
      form: PolicyRecipe.Identity.Form, leaf: [UInt8], chain: [[UInt8]], privateKey: [UInt8], password: String,
      damage: PolicyRecipe.Identity.Damage? = nil
    ) {
      self.form = form
      self.leaf = leaf
      self.chain = chain
      self.privateKey = privateKey
      self.password = password
      self.damage = damage
    }
  }
}
