internal import RogueModel
internal import RogueStimuli

/// How an attempt's server answers a request, in any version of HTTP.
struct RequestRules: Sendable {
  let path: String
  let nonce: String
  /// The hosts of a redirect, one after the other; empty: there is no redirect.
  var redirect: [String] = []
  /// The first host redirects to another of its paths first.
  var beginsOnHost = false
  /// The prefix of redirect URLs.
  var scheme = "https"
  /// Which requests are answered with 421.
  var misdirected = Misdirected.Requests.none
  /// The request did not come over TLS.
  var isInTheClear = false

  /// The redirect leads to a URL without TLS.
  var leadsIntoTheClear: Bool { scheme == "http" }

  /// - Parameters:
  ///   - host: the host in the request, with or without a port; nil: it names none.
  ///   - opened: the host for which the connection was opened; nil: unknown.
  func reply(
    to method: String, _ target: String, host: String?, openedFor opened: String?
  ) -> (reply: HTTPReply, carriesNonce: Bool) {
    if isMisdirected(host, openedFor: opened) { return (.empty("421 Misdirected Request"), false) }
    let further = path + "/further"
    guard method == "GET", target == path || beginsOnHost && target == further else {
      return (.empty("404 Not Found"), false)
    }
    if beginsOnHost, target == path, place(of: host) == nil {
      return (HTTPReply(status: "302 Found", type: nil, body: [], location: further), false)
    }
    if let elsewhere = elsewhere(than: host) {
      return (HTTPReply(status: "302 Found", type: nil, body: [], location: elsewhere), false)
    }
    return (HTTPReply(status: "200 OK", type: "text/plain", body: Array("\(nonce)\n".utf8)), true)
  }

  /// Whether the request must not be answered on this connection (RFC 9110, section 7.4).
  private func isMisdirected(_ host: String?, openedFor opened: String?) -> Bool {
    switch misdirected {
    case .none: return false
    case .all: return true
    case .otherHosts:
      guard let opened, let host else { return false }
      return HostName.plain(HostName.parts(of: host).host) != HostName.plain(opened)
    }
  }

  /// The host to which the request is redirected, at the same port; nil if it is for the last host.
  ///
  /// If the redirects lead to a URL without TLS, they end there: a client that requests the last host over TLS all the
  /// same is redirected again.
  private func elsewhere(than host: String?) -> String? {
    guard let last = redirect.last else { return nil }
    let port = HostName.parts(of: host ?? "").port
    let next = redirect.dropFirst(place(of: host).map { $0 + 1 } ?? 0).first
    if next == nil, isInTheClear || !leadsIntoTheClear { return nil }
    return "\(scheme)://\(HostName.inURL(next ?? last))" + (port.map { ":\($0)" } ?? "") + path
  }

  /// Where the host, with or without a port, is among those of the redirects.
  private func place(of host: String?) -> Int? {
    let name = HostName.plain(HostName.parts(of: host ?? "").host)
    return redirect.firstIndex { HostName.plain($0) == name }
  }
}

extension RequestRules {
  init(_ attempt: ServedAttempt) {
    self.init(
      path: attempt.path, nonce: attempt.nonce, redirect: attempt[Redirect.self],
      beginsOnHost: attempt[RelativeRedirect.self], scheme: attempt[RedirectScheme.self].rawValue,
      misdirected: attempt[Misdirected.self])
  }
}
