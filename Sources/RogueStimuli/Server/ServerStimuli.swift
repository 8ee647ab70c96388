public import RogueModel

/// The keys of a world's server.
public enum ServerStimuli {
  public static let present = Stimulus<ServerRecipe>(
    "present", "the certificates of the Certificate message, in order",
    required: true, evidence: .flight, text: { flow($0.present) })
  public static let key = Stimulus<ServerRecipe>(
    "key", "whose private key signs the handshake; default: the first presented one's",
    evidence: .flight, text: { $0.key ?? $0.present.first })
  public static let tls = Stimulus<ServerRecipe>(
    "tls", "the only version spoken; default: that of the case",
    evidence: .setting, text: { $0.tls?.rawValue })
  public static let staple = Stimulus<ServerRecipe>(
    "staple", "the OCSP response sent along; default none",
    evidence: .leafStaple,
    below: { server, path in
      if case .response(let response) = server.staple { return OCSPParts.all.text(of: response, at: path) }
      return OCSPParts.all.text(of: OCSPRecipe(), at: path)
    }, text: { $0.staple.flow })
  public static let staples = Stimulus<ServerRecipe>(
    "staples",
    "the OCSP responses sent along for certificates after the leaf, by name; TLS 1.3 only (RFC 8446, section"
      + " 4.4.2.1)",
    evidence: .furtherStaples,
    below: { server, path in path.count == 1 ? path.first.map { (server.staples[$0] ?? .none).flow } : nil },
    text: { _ in nil })
  public static let scts = Stimulus<ServerRecipe>(
    "scts", "signed certificate timestamps sent in the TLS extension, about the first certificate; default none",
    evidence: .always(.timestamps), text: { $0.scts?.description ?? "none" })
  public static let alpn = Stimulus<ServerRecipe>(
    "alpn", "protocols selected when the client offers them",
    evidence: .setting, text: { flow($0.alpn) })
  public static let clientAuth = Stimulus<ServerRecipe>(
    "client-auth", "whether the client is asked for a certificate; default none",
    evidence: .clientList, text: { $0.clientAuthentication.mode.rawValue })
  public static let clientList = Stimulus<ServerRecipe>(
    "client-list",
    "how the client's list is judged; strict (RFC 5246, section 7.4.2): leaf first and once, each following entry"
      + " certifies the one before, no root; default lenient",
    evidence: .clientList, text: { $0.clientAuthentication.list.rawValue })
  public static let clientAuthAt = Stimulus<ServerRecipe>(
    "client-auth-at",
    "when the client is asked: in the handshake, or once the request has come (RFC 8446, section 4.6.2; in TLS 1.2"
      + " a renegotiation); default handshake",
    evidence: .clientList, text: { $0.clientAuthentication.moment.rawValue })
  public static let clientAnchors = Stimulus<ServerRecipe>(
    "client-anchors", "the CAs whose client certificates are accepted",
    evidence: .clientList, text: { flow($0.clientAuthentication.anchors) })
  public static let clientHints = Stimulus<ServerRecipe>(
    "client-hints", "the names of these CAs are sent as hints; default true",
    evidence: .clientList, text: { String($0.clientAuthentication.hints) })
  public static let resumption = Stimulus<ServerRecipe>(
    "resumption",
    "sessions are handed out and honoured: true by ticket or session id, ids by session id alone (TLS 1.2; RFC"
      + " 5246, section 7.3); default false",
    evidence: .setting, text: { $0.resumption.rawValue })
  public static let earlyData = Stimulus<ServerRecipe>(
    "early-data",
    "sessions allow a request in early data, and it is answered (RFC 8446, section 2.3); needs resumption; default"
      + " false",
    evidence: .setting, text: { String($0.takesEarlyData) })
  public static let keepAlive = Stimulus<ServerRecipe>(
    "keep-alive",
    "connections stay open after an answer, and requests of later steps are answered on them as well; default false",
    evidence: .setting, text: { String($0.keepsAlive) })
  public static let connections = Stimulus<ServerRecipe>(
    "connections", "what differs on the given connection of one attempt, counted from 1",
    evidence: .flightOfConnection,
    below: { server, path in
      let own = path.first.flatMap(Int.init).map { server.connections[$0] ?? ServerRecipe.Connection() }
      return own.flatMap { ConnectionParts.all.text(of: (server, $0), at: path.dropFirst()) }
    }, text: { $0.connections.isEmpty ? "none" : nil })
  public static let renegotiation = Stimulus<ServerRecipe>(
    "renegotiation",
    "a second handshake on the connection before the request is answered, and what differs in it; TLS 1.2 only",
    evidence: .always(.renegotiation),
    below: { server, path in server.renegotiation.flatMap { ConnectionParts.all.text(of: (server, $0), at: path) } },
    text: { $0.renegotiation == nil ? "none" : nil })
  public static let redirect = Stimulus<ServerRecipe>(
    "redirect",
    "the host that requests for any other are sent on to, at the same address and port; default: nobody is sent on",
    evidence: .setting, text: { $0.redirect ?? "none" })
  public static let misdirected = Stimulus<ServerRecipe>(
    "misdirected",
    "which requests are answered with 421 and without the nonce (RFC 9110, section 15.5.20): those for another host"
      + " than the connection was opened for, or all; default none",
    evidence: .handshake, text: { $0.misdirected.rawValue })
  public static let behaviours = Stimulus<ServerRecipe>(
    "behaviours", "named behaviours, in order",
    evidence: .behaviours, text: { flow($0.behaviours.map(\.description)) })
  public static let startTLS = Stimulus<ServerRecipe>(
    "starttls", "the clear protocol before TLS, which is spoken in it as well; default: TLS first",
    evidence: .startTLS,
    below: { server, path in server.startTLS.flatMap { StartTLSParts.all.text(of: $0, at: path) } }, text: { _ in nil })
  public static let proxy = Stimulus<ServerRecipe>(
    "proxy", "the HTTP proxy that clients have to go through; default: they may go straight",
    evidence: .always(.proxyFlight),
    below: { server, path in server.proxy.flatMap { ProxyParts.all.text(of: $0, at: path) } }, text: { _ in nil })

  static let all: [Stimulus<ServerRecipe>] = [
    present, key, tls, staple, staples, scts, alpn, clientAuth, clientAuthAt, clientList, clientAnchors, clientHints,
    resumption, earlyData, keepAlive, connections, renegotiation, redirect, misdirected, behaviours, startTLS, proxy,
  ]
}
