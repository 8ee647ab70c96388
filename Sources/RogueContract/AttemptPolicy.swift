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
  public var challenges: [Challenge]
  /// What the proxy's certificate has to lead to; nil: what the servers' have to.
  public var proxyAnchors: [[UInt8]]?
  /// What the platform's evaluation of a trust is made to do, for those who ask one.
  public var platform: Platform

  /// The system under a validator.
  public struct Platform: Sendable, Hashable {
    /// What goes wrong, on the platform and not at the server.
    public enum Fault: String, Hashable, Sendable, CaseIterable {
      /// The policies of a trust cannot be read, so nothing can be added to them.
      case reading = "reading-policies"
      /// They cannot be set.
      case setting = "setting-policies"
      /// The evaluation cannot be done: the call fails, and there is no result.
      case evaluating
      /// The evaluation is done and ends with an error instead of a verdict.
      case resulting = "result"
    }

    /// DER certificates that must not be in a path, whoever issued them.
    public var denied: [[UInt8]]
    /// The call that fails; nil: none does.
    public var fails: Fault?

    public init(denied: [[UInt8]] = [], fails: Fault? = nil) {
      self.denied = denied
      self.fails = fails
    }
  }

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
    firstUse: FirstUse? = nil, challenges: [Challenge] = [], proxyAnchors: [[UInt8]]? = nil,
    platform: Platform = Platform()
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
    self.platform = platform
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
    /// Given: the pin is a digest that looks like that of `der`, which nothing in the world has.
    public var likeness: PinLikeness?

    public init(kind: PinKind, position: PinPosition, der: [UInt8], likeness: PinLikeness? = nil) {
      self.kind = kind
      self.position = position
      self.der = der
      self.likeness = likeness
    }
  }

  public struct Revocation: Sendable, Hashable {
    public enum Mode: String, Hashable, Sendable, CaseIterable {
      case off
      case bestEffort = "best-effort"
      case require
    }

    public enum Method: String, Hashable, Sendable, CaseIterable {
      /// Lists that are handed over.
      case crl
      /// Lists that certificates name the places of.
      case crlFetch = "crl-fetch"
      case ocspStaple = "ocsp-staple"
      case ocspFetch = "ocsp-fetch"

      /// Whether it is of no use without the network.
      public var asksAround: Bool {
        switch self {
        case .crl, .ocspStaple: false
        case .crlFetch, .ocspFetch: true
        }
      }
    }

    public var mode: Mode
    public var methods: [Method]
    /// One CRL for each CA of the world; empty where there are none. The name is the CA's, for the file name.
    public var crls: [NamedCRL]
    /// False: nothing may be fetched, whatever the methods are.
    public var allowsNetwork: Bool

    public init(
      mode: Mode, methods: [Method], crls: [NamedCRL],
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
    public enum Form: String, Hashable, Sendable, CaseIterable { case pem, pkcs12 }

    /// Ways for a bundle to be of no use.
    public enum Damage: String, Hashable, Sendable, CaseIterable {
      /// It ends in its middle.
      case file
      /// The password that is handed over is not the one that it was made with.
      case password
    }

    /// The password that opens the bundle: another one than is handed over, where that is what is wrong.
    public var bundlePassword: String { damage == .password ? password + " was" : password }

    /// The bundle as it is handed over.
    ///
    /// - Parameter bytes: the whole of it.
    public func damaged(_ bytes: [UInt8]) -> [UInt8] {
      damage == .file ? Array(bytes.prefix(bytes.count / 2)) : bytes
    }

    public var form: Form
    public var leaf: [UInt8]
    public var chain: [[UInt8]]
    public var privateKey: [UInt8]
    /// Covers the PKCS #12.
    public var password: String
    /// Makes the PKCS #12 one that cannot be opened.
    public var damage: Damage?
    /// Further identities of the client, which chooses the one that a CertificateRequest admits (RFC 8446, sections 4.2.4
    /// and 4.4.2.3). They have none of their own.
    public var others: [Identity]

    public init(
      form: Form, leaf: [UInt8], chain: [[UInt8]], privateKey: [UInt8], password: String,
      damage: Damage? = nil, others: [Identity] = []
    ) {
      self.form = form
      self.leaf = leaf
      self.chain = chain
      self.privateKey = privateKey
      self.password = password
      self.damage = damage
      self.others = others
    }
  }

  /// A question beside the one about the server, which says nothing about the server.
  public enum Challenge: String, Hashable, Sendable, CaseIterable {
    /// A password over HTTP, for the same host and port.
    case httpBasic = "http-basic"
    /// A client certificate, before the server has shown its own.
    case clientCertificate = "client-certificate"
    /// A method that nobody has heard of.
    case unknownMethod = "unknown-method"
    /// A password for a proxy: another host, another port.
    case proxy
    /// None of its own: something unrelated has failed before, and the question about the server carries the count and
    /// the password that was wrong.
    case failedBefore = "failed-before"
    /// None of its own: this server has failed before, and the question about it carries the count and the credential
    /// that would have let it in.
    case failedHere = "failed-here"
    /// None of its own either: when the server has refused the client's certificate, all is asked again with the
    /// failure counted and the refused certificate proposed.
    case askedAgain = "asked-again"
  }
}
