/// What a validator is configured with, in the world's names.
public struct PolicyRecipe: Hashable, Sendable {
  public var name: String
  /// Given: they replace both stores. Nil: roots are the system's and the user's together.
  public var anchors: [String]?
  public var pinSets: [PinSet]
  public var revocation: Revocation?
  /// Nil: proofs of logging are not asked for.
  public var transparency: Transparency?
  public var identity: Identity?
  /// False only where it is the point that the validator is given no name.
  public var checksHostname: Bool
  /// What a URL-loading system asks its delegate before it asks about the server, in this order.
  public var challenges: [Challenge]
  /// The host as the application writes it: the world's host in other letters, or with a final dot. Nil: as the world has it.
  public var hostAsWritten: String?
  /// What the certificate of a proxy that is spoken to over TLS has to lead to; nil: what the servers' have to.
  public var proxyAnchors: [String]?
  public var location: SourceLocation

  public init(
    name: String, anchors: [String]? = nil, pinSets: [PinSet] = [], revocation: Revocation? = nil,
    transparency: Transparency? = nil, identity: Identity? = nil, checksHostname: Bool = true,
    challenges: [Challenge] = [], hostAsWritten: String? = nil, proxyAnchors: [String]? = nil,
    location: SourceLocation
  ) {
    self.name = name
    self.anchors = anchors
    self.pinSets = pinSets
    self.revocation = revocation
    self.transparency = transparency
    self.identity = identity
    self.checksHostname = checksHostname
    self.challenges = challenges
    self.hostAsWritten = hostAsWritten
    self.proxyAnchors = proxyAnchors
    self.location = location
  }

  public typealias Challenge = AttemptPolicy.Challenge

  /// Alternatives for one host; an empty `any` matches nothing.
  public struct PinSet: Hashable, Sendable {
    /// A label relative to the world's domain.
    public var host: String
    public var includeSubdomains: Bool
    /// Seconds relative to the run's clock after which the set is as if absent.
    public var expires: Int64?
    public var any: [Pin]

    public init(host: String, includeSubdomains: Bool = false, expires: Int64? = nil, any: [Pin]) {
      self.host = host
      self.includeSubdomains = includeSubdomains
      self.expires = expires
      self.any = any
    }
  }

  public struct Pin: Hashable, Sendable {
    public var kind: PinKind
    public var position: PinPosition
    /// A certificate or key of the world.
    public var of: String
    /// The pin is not on this key but on a digest that looks like its own; nil: it is on the key.
    public var likeness: PinLikeness?

    public init(kind: PinKind, position: PinPosition, of: String, likeness: PinLikeness? = nil) {
      self.kind = kind
      self.position = position
      self.of = of
      self.likeness = likeness
    }
  }

  public struct Revocation: Hashable, Sendable {
    public typealias Mode = AttemptPolicy.Revocation.Mode
    public typealias Method = AttemptPolicy.Revocation.Method
    public var mode: Mode
    /// Any listed method suffices.
    public var methods: [Method]
    /// False: what is at hand has to do, and asking anybody is a failure by itself.
    public var allowsNetwork: Bool

    public init(mode: Mode, methods: [Method], allowsNetwork: Bool = true) {
      self.mode = mode
      self.methods = methods
      self.allowsNetwork = allowsNetwork
    }
  }

  /// How many logs have to vouch for the leaf.
  public struct Transparency: Hashable, Sendable {
    /// The logs that are known; the others are strangers.
    public var logs: [String]
    /// Of this many known logs a valid timestamp is needed.
    public var minimum: Int
    /// Those logs have to be of this many operators.
    public var operators: Int

    public init(logs: [String], minimum: Int = 1, operators: Int = 1) {
      self.logs = logs
      self.minimum = minimum
      self.operators = operators
    }
  }

  /// The client's own certificate and how it is handed to the validator.
  public struct Identity: Hashable, Sendable {
    public typealias Form = AttemptPolicy.Identity.Form
    public typealias Damage = AttemptPolicy.Identity.Damage
    public var form: Form
    /// The client's leaf.
    public var leaf: String
    /// What travels with it. In PEM form never the leaf; a PKCS #12 may repeat it, as badly made bundles do.
    public var chain: [String]
    /// What is wrong with the file; PKCS #12 only.
    public var damage: Damage?
    /// The certificate or key whose private key is handed over with the leaf; nil: its own.
    public var key: String?
    /// What the client has besides, in the same form; it chooses by the CertificateRequest.
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

    /// Nobody can show a server that it is theirs.
    public var isBroken: Bool { damage != nil || key.map { $0 != leaf } ?? false }
  }
}
