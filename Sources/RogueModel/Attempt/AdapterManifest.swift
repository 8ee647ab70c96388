/// A parsed `adapter.yaml`: how the harness runs another program.
public struct AdapterManifest: Hashable, Sendable {
  /// The folder's name; unique.
  public var name: String
  public var summary: String
  /// The library or program under test, as people call it.
  public var library: String
  /// What docs/records/ready-adapters.md says of it; nil for adapters that are not shipped.
  public var about: About?
  /// Programs to try, in order: the harness uses the first that exists in `PATH` (or at that absolute path).
  public var programs: [String]
  public var versionProbe: VersionProbe
  /// The stacks that the client is made of, and how the version of each is known.
  public var stacks: [String: Stack.Probe] = [:]
  public var capabilities: [Capability]
  /// Capabilities that the adapter declines, with the reason that reports show.
  public var declined: [Capability: String]
  /// How the fields of attempts reach the validator; nil: the adapter claims that it applies everything in the
  /// contract.
  public var configuration: AdapterConfiguration?
  public var names: NameMapping
  public var clock = Clock.own
  /// Whose connections count.
  public var connections = ConnectionRule.started
  /// It is what `rogues init` wrote, and starts nobody's client.
  public var isTemplate = false
  /// Milliseconds that starting the program may take, added to every deadline.
  public var startupMilliseconds: Int
  /// The Debian packages that contain it, for the message that it is missing.
  public var packages: [String]
  /// How other versions of the library are had; nil: this says only how one is.
  public var versions: Versions?
  public var door: Door
  /// The program does not speak TLS: the harness's client connects, and gives it what the server sent.
  public var isOffline = false
  /// The folder that contains `adapter.yaml`.
  public var folder: String
  public var location: SourceLocation

  public init(
    name: String, summary: String, library: String, programs: [String], versionProbe: VersionProbe,
    capabilities: [Capability], declined: [Capability: String], names: NameMapping, startupMilliseconds: Int,
    packages: [String], door: Door, folder: String, location: SourceLocation
  ) {
    self.name = name
    self.summary = summary
    self.library = library
    self.programs = programs
    self.versionProbe = versionProbe
    self.capabilities = capabilities
    self.declined = declined
    self.names = names
    self.startupMilliseconds = startupMilliseconds
    self.packages = packages
    self.door = door
    self.folder = folder
    self.location = location
  }

  /// What people want to know of a client before they install it.
  public struct About: Hashable, Sendable {
    public var licence: String
    /// The version that the findings are about.
    public var tested: String
    /// What a pin is compared with; nil: the client has none.
    public var pins: String?

    public init(licence: String, tested: String, pins: String? = nil) {
      self.licence = licence
      self.tested = tested
      self.pins = pins
    }
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

  /// How versions of the library are had, each beside the others.
  public struct Versions: Hashable, Sendable {
    /// The package of the Python Package Index: each version gets a separate environment, whose `python3` takes the
    /// place of the program.
    public var wheel: String
    /// The adapter's other imports, by their names on PyPI.
    public var with: [String]

    public init(wheel: String, with: [String] = []) {
      self.wheel = wheel
      self.with = with
    }
  }

  /// How the world's names reach loopback.
  public enum NameMapping: String, Hashable, Sendable, CaseIterable {
    /// Host and address are separate arguments.
    case connectTo = "connect-to"
    /// Through the harness's CONNECT proxy.
    case proxy
    /// Debian's libnss-wrapper, preloaded with a hosts file.
    case nssWrapper = "nss-wrapper"
  }

  /// How the program learns the time at which to validate.
  public enum Clock: String, Hashable, Sendable, CaseIterable {
    /// By its arguments or by the contract, if at all.
    case own
    /// Debian's libfaketime, preloaded: it stops the wall clock at that time; the monotonic clock keeps running.
    case libfaketime
  }

  public enum Door: Hashable, Sendable {
    case recipe(Recipe)
    /// The program speaks the exec contract; `arguments` come first, and relative paths in them are relative to the
    /// folder.
    case exec(arguments: [String])
    /// The program speaks the session contract: one process for all attempts; `arguments` as for exec.
    case session(arguments: [String])
  }

  /// A command-line client, described entirely in YAML.
  public struct Recipe: Hashable, Sendable {
    /// Argument groups in order; each is added if its condition holds.
    public var arguments: [ArgumentGroup]
    public var environment: [EnvironmentVariable]
    /// Text for standard input, with placeholders; nil leaves it empty.
    public var standardInput: String?
    /// Standard input stays open until the program ends or has printed the reply.
    public var holdsStandardInput: Bool
    /// Files to write into the attempt's directory before the start, with placeholders (configuration files).
    public var files: [File]
    /// In order; the first that fits decides. If none fits, that is an adapter error.
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
      case always, anchors, stores
      case spkiPins = "pins.spki"
      case leafSPKIPins = "pins.spki.leaf"
      case caSPKIPins = "pins.spki.ca"
      case chainSPKIPins = "pins.spki.chain"
      case certificatePins = "pins.certificate"
      case leafCertificatePins = "pins.certificate.leaf"
      case caCertificatePins = "pins.certificate.ca"
      case chainCertificatePins = "pins.certificate.chain"
      case crl = "revocation.crl"
      case crlFetch = "revocation.crl-fetch"
      case staple = "revocation.ocsp-staple"
      case fetch = "revocation.ocsp-fetch"
      case bestEffort = "revocation.best-effort"
      case require = "revocation.require"
      case transparency
      case identityPEM = "identity.pem"
      case identityIntermediates = "identity.intermediates"
      case identityPKCS12 = "identity.pkcs12"
      case hostname
      case dnsHostname = "hostname.name"
      case addressHostname = "hostname.address"
      case noHostname = "no-hostname"
      case time, alpn
      case session = "reuse.session"
      case earlyData = "reuse.early-data"
      case plainProxy = "proxy.plain"
      case secureProxy = "proxy.tls"
      case certificatePolicies = "certificate-policies"
      case http
      case smtp = "starttls.smtp"
      case imap = "starttls.imap"
      case postgresql = "starttls.postgresql"
      case servedRest = "served.rest"
      case servedStaple = "served.staple"
      case last

      /// Conditions about what a server sent. Only offline adapters have them, because they run after the server's
      /// flight.
      public static let offline: Set<Self> = [.servedRest, .servedStaple]

      /// The pins that a group under this condition iterates over; nil for conditions that are not about pins.
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

  /// How to interpret the end of the program. Conditions that are nil always hold; at least one is given.
  public struct OutcomeRule: Hashable, Sendable {
    public enum Meaning: Hashable, Sendable {
      /// The program accepted what it was given; offline only, because the program gets no response from the server.
      case accept
      case cancel(Reason, Phase)
      case failed(AdapterOutcome.FailureCause)
    }
    public var exitStatus: Int?
    /// Text that standard error contains; the empty text means that standard error is empty.
    public var standardError: String?
    /// Text that standard output contains; the empty text means that standard output is empty.
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
