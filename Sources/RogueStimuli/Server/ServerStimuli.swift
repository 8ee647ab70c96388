public import RogueModel

/// The keys of a world's server.
public enum ServerStimuli {
  public static let present = Stimulus<ServerRecipe>(
    "present", "the certificates of the Certificate message, in order",
    required: true, evidence: .flight, text: { flow($0.present) }
  )
  .limited { world, serving in
    if let library = serving.library, world.server.present.isEmpty {
      return "\(library) cannot present an empty list"
    }
    let type = world.server.present.first.flatMap { world.certificate($0)?.keyType }
    return serving.engine == .gnutls && type == .rsa8192 ? "GnuTLS signs with no key of five primes" : nil
  }
  public static let key = Stimulus<ServerRecipe>(
    "key", "whose private key signs the handshake; default: the first presented one's",
    evidence: .flight, text: { $0.key ?? $0.present.first }
  )
  .found(by: "CertificateVerify", "ServerKeyExchange", "proof of possession")
  public static let tls = Stimulus<ServerRecipe>(
    "tls", "the only version spoken; default: that of the case",
    evidence: .setting, text: { $0.tls?.rawValue }
  )
  .needing { server, _ in server.tls.map { [.tls($0)] } ?? [] }
  public static let staple = Stimulus<ServerRecipe>(
    "staple", "the OCSP response that is stapled; default none",
    evidence: .leafStaple,
    below: { server, path in
      if case .response(let response) = server.staple { return OCSPParts.all.text(of: response, at: path) }
      return OCSPParts.all.text(of: OCSPRecipe(), at: path)
    }, text: { $0.staple.flow }
  )
  .found(by: "OCSP stapling", "status_request", "OCSP", and: { OCSPParts.keywords(of: $0.staple.response) })
  public static let staples = Stimulus<ServerRecipe>(
    "staples",
    "the OCSP responses that are stapled for certificates after the leaf, by name; TLS 1.3 only (RFC 8446, section"
      + " 4.4.2.1)",
    evidence: .furtherStaples,
    below: { server, path in path.count == 1 ? path.first.map { (server.staples[$0] ?? .none).flow } : nil },
    text: { $0.staples.isEmpty ? "none" : nil }
  )
  .found(
    by: "OCSP stapling", "status_request", "OCSP",
    and: { server in server.staples.values.flatMap { OCSPParts.keywords(of: $0.response) } }
  )
  .limited { world, serving in
    let hasFurther = world.server.present.dropFirst().contains { (world.server.staples[$0] ?? .none) != .none }
    return serving.engine == .libssl && serving.version == .tls13 && hasFurther
      ? "libssl staples for the leaf alone" : nil
  }
  public static let scts = Stimulus<ServerRecipe>(
    "scts", "SCTs sent in the TLS extension, about the first certificate; default none",
    evidence: .always(.timestamps), text: { $0.scts?.description ?? "none" }
  )
  .found(by: "SCT", "CT", "signed_certificate_timestamp")
  .limited { world, serving in
    serving.engine == .gnutls && world.server.scts != nil ? "GnuTLS has no place for timestamps in the handshake" : nil
  }
  public static let alpn = Stimulus<ServerRecipe>(
    "alpn", "protocols selected when the client offers them",
    evidence: .setting, text: { flow($0.alpn) }
  )
  .found(by: "ALPN")
  .needing { server, _ in server.alpn.contains(ApplicationProtocol.http2) ? [.http2] : [] }
  .limited { world, serving in
    guard world.server.alpn.contains(ApplicationProtocol.http2) else { return nil }
    return serving.library.map { "\($0) speaks no HTTP/2 here" }
  }
  .ofHTTP { !$0.alpn.isEmpty }
  public static let clientAuth = Stimulus<ServerRecipe>(
    "client-auth", "whether the client is asked for a certificate; default none",
    evidence: .clientList, text: { $0.clientAuthentication.mode.rawValue }
  )
  .found(by: "CertificateRequest", "mutual TLS")
  public static let clientList = Stimulus<ServerRecipe>(
    "client-chain",
    "how the client's chain is judged; strict (RFC 5246, section 7.4.2): leaf first and once, each following entry"
      + " certifies the one before, no root; default lenient",
    evidence: .clientList, text: { $0.clientAuthentication.list.rawValue })
  public static let clientAuthAt = Stimulus<ServerRecipe>(
    "client-auth-at",
    "when the client is asked: in the handshake, or after its request (RFC 8446, section 4.6.2; in TLS 1.2"
      + " a renegotiation); default handshake",
    evidence: .clientList, text: { $0.clientAuthentication.moment.rawValue }
  )
  .found(by: "post_handshake_auth")
  .needing { server, version in
    guard server.clientAuthentication.asksLate else { return [] }
    return version == .tls13 ? [.postHandshakeAuthentication] : [.renegotiation]
  }
  .limited { world, serving in
    guard world.server.clientAuthentication.asksLate else { return nil }
    return serving.library.map { "\($0) asks for certificates in the first handshake" }
  }
  public static let clientAnchors = Stimulus<ServerRecipe>(
    "client-anchors", "the CAs whose client certificates are accepted",
    evidence: .clientList, text: { flow($0.clientAuthentication.anchors) })
  public static let clientHints = Stimulus<ServerRecipe>(
    "client-authorities", "the CertificateRequest has the names of these CAs; default true",
    evidence: .clientList, text: { String($0.clientAuthentication.hints) }
  )
  .found(by: "certificate_authorities")
  public static let resumption = Stimulus<ServerRecipe>(
    "resumption",
    "sessions are issued and accepted: true by ticket or session ID, ids by session ID alone (TLS 1.2; RFC"
      + " 5246, section 7.3); default false",
    evidence: .setting, text: { $0.resumption.rawValue }
  )
  .found(
    by: "resumption",
    and: { server in
      server.resumption == .ids
        ? ["session ID"] : ["session ticket", "NewSessionTicket", "session_ticket", "PSK", "pre_shared_key"]
    }
  )
  .limited { world, serving in
    serving.version == .tls13 && world.server.resumption == .ids ? "there are no session ids in TLS 1.3" : nil
  }
  public static let earlyData = Stimulus<ServerRecipe>(
    "early-data",
    "sessions allow a request in early data, and it is answered (RFC 8446, section 2.3); needs resumption; default"
      + " false",
    evidence: .setting, text: { String($0.takesEarlyData) }
  )
  .found(by: "early_data", "0-RTT", "PSK", "pre_shared_key")
  .limited { world, serving in
    guard world.server.takesEarlyData else { return nil }
    if let library = serving.library { return "\(library) takes no early data here" }
    if serving.version == .tls12 { return "there is no early data in TLS 1.2" }
    return world.server.alpn.contains(ApplicationProtocol.http2) ? "there is no HTTP/2 in early data here" : nil
  }
  .ofHTTP(\.takesEarlyData)
  public static let keepAlive = Stimulus<ServerRecipe>(
    "keep-alive",
    "connections stay open after a response, and requests of later steps are answered on them as well; default false",
    evidence: .setting, text: { String($0.keepsAlive) }
  )
  .found(by: "connection reuse")
  .needing { server, _ in server.keepsAlive ? [.keepAlive] : [] }
  .limited { world, serving in
    guard world.server.keepsAlive else { return nil }
    return serving.library.map { "\($0) closes a connection after its answer" }
  }
  .ofHTTP(\.keepsAlive)
  public static let connections = Stimulus<ServerRecipe>(
    "connections", "what differs on the given connection of one attempt, counted from 1",
    evidence: .partsOfConnection,
    below: { server, path in
      let own = path.first.flatMap(Int.init).map { server.connections[$0] ?? ServerRecipe.Connection() }
      return own.flatMap { ConnectionParts.all.text(of: server, with: $0, at: path.dropFirst()) }
    }, text: { $0.connections.isEmpty ? "none" : nil }
  )
  .holdingParts()
  public static let renegotiation = Stimulus<ServerRecipe>(
    "renegotiation",
    "a second handshake on the connection before the request is answered, and what differs in it; TLS 1.2 only",
    evidence: .always(.renegotiation),
    below: { server, path in
      server.renegotiation.flatMap { ConnectionParts.ofRenegotiation.text(of: server, with: $0, at: path) }
    },
    text: { $0.renegotiation == nil ? "none" : nil }
  )
  .found(by: "renegotiation", "renegotiation_info", "secure renegotiation")
  .needing { server, _ in server.renegotiation == nil ? [] : [.renegotiation] }
  .limited { world, serving in
    guard world.server.renegotiation != nil else { return nil }
    if let library = serving.library { return "\(library) presents the same in every handshake of a connection" }
    return serving.version == .tls13 ? "there is no renegotiation in TLS 1.3" : nil
  }
  public static let behaviours = Stimulus<ServerRecipe>(
    "behaviours", "named behaviours, in order",
    evidence: .behaviours, text: { flow($0.behaviours.map(\.description)) }
  )
  .limited { world, serving in
    // Whether the own engine has one in a version, its descriptor says.
    guard let library = serving.library, let first = world.server.behaviours.first else { return nil }
    return "\(library) has no behaviour \(first.name)"
  }
  public static let startTLS = Stimulus<ServerRecipe>(
    "starttls", "the protocol that begins in clear text and continues under TLS; default: TLS from the start",
    evidence: .startTLS,
    below: { server, path in server.startTLS.flatMap { StartTLSParts.all.text(of: $0, at: path) } },
    text: { $0.startTLS == nil ? "none" : nil }
  )
  .found(by: "STARTTLS")
  .needing { server, _ in server.startTLS.map { [.startTLS($0.speaks)] } ?? [] }
  public static let proxy = Stimulus<ServerRecipe>(
    "proxy", "the HTTP proxy that clients must use; default: they connect directly",
    evidence: .always(.proxyFlight),
    below: { server, path in server.proxy.flatMap { ProxyParts.all.text(of: $0, at: path) } },
    text: { $0.proxy == nil ? "none" : nil }
  )
  .found(by: "CONNECT", "proxy")
  .needing { server, _ in server.proxy.map { $0.isSecure ? [.proxy, .proxyTLS] : [.proxy] } ?? [] }
  .ofHTTP { $0.proxy != nil }

  static let all: [Stimulus<ServerRecipe>] = first + ServerSettings.all.map { $0.stimulus } + last

  private static let first = [
    present, key, tls, staple, staples, scts, alpn, clientAuth, clientAuthAt, clientList, clientAnchors, clientHints,
    resumption, earlyData, keepAlive, connections, renegotiation,
  ]
  private static let last = [behaviours, startTLS, proxy]
}
