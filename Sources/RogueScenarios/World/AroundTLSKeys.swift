internal import RogueModel
internal import RogueYAML

/// The keys of a protocol that begins in the clear.
enum StartTLSKeys {
  static let speaks = Field(
    "speaks", Shape<StartTLSRecipe.Language>.word, required: true, "what is spoken before TLS, and in it")
  static let offer = Field(
    "offer", Shape<StartTLSRecipe.Offer>.word, "what becomes of the client's wish for TLS; default honest")
  static let injects = Field(
    "injects", .flag, "answers to what the client will ask under TLS come in the clear before it; default false")

  static let table = Table(
    "starttls", subject: "starttls", "A protocol that begins in the clear, with TLS once the client has asked for it.",
    [speaks.key, offer.key, injects.key])

  static let shape = Shape<StartTLSRecipe>.table(table) { entries in
    // All of them are read, so that what is wrong with the others is said as well.
    let (offer, injects) = (entries[offer] ?? .honest, entries[injects] ?? false)
    guard let speaks = entries[speaks] else { return nil }
    if offer == .unadvertised, speaks == .postgresql {
      entries.reader.report(
        at: entries.position(Self.offer), "PostgreSQL has no list of what a server can", help: "use 'refused'")
    }
    if offer == .preauthenticated, speaks != .imap {
      entries.reader.report(at: entries.position(Self.offer), "only IMAP greets clients that are logged in already")
    }
    if injects, offer != .honest {
      entries.reader.report(at: entries.position(Self.injects), "there is no TLS to inject answers into")
    }
    return StartTLSRecipe(speaks: speaks, offer: offer, injects: injects)
  }
}

/// The keys of the proxy.
enum ProxyKeys {
  static let host = Field("host", .host(), required: true, "the label of the proxy's host")
  static let present = Field(
    "present", .presentation, "its certificates, where it is spoken to over TLS; default: in the clear")
  static let key = Field(
    "key", .reference(.certificateOrKey), "whose private key signs; default: the first certificate's of this list")

  static let table = Table(
    "proxy", subject: "the proxy", "The HTTP proxy that clients have to go through.", [host.key, present.key, key.key])

  static let shape = Shape<ServerRecipe.Proxy>.table(table) { entries in
    let (present, key) = (entries[present] ?? [], entries[key])
    guard let host = entries[host] else { return nil }
    return ServerRecipe.Proxy(host: host, present: present, key: key)
  }
}
