internal import RogueModel
internal import RogueYAML

/// The keys of one policy, the configuration of a validator.
enum PolicyKeys {
  static let anchors = Field(
    "anchors", .references(.certificate, "certificates"), "trust anchors that replace both stores")
  static let pinSets = Field("pin-sets", .list(of: PinSetKeys.shape, "pin sets"), "all that apply must match")
  static let pinStorage = Field(
    "pin-storage", ValueParser<PolicyRecipe.PinStorage>.word,
    "what the application does with its pins at this start: it writes them into a file (default), it cannot, or it keeps"
      + " those that an earlier start has written")
  static let revocation = Field("revocation", RevocationKeys.shape, "how revocation is checked; default: not")
  static let transparency = Field(
    "transparency", TransparencyKeys.shape, "how many logs have to vouch for the leaf; default: none")
  static let identity = Field("identity", IdentityKeys.shape, "the client's own certificate")
  static let hostname = Field(
    "hostname", .flag, "false: the validator is given no name to check; default true")

  static let challenges = Field(
    "challenges", .list(of: ValueParser<PolicyRecipe.Challenge>.word, minimum: 1, "challenges"),
    "the challenges that a URL-loading system sends before the one about the server; default none")

  static let hostAsWritten = Field(
    "host-as-written", .text("a host name"),
    "the whole host as the application writes it, in other letters, with a final dot or with the zeros of an IPv6"
      + " address; default as the world has it")

  static let proxyAnchors = Field(
    "proxy-anchors", .references(.certificate, "certificates"),
    "trust anchors for a proxy with TLS; default: those for the servers")

  static let minimumTLS = Field(
    "minimum-tls", ValueParser<TLSVersion>.word, "the lowest version of TLS that the validator may offer; default 1.2")

  static let maximumTLS = Field(
    "maximum-tls", ValueParser<TLSVersion>.word, "the highest version of TLS that the validator may offer; default 1.3")

  static let table = Table(
    "policy", subject: "a policy", "What a validator is configured with.",
    [
      anchors.key, pinSets.key, pinStorage.key, revocation.key, transparency.key, identity.key, hostname.key,
      challenges.key,
      hostAsWritten.key, proxyAnchors.key, minimumTLS.key, maximumTLS.key,
    ])

  /// Reads a policy; its name is that of its entry.
  static let shape = ValueParser<PolicyRecipe>.table(table) { entries in
    PolicyRecipe(
      name: "", anchors: entries[anchors], pinSets: entries[pinSets] ?? [], revocation: entries[revocation],
      transparency: entries[transparency], identity: entries[identity],
      checksHostname: entries[hostname] ?? true, challenges: entries[challenges] ?? [],
      hostAsWritten: entries[hostAsWritten], proxyAnchors: entries[proxyAnchors],
      minimumTLS: entries[minimumTLS], maximumTLS: entries[maximumTLS],
      pinStorage: entries[pinStorage] ?? .written, location: SourceLocation(entries.mapping.position))
  }
}

enum PinSetKeys {
  static let host = Field(
    "host", .pinnedHost, required: true, "the label that the pins are for; with letters outside of ASCII as U-labels")
  static let includeSubdomains = Field("include-subdomains", .flag, "for subdomains at any depth too; default false")
  static let expires = Field(
    "expires", .duration, "relative to the run's clock; afterwards the set is as if absent; default never")
  static let any = Field(
    "any", .list(of: .pin, "pins"), required: true,
    "alternatives: KIND NAME, then @leaf (default), @ca or @chain, then ~ and the fault of the pin")

  static let table = Table(
    "pin-set", subject: "a pin set", "Alternatives for one host; an empty `any` matches nothing.",
    [host.key, includeSubdomains.key, expires.key, any.key])

  static let shape = ValueParser<PolicyRecipe.PinSet>.table(table) { entries in
    PolicyRecipe.PinSet(
      host: entries[host] ?? "", includeSubdomains: entries[includeSubdomains] ?? false, expires: entries[expires],
      any: entries[any] ?? [])
  }
}

