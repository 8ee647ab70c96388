/// The configuration of a validator, in the world's names.
public struct PolicyRecipe: Hashable, Sendable {
  public var name: String
  /// If given, they replace both stores. Nil: the roots are the system's and the user's together.
  public var anchors: [String]?
  public var pinSets: [PinSet]
  public var pinStorage: PinStorage
  public var revocation: Revocation?
  /// Nil: the policy does not require SCTs.
  public var transparency: Transparency?
  public var identity: Identity?
  /// False only if the scenario is about a validator that gets no name.
  public var checksHostname: Bool
  /// The challenges that a URL-loading system sends its delegate before the one about the server, in this order.
  public var challenges: [Challenge]
  /// The host as the application writes it: in other letter case, or with a final dot. Nil: as in the world.
  public var hostAsWritten: String?
  /// The anchors for the certificate of a proxy that speaks TLS; nil: the same as for servers.
  public var proxyAnchors: [String]?
  /// The lowest version that the validator may offer; nil: TLS 1.2.
  public var minimumTLS: TLSVersion?
  /// The highest version that the validator may offer; nil: the highest that there is.
  public var maximumTLS: TLSVersion?
  public var location: SourceLocation

  public init(
    name: String, anchors: [String]? = nil, pinSets: [PinSet] = [], revocation: Revocation? = nil,
    transparency: Transparency? = nil, identity: Identity? = nil, checksHostname: Bool = true,
    challenges: [Challenge] = [], hostAsWritten: String? = nil, proxyAnchors: [String]? = nil,
    minimumTLS: TLSVersion? = nil, maximumTLS: TLSVersion? = nil, pinStorage: PinStorage = .written,
    location: SourceLocation
  ) {
    self.name = name
    self.anchors = anchors
    self.pinSets = pinSets
    self.pinStorage = pinStorage
    self.revocation = revocation
    self.transparency = transparency
    self.identity = identity
    self.checksHostname = checksHostname
    self.challenges = challenges
    self.hostAsWritten = hostAsWritten
    self.proxyAnchors = proxyAnchors
    self.minimumTLS = minimumTLS
    self.maximumTLS = maximumTLS
    self.location = location
  }

  public typealias Challenge = AttemptPolicy.Challenge
  public typealias PinStorage = AttemptPolicy.PinStorage

  /// Alternatives for one host; an empty `any` matches nothing.
  public struct PinSet: Hashable, Sendable {
    /// A label relative to the world's domain.
    public var host: String
    public var includeSubdomains: Bool
    /// Seconds relative to the run's clock, after which the set no longer applies.
    public var expires: Int64?
    public var any: [Pin]

    public init(host: String, includeSubdomains: Bool = false, expires: Int64? = nil, any: [Pin]) {
      self.host = host
      self.includeSubdomains = includeSubdomains
      self.expires = expires
      self.any = any
    }

    /// Whether it has no pin that is a key or a certificate.
    public var canMatchNothing: Bool { any.allSatisfy { $0.file.map { !$0.isCertificate } ?? false } }
  }

  public struct Pin: Hashable, Sendable {
    public var kind: PinKind
    public var position: PinPosition
    /// A certificate or key of the world.
    public var of: String
    /// The pin is a digest that resembles the key's digest; nil: it is the key's.
    public var likeness: PinLikeness?
    /// The validator's input instead of the certificate's DER; nil: the DER.
    public var file: PinnedFile?

    public init(
      kind: PinKind, position: PinPosition, of: String, likeness: PinLikeness? = nil, file: PinnedFile? = nil
    ) {
      self.kind = kind
      self.position = position
      self.of = of
      self.likeness = likeness
      self.file = file
    }
  }

  public struct Revocation: Hashable, Sendable {
    public typealias Mode = AttemptPolicy.Revocation.Mode
    public typealias Method = AttemptPolicy.Revocation.Method
    public var mode: Mode
    /// Any of the listed methods suffices.
    public var methods: [Method]
    /// False: the validator must use the data that it has; any query is a failure by itself.
    public var allowsNetwork: Bool

    public init(mode: Mode, methods: [Method], allowsNetwork: Bool = true) {
      self.mode = mode
      self.methods = methods
      self.allowsNetwork = allowsNetwork
    }
  }

  /// How many logs must vouch for the leaf.
  public struct Transparency: Hashable, Sendable {
    /// The logs that the validator knows; all others are unknown to it.
    public var logs: [String]
    /// At least this many known logs must have issued a valid SCT.
    public var minimum: Int
    /// At least this many operators must run those logs.
    public var operators: Int

    public init(logs: [String], minimum: Int = 1, operators: Int = 1) {
      self.logs = logs
      self.minimum = minimum
      self.operators = operators
    }
  }

  /// The client's own certificate, and the form in which the validator gets it.
  public struct Identity: Hashable, Sendable {
    public typealias Form = AttemptPolicy.Identity.Form
    public typealias Damage = AttemptPolicy.Identity.Damage
    public var form: Form
    /// The client's leaf.
    public var leaf: String
    /// The certificates that the client sends with it. In PEM form never the leaf; a PKCS #12 may repeat it, as badly
    /// made bundles do.
    public var chain: [String]
    /// The damage of the file; PKCS #12 only.
    public var damage: Damage?
    /// The certificate or key whose private key comes with the leaf; nil: its own.
    public var key: String?
    /// The client's further identities, in the same form; it chooses one by the CertificateRequest.
    public var others: [Identity]

    public init(
      form: Form, leaf: String, chain: [String], damage: Damage? = nil, key: String? = nil, others: [Identity] = []
    ) {
      self.form = form
      self.leaf = leaf
      self.chain = chain
      self.damage = damage
      self.key = key
      self.others = others
    }

    /// Every certificate that the client may show, its own first.
    public var certificates: [String] { [leaf] + chain + others.flatMap(\.certificates) }

    /// Whether the client cannot prove that the certificate is its own.
    public var isBroken: Bool { damage != nil || key.map { $0 != leaf } ?? false }
  }
}

extension PolicyRecipe.Revocation.Method {
  /// The capability that it needs.
  public var capability: Capability {
    switch self {
    case .crl: .revocationCRL
    case .crlFetch: .revocationCRLFetch
    case .ocspStaple: .revocationStaple
    case .ocspFetch: .revocationFetch
    }
  }
}
