/// An `adapter.yaml`, read: how a program that is not ours is plugged in.
public struct AdapterManifest: Hashable, Sendable {
  /// The folder's name; unique.
  public var name: String
  public var summary: String
  /// The library or program under test, as people call it.
  public var library: String
  /// Programs to try, in order: the first that is found in `PATH` (or at that absolute path) is taken.
  public var programs: [String]
  public var versionProbe: VersionProbe
  public var capabilities: [Capability]
  /// Capabilities that are missing on purpose, with the reason that reports show.
  public var declined: [Capability: String]
  /// What it says of the fields of attempts; nil: nothing, and so everything that the contract asks for.
  public var configuration: AdapterConfiguration?
  public var names: NameMapping
  public var clock: Clock
  /// Milliseconds that starting the program may take, added to every deadline.
  public var startupMilliseconds: Int
  /// The Debian packages that bring it, for the message that says it is missing.
  public var packages: [String]
  public var door: Door
  /// The program has no TLS: the harness's client connects, and hands over what the server sent.
  public var isOffline: Bool
  /// The folder that `adapter.yaml` stands in.
  public var folder: String
  public var location: SourceLocation

  public init(
    name: String, summary: String, library: String, programs: [String], versionProbe: VersionProbe,
    capabilities: [Capability], declined: [Capability: String], configuration: AdapterConfiguration? = nil,
    names: NameMapping, clock: Clock = .own,
    startupMilliseconds: Int, packages: [String], door: Door, isOffline: Bool = false, folder: String,
    location: SourceLocation
  ) {
    self.name = name
    self.summary = summary
    self.library = library
    self.programs = programs
    self.versionProbe = versionProbe
    self.capabilities = capabilities
    self.declined = declined
    self.configuration = configuration
    self.names = names
    self.clock = clock
    self.startupMilliseconds = startupMilliseconds
    self.packages = packages
    self.door = door
    self.isOffline = isOffline
    self.folder = folder
    self.location = location
  }

  /// How the program says its version: arguments, and the words before and after the version in what it prints.
  public struct VersionProbe: Hashable, Sendable {
    public var arguments: [String]
    /// The version is the run of non-space characters after the first occurrence of this text in standard output or
    /// standard error.
    public var after: String

    public init(arguments: [String], after: String) {
      self.arguments = arguments
      self.after = after
    }
  }

  /// How the world's names reach loopback.
  public enum NameMapping: String, Hashable, Sendable, CaseIterable {
    /// The arguments carry host and address apart.
    case connectTo = "connect-to"
    /// Through the harness's CONNECT proxy.
    case proxy
    /// Debian's libnss-wrapper, preloaded with a hosts file.
    case nssWrapper = "nss-wrapper"
  }

  /// How the program learns the moment to validate at.
  public enum Clock: String, Hashable, Sendable, CaseIterable {
    /// By its arguments or by the contract, if at all.
    case own
    /// Debian's libfaketime, preloaded: the wall clock stands still at that moment, and the monotonic clock runs on.
    case libfaketime
  }

  public enum Door: Hashable, Sendable {
    case recipe(Recipe)
    /// The program speaks the exec contract; `arguments` go before anything else, relative paths mean the folder.
    case exec(arguments: [String])
    /// The program speaks the session contract: one process for all attempts; `arguments` as for exec.
    case session(arguments: [String])
  }

  /// A command-line client, described entirely in YAML.
  public struct Recipe: Hashable, Sendable {
    /// Argument groups in order; each is added when the attempt's policy has its part.
    public var arguments: [ArgumentGroup]
    public var environment: [EnvironmentVariable]
    /// Text for standard input, with placeholders; nil leaves it empty.
    public var standardInput: String?
    /// Standard input stays open until the program ends or has printed the reply.
    public var holdsStandardInput: Bool
    /// Files to write into the attempt's directory before the start, with placeholders (configuration files).
    public var files: [File]
    /// In order; the first that fits decides. What fits none is an adapter error.
    public var outcomes: [OutcomeRule]

    public init(
      arguments: [ArgumentGroup], environment: [EnvironmentVariable], standardInput: String?, holdsStandardInput: Bool,
      files: [File], outcomes: [OutcomeRule]
    ) {
      self.arguments = arguments
      self.environment = environment
      self.standardInput = standardInput
      self.holdsStandardInput = holdsStandardInput
      self.files = files
      self.outcomes = outcomes
    }
  }

