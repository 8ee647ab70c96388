/// The configuration of the validator, as bytes (DER throughout).
public struct AttemptPolicy: Sendable, Hashable {
  public var systemAnchors: [[UInt8]]?
  public var userAnchors: [[UInt8]]?
  /// If given, these replace both stores.
  public var anchors: [[UInt8]]?
  public var hostname: String?
  public var pinSets: [PinSet]
  /// The use of the application's pins at this start, for validators with the capability `pin.storage`.
  public var pinStorage: PinStorage
  public var revocation: Revocation
  /// Nil: the policy does not require SCTs.
  public var transparency: Transparency?
  public var identity: Identity?
  /// The moment to validate at, for adapters with the capability `clock`; nil: now.
  public var time: Timestamp?
  /// How a validator with the capability `tofu` treats hosts that it does not know; nil: trust on first use does not
  /// apply.
  public var firstUse: FirstUse?
  /// The challenges that a challenge handler gets before the one about the server. Other validators do not get them.
  public var challenges: [Challenge]
  /// The anchors for the proxy's certificate; nil: the same as for servers.
  public var proxyAnchors: [[UInt8]]?
  /// How the platform's trust evaluation behaves, for validators that use one.
  public var platform: Platform

  /// The system under a validator.
  public struct Platform: Sendable, Hashable {
    /// A failure of the platform, not of the server.
    public enum Fault: String, Hashable, Sendable, CaseIterable {
      /// The policies of a trust object cannot be read, so the validator cannot add to them.
      case reading = "reading-policies"
      /// They can be read, but not what they are (`SecPolicyCopyProperties` returns NULL).
      case describing = "reading-properties"
      /// They can be read, and none of them is the one for TLS: the trust was made for X.509 alone.
      case foreignPolicy = "no-ssl-policy"
      /// They cannot be set.
      case setting = "setting-policies"
      /// The evaluation cannot be done: the call fails, and there is no result.
      case evaluating
      /// The evaluation runs, but ends with an error instead of a verdict.
      case resulting = "result"
    }

    /// The state of the file in which an application keeps its pins, since an earlier start wrote it.
    public enum StoredPins: String, Hashable, Sendable, CaseIterable {
      /// It is gone.
      case missing
      /// Only its first half is left.
      case damaged
      /// It was written by an older release, in the form of that release.
      case older = "of-older-release"
    }

    /// DER certificates that must not be in a path, whatever their issuer.
    public var denied: [[UInt8]]
    /// The call that fails; nil: none does.
    public var fails: Fault?
    /// Nil: the file is as it was written.
    public var storedPins: StoredPins?

    public init(denied: [[UInt8]] = [], fails: Fault? = nil, storedPins: StoredPins? = nil) {
      self.denied = denied
      self.fails = fails
      self.storedPins = storedPins
    }
  }

  /// The use of the pins of an application that keeps them in a file, at its start.
  public enum PinStorage: String, Sendable, Hashable, CaseIterable {
    /// It writes them.
    case written
    /// It tries to, and the folder cannot be written.
    case unwritable
    /// It leaves the file alone: the pins are those that an earlier start has written.
    case kept
  }

  /// Trust on first use.
  public enum FirstUse: String, Sendable, Hashable, CaseIterable {
    /// The validator may learn the key of an unknown host.
    case learn
    /// The validator must refuse an unknown host.
    case compare
  }

  public init(
    systemAnchors: [[UInt8]]?, userAnchors: [[UInt8]]?, anchors: [[UInt8]]?, hostname: String?, pinSets: [PinSet],
    revocation: Revocation, transparency: Transparency? = nil, identity: Identity?, time: Timestamp?,
    firstUse: FirstUse? = nil, challenges: [Challenge] = [], proxyAnchors: [[UInt8]]? = nil,
    platform: Platform = Platform(), pinStorage: PinStorage = .written
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
    self.pinStorage = pinStorage
  }

