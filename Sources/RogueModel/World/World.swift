/// A healthy setting, with impostors ready for use.
///
/// A world is pure description: names and recipes, no keys and no bytes. `RoguePKI` mints it, once per case. Every name
/// that appears in a store, a presentation or a policy is in `certificates` or `keys`; the loader has checked that.
public struct World: Hashable, Sendable {
  /// The file's name in `Certs/worlds`, without its ending.
  public var id: String
  public var title: String
  /// The domain of every relative host name, such as `rogues.test`.
  public var domain: String
  /// In the order of the file; names are unique.
  public var certificates: [CertificateRecipe]
  /// Keys without a certificate yet (backup pins).
  public var keys: [String]
  /// Certificate transparency logs, in the order of the file; names are unique.
  public var logs: [LogRecipe]
  public var stores: Stores
  /// The label of the host that clients connect to, relative to `domain`.
  public var host: String
  public var server: ServerRecipe
  /// How the revocation responders of a CA behave, by the CA's name; honest when not listed.
  public var responders: [String: ResponderRecipe]
  public var policies: [PolicyRecipe]
  public var platform: PlatformRecipe
  public var location: SourceLocation

  public init(
    id: String, title: String, domain: String, certificates: [CertificateRecipe], keys: [String],
    logs: [LogRecipe] = [],
    stores: Stores, host: String, server: ServerRecipe, responders: [String: ResponderRecipe], policies: [PolicyRecipe],
    platform: PlatformRecipe = PlatformRecipe(), location: SourceLocation
  ) {
    self.id = id
    self.title = title
    self.domain = domain
    self.certificates = certificates
    self.keys = keys
    self.logs = logs
    self.stores = stores
    self.host = host
    self.server = server
    self.responders = responders
    self.policies = policies
    self.platform = platform
    self.location = location
  }

  /// The certificates that platforms and users trust beforehand.
  public struct Stores: Hashable, Sendable {
    public var system: [String]
    public var user: [String]

    public init(system: [String], user: [String]) {
      self.system = system
      self.user = user
    }
  }

  public func certificate(_ name: String) -> CertificateRecipe? { certificates.first { $0.name == name } }

  public func log(_ name: String) -> LogRecipe? { logs.first { $0.name == name } }

  public func policy(_ name: String) -> PolicyRecipe? { policies.first { $0.name == name } }

  /// A host label as a full DNS name: relative labels get the domain, `name.` with a final dot is absolute.
  public func fullName(of host: String) -> String {
    host.hasSuffix(".") ? String(host.dropLast()) : "\(host).\(domain)"
  }
}