enum RevocationKeys {
  static let mode = Field(
    "mode", ValueParser<PolicyRecipe.Revocation.Mode>.word, required: true, "whether an answer is required")
  static let methods = Field(
    "methods", .list(of: ValueParser<PolicyRecipe.Revocation.Method>.word, minimum: 1, "methods"),
    "any listed one suffices")
  static let network = Field(
    "network", .flag, "false: nothing may be fetched, and a request to a responder is a failure; default true")

  static let table = Table(
    "revocation", subject: "revocation", "The revocation checks that a validator must make.",
    [mode.key, methods.key, network.key])

  static let shape = ValueParser<PolicyRecipe.Revocation>.table(table) { entries in
    let methods = entries[methods] ?? []
    let network = entries[network] ?? true
    guard let mode = entries[mode] else { return nil }
    if mode != .off, !entries.has(Self.methods) {
      entries.reader.report(
        at: entries.mapping.position, "missing key 'methods' in revocation with the mode \(mode.rawValue)",
        help: "any of \(PolicyRecipe.Revocation.Method.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return PolicyRecipe.Revocation(mode: mode, methods: methods, allowsNetwork: network)
  }
}

enum IdentityKeys {
  static let form = Field(
    "form", ValueParser<PolicyRecipe.Identity.Form>.word, required: true, "how it is handed to the validator")
  static let leaf = Field("leaf", .reference(.certificate), required: true, "the client's certificate")
  static let chain = Field("chain", .references(.certificate, "certificates"), "what travels with it")
  static let damage = Field(
    "damage", ValueParser<PolicyRecipe.Identity.Damage>.word, "the damage of the PKCS #12; default none"
  )
  static let key = Field(
    "key-of", .reference(.certificateOrKey),
    "whose private key is handed over with the leaf, as if it were its own; default the leaf's; PEM only")
  static let others = Field(
    "others", .list(of: OtherIdentityKeys.shape, minimum: 1, "identities"),
    "further identities, of which the client shows one that the CertificateRequest admits; PEM only")

  static let table = Table(
    "identity", subject: "an identity", "The client's own certificate and key.",
    [form.key, leaf.key, chain.key, damage.key, key.key, others.key])

  static let shape = ValueParser<PolicyRecipe.Identity>.table(table) { entries in
    let chain = entries[chain] ?? []
    let leaf = entries[leaf]
    let damage = entries[damage]
    let key = entries[key]
    let others = entries[others] ?? []
    guard let form = entries[form], let leaf else { return nil }
    if form == .pem, chain.contains(leaf) {
      entries.reader.report(
        at: entries.position(Self.chain), "in PEM form the chain never holds the leaf '\(leaf)' itself",
        help: "take it out, or use the form pkcs12")
    }
    if form == .pem, entries.has(Self.damage) {
      entries.reader.report(
        at: entries.position(Self.damage), "only a PKCS #12 can be damaged", help: "use the form pkcs12")
    }
    if form == .pkcs12, entries.has(Self.key) {
      entries.reader.report(
        at: entries.position(Self.key), "the key in a PKCS #12 is always its certificate's",
        help: "use the form pem")
    }
    if form == .pkcs12, entries.has(Self.others) {
      entries.reader.report(
        at: entries.position(Self.others), "a PKCS #12 holds one identity", help: "use the form pem")
    }
    if let other = others.first(where: { $0.leaf == leaf }) {
      entries.reader.report(
        at: entries.position(Self.others), "'\(other.leaf)' is also among the others",
        help: "name each identity once")
    }
    return PolicyRecipe.Identity(form: form, leaf: leaf, chain: chain, damage: damage, key: key, others: others)
  }
}

enum OtherIdentityKeys {
  static let table = Table(
    "other-identity", subject: "another identity", "Another certificate of the client's own, with its key.",
    [IdentityKeys.leaf.key, IdentityKeys.chain.key])

  static let shape = ValueParser<PolicyRecipe.Identity>.table(table) { entries in
    let chain = entries[IdentityKeys.chain] ?? []
    return entries[IdentityKeys.leaf].map { PolicyRecipe.Identity(form: .pem, leaf: $0, chain: chain) }
  }
}