  /// The policy for a proxy that speaks TLS: its name and its anchors. Pins, revocation and everything else apply to
  /// servers only.
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
    /// The SubjectPublicKeyInfo for an SPKI pin, the certificate for a certificate pin. With a `file`, the bytes in that
    /// file; empty if it is missing.
    public var der: [UInt8]
    /// If given, the pin is a digest that resembles the digest of `der`, and no key or certificate of the world has it.
    public var likeness: PinLikeness?
    /// The content of the certificate's file instead of its DER; nil: the DER.
    public var file: PinnedFile?

    public init(
      kind: PinKind, position: PinPosition, der: [UInt8], likeness: PinLikeness? = nil, file: PinnedFile? = nil
    ) {
      self.kind = kind
      self.position = position
      self.der = der
      self.likeness = likeness
      self.file = file
    }
  }

  public struct Revocation: Sendable, Hashable {
    public enum Mode: String, Hashable, Sendable, CaseIterable {
      case off
      case bestEffort = "best-effort"
      case require
    }

    public enum Method: String, Hashable, Sendable, CaseIterable {
      /// CRLs that the attempt supplies as files.
      case crl
      /// CRLs from the distribution points of the certificates.
      case crlFetch = "crl-fetch"
      case ocspStaple = "ocsp-staple"
      case ocspFetch = "ocsp-fetch"

      /// Whether the method needs the network.
      public var requiresNetwork: Bool {
        switch self {
        case .crl, .ocspStaple: false
        case .crlFetch, .ocspFetch: true
        }
      }
    }

    public var mode: Mode
    public var methods: [Method]
    /// One CRL for each CA of the world; empty if there are none. The name is the CA's, for the file name.
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

  /// How many logs must vouch for the leaf, and which logs the validator knows (RFC 6962, section 5.2).
  public struct Transparency: Sendable, Hashable {
    public var logs: [Log]
    /// At least this many known logs must have issued a valid SCT.
    public var minimum: Int
    /// At least this many operators must run those logs.
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
    /// SCTs from then on do not count; nil: the log is in use.
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

    /// The damage that makes a bundle unusable.
    public enum Damage: String, Hashable, Sendable, CaseIterable {
      /// It is truncated.
      case file
      /// It has no bytes.
      case empty
      /// The validator gets a password other than the one that protects the bundle.
      case password
      /// It can be opened, and has certificates only: no key, so no identity.
      case noKey = "no-key"
    }

    /// The password that opens the bundle. With the damage `password`, the validator gets another one.
    public var bundlePassword: String { damage == .password ? password + " was" : password }

    /// The bundle as the validator gets it.
    ///
    /// - Parameter bytes: the complete bundle, without the key if `damage` requires that.
    public func damaged(_ bytes: [UInt8]) -> [UInt8] {
      switch damage {
      case .file: Array(bytes.prefix(bytes.count / 2))
      case .empty: []
      case .password, .noKey, nil: bytes
      }
    }

    public var form: Form
    public var leaf: [UInt8]
    public var chain: [[UInt8]]
    public var privateKey: [UInt8]
    /// Protects the PKCS #12 bundle.
    public var password: String
    /// Makes a PKCS #12 bundle that cannot be opened, or that has no identity.
    public var damage: Damage?
    /// Further identities of the client, which presents the one that a CertificateRequest admits (RFC 8446, sections
    /// 4.2.4 and 4.4.2.3). They have no `others` themselves.
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

  /// A challenge besides the one about the server. It says nothing about the server.
  public enum Challenge: String, Hashable, Sendable, CaseIterable {
    /// A password over HTTP, for the same host and port.
    case httpBasic = "http-basic"
    /// A client certificate, before the server has shown its own.
    case clientCertificate = "client-certificate"
    /// A method that does not exist.
    case unknownMethod = "unknown-method"
    /// A password for a proxy: another host, another port.
    case proxy
    /// Not a challenge: something unrelated has failed before, and the challenge about the server carries the failure
    /// count and the password that was wrong.
    case failedBefore = "failed-before"
    /// Not a challenge: this server has failed before, and the challenge about it carries the failure count and the
    /// credential that would have accepted it.
    case failedHere = "failed-here"
    /// Not a challenge either: if the server refuses the client's certificate, all challenges come again, with the
    /// failure counted and the refused certificate proposed.
    case repeated
  }
}