  /// Arguments that one part of the policy adds.
  public struct ArgumentGroup: Hashable, Sendable {
    public enum Condition: String, Hashable, Sendable, CaseIterable {
      case always
      /// The attempt has anchors of its own (they replace the stores).
      case anchors
      /// The attempt has no anchors of its own.
      case stores
      case spkiPins = "pins.spki"
      /// Only the pins for one position, for clients that say the position by other arguments.
      case leafSPKIPins = "pins.spki.leaf"
      case caSPKIPins = "pins.spki.ca"
      case chainSPKIPins = "pins.spki.chain"
      case certificatePins = "pins.certificate"
      case leafCertificatePins = "pins.certificate.leaf"
      case caCertificatePins = "pins.certificate.ca"
      case chainCertificatePins = "pins.certificate.chain"
      /// Revocation by CRL is asked for and there are CRLs.
      case crl = "revocation.crl"
      case crlFetch = "revocation.crl-fetch"
      case staple = "revocation.ocsp-staple"
      case fetch = "revocation.ocsp-fetch"
      case bestEffort = "revocation.best-effort"
      case require = "revocation.require"
      /// Proofs of logging are asked for.
      case transparency
      case identityPEM = "identity.pem"
      /// An identity as PEM that has intermediates: a client that takes them apart refuses an empty file.
      case identityIntermediates = "identity.intermediates"
      case identityPKCS12 = "identity.pkcs12"
      case hostname
      /// The name that is checked is a DNS name, for clients that say addresses by other arguments.
      case dnsHostname = "hostname.name"
      /// The name that is checked is an IP address.
      case addressHostname = "hostname.address"
      case noHostname = "no-hostname"
      case time
      case alpn
      /// A session of an earlier step should be offered.
      case session = "reuse.session"
      /// The request should be made in early data, with a session of an earlier step.
      case earlyData = "reuse.early-data"
      /// The client goes through a proxy that it speaks HTTP with in the clear.
      case plainProxy = "proxy.plain"
      /// The client goes through a proxy that it speaks TLS with.
      case secureProxy = "proxy.tls"
      /// Certificate policies have to be processed.
      case certificatePolicies = "certificate-policies"
      /// TLS comes first, and HTTP in it.
      case http
      case smtp = "starttls.smtp"
      case imap = "starttls.imap"
      case postgresql = "starttls.postgresql"
      /// The server sent more than one certificate; offline only.
      case servedRest = "served.rest"
      /// The server stapled a response; offline only.
      case servedStaple = "served.staple"
      /// After everything else.
      case last

      /// Conditions about what a server sent, which only those know who are asked after it.
      public static let offline: Set<Self> = [.servedRest, .servedStaple]

      /// The pins that a group under this condition goes through; nil for conditions that are not about pins.
      public var pins: (kind: PinKind, position: PinPosition?)? {
        switch self {
        case .spkiPins: (.spki, nil)
        case .leafSPKIPins: (.spki, .leaf)
        case .caSPKIPins: (.spki, .ca)
        case .chainSPKIPins: (.spki, .chain)
        case .certificatePins: (.certificate, nil)
        case .leafCertificatePins: (.certificate, .leaf)
        case .caCertificatePins: (.certificate, .ca)
        case .chainCertificatePins: (.certificate, .chain)
        case .always, .anchors, .stores, .crl, .crlFetch, .staple, .fetch, .bestEffort, .require, .transparency,
          .identityPEM, .identityIntermediates, .identityPKCS12, .hostname, .dnsHostname, .addressHostname, .noHostname,
          .time, .alpn, .session, .earlyData, .plainProxy, .secureProxy, .certificatePolicies, .http, .smtp, .imap,
          .postgresql,
          .servedRest, .servedStaple, .last:
          nil
        }
      }
    }
    public var when: Condition
    public var arguments: [Argument]

    public init(when: Condition, arguments: [Argument]) {
      self.when = when
      self.arguments = arguments
    }
  }

  public enum Argument: Hashable, Sendable {
    /// One argument with placeholders.
    case text(String)
    /// One argument: `each` for every item, joined. Placeholders of the item: `{base64}` `{hex}` `{der}` `{pem}`.
    case joined(each: String, separator: String)
    /// Several arguments for every item.
    case repeated(each: [String])
  }

  public struct EnvironmentVariable: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public struct File: Hashable, Sendable {
    public var name: String
    public var content: String

    public init(name: String, content: String) {
      self.name = name
      self.content = content
    }
  }

  /// What an ending of the program means. Conditions that are nil always hold; at least one is given.
  public struct OutcomeRule: Hashable, Sendable {
    public enum Meaning: Hashable, Sendable {
      /// It accepted what it was handed; offline only, where no reply of the server's can say so.
      case accept
      case cancel(Reason, Phase)
      case failed(AdapterOutcome.FailureCause)
    }
    public var exitStatus: Int?
    /// Text that standard error contains; empty: it holds nothing.
    public var standardError: String?
    /// Text that standard output contains; empty: it holds nothing.
    public var standardOutput: String?
    public var meaning: Meaning
    public var location: SourceLocation

    public init(
      exitStatus: Int?, standardError: String?, standardOutput: String?, meaning: Meaning, location: SourceLocation
    ) {
      self.exitStatus = exitStatus
      self.standardError = standardError
      self.standardOutput = standardOutput
      self.meaning = meaning
      self.location = location
    }
  }
}
