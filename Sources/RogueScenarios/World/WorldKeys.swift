internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of a world file.
enum WorldKeys {
  static let world = Field("world", .name, required: true, "the file's name without its ending")
  static let title = Field("title", .line, required: true, "one line for lists")
  static let domain = Field("domain", .domain, required: true, "the domain that host labels are under")
  static let certificates = Field(
    "certificates", .map(keys: certificateNames, of: CertificateKeys.shape), required: true,
    "name and recipe of every certificate, impostors included")
  static let certificateNames = ValueSyntax.MapKeys.names
  static let keys = Field("keys", .list(of: .name, "names"), "keys without a certificate yet, such as backup pins")
  static let logs = Field(
    "logs", .map(keys: .names, of: LogKeys.shape), "name and recipe of every certificate transparency log")
  static let stores = Field("stores", StoresKeys.shape, "the certificates trusted beforehand; default: none")
  static let host = Field("host", .host(), required: true, "the label of the host that clients request")
  static let server = Field("server", ServerKeys.shape, required: true, "what the server does")
  static let responders = Field(
    "responders", .map(keys: .references(.certificate), of: ResponderKeys.shape),
    "how the revocation responders of a CA behave; default: honest")
  static let policies = Field(
    "policies", .map(keys: .names, of: PolicyKeys.shape), required: true,
    "what validators are configured with, by name")
  static let platform = Field(
    "platform", PlatformKeys.shape, "how the platform under a validator behaves; default: as it should")

  static let table = Table(
    "world", subject: "a world", "Everything healthy, and the impostors beside it.",
    [
      world.key, title.key, domain.key, certificates.key, keys.key, logs.key, stores.key, host.key, server.key,
      responders.key, policies.key, platform.key,
    ])
}

/// The keys of the trust stores.
enum StoresKeys {
  static let system = Field("system", .references(.certificate, "certificates"), "what the system trusts")
  static let user = Field("user", .references(.certificate, "certificates"), "what the user added")

  static let table = Table(
    "stores", subject: "the stores", "What platforms and users trust beforehand.", [system.key, user.key])

  static let shape = ValueParser<World.Stores>.table(table) { entries in
    World.Stores(system: entries[system] ?? [], user: entries[user] ?? [])
  }
}

/// The keys of the system under a validator.
enum PlatformKeys {
  static let denied = StimulusField(PlatformStimuli.denied, .references(.certificate, "certificates"))
  static let fails = StimulusField(PlatformStimuli.fails, ValueParser<PlatformRecipe.Fault>.word)
  static let storedPins = StimulusField(PlatformStimuli.storedPins, ValueParser<PlatformRecipe.StoredPins>.word)

  static let table = Table(
    "platform", subject: "the platform", "How the platform under a validator evaluates trust and keeps files.",
    stimuli: [denied, fails, storedPins])

  static let shape = ValueParser<PlatformRecipe>.table(table) { entries in
    PlatformRecipe(denied: entries[denied] ?? [], fails: entries[fails], storedPins: entries[storedPins])
  }
}
