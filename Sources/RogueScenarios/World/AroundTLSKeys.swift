internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of a protocol that begins in the clear.
enum StartTLSKeys {
  static let speaks = Field(StartTLSParts.speaks, ValueParser<StartTLSRecipe.Language>.word)
  static let offer = Field(StartTLSParts.offer, ValueParser<StartTLSRecipe.Offer>.word)
  static let injects = Field(StartTLSParts.injects, .flag)

  static let table = Table(
    "starttls", subject: "starttls", "A protocol that begins in the clear, with TLS once the client has requested it.",
    [speaks.key, offer.key, injects.key])

  static let shape = ValueParser<StartTLSRecipe>.table(table) { entries in
    // All of them are read, so that errors in the others are reported as well.
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
  static let host = Field(ProxyParts.host, .host())
  static let present = Field(ProxyParts.present, .presentation)
  static let key = Field(ProxyParts.key, .reference(.certificateOrKey))
  static let clientAuth = Field(ProxyParts.clientAuth, ValueParser<Proxy.Recipe.Request>.word)
  static let connect = Field(ProxyParts.connect, ValueParser<Proxy.Recipe.Answer>.word)

  static let table = Table(
    "proxy", subject: "the proxy", "The HTTP proxy that clients have to go through.",
    [host.key, present.key, key.key, clientAuth.key, connect.key])

  static let shape = ValueParser<Proxy.Recipe>.table(table) { entries in
    let (present, key) = (entries[present] ?? [], entries[key])
    let clientAuth = entries[clientAuth] ?? Proxy.Recipe.Request.none
    func requirePresent(for field: Key, at position: YAMLPosition) {
      entries.reader.report(
        at: position, "'\(field.name)' has no meaning without 'present': this proxy uses plaintext",
        help: Self.present.key.summary)
    }
    if !entries.has(Self.present) {
      if entries.has(Self.key) { requirePresent(for: Self.key.key, at: entries.keyPosition(Self.key)) }
      if clientAuth == .request { requirePresent(for: Self.clientAuth.key, at: entries.keyPosition(Self.clientAuth)) }
    }
    let connect = entries[connect] ?? .tunnel
    if connect == .refused, !present.isEmpty {
      entries.reader.report(
        at: entries.keyPosition(Self.connect), "only a proxy in plaintext refuses tunnels", help: "leave out 'present'")
    }
    guard let host = entries[host] else { return nil }
    return Proxy.Recipe(host: host, present: present, key: key, clientAuth: clientAuth, connect: connect)
  }
}
