internal import RogueModel
internal import RogueStimuli

/// How an attempt's server answers a request, whatever version of HTTP it came in.
struct RequestRules: Sendable {
  let path: String
  let nonce: String
  /// The hosts that requests are sent on to, one after the other; empty: nobody is.
  var redirect: [String] = []
  /// What the URLs begin with that requests are sent on to.
  var scheme = "https"
  /// Which requests are answered with 421.
  var misdirected = Misdirected.Requests.none
  /// The request did not come over TLS.
  var isInTheClear = false

  /// Whoever is sent on comes back without TLS.
  var leadsIntoTheClear: Bool { scheme == "http" }

  /// - Parameters:
  ///   - host: whom the request is for, as it says, with or without a port; nil: it does not say.
  ///   - opened: whom the connection was opened for; nil: nobody knows.
  func reply(
    to method: String, _ target: String, host: String?, openedFor opened: String?
  ) -> (reply: HTTPReply, carriesNonce: Bool) {
    if isMisdirected(host, openedFor: opened) { return (.empty("421 Misdirected Request"), false) }
    guard method == "GET", target == path else { return (.empty("404 Not Found"), false) }
    if let elsewhere = elsewhere(than: host) {
      return (HTTPReply(status: "302 Found", type: nil, body: [], location: elsewhere), false)
    }
    return (HTTPReply(status: "200 OK", type: "text/plain", body: Array("\(nonce)\n".utf8)), true)
  }

  /// Whether the request is none for this connection (RFC 9110, section 7.4).
  private func isMisdirected(_ host: String?, openedFor opened: String?) -> Bool {
    switch misdirected {
    case .none: return false
    case .all: return true
    case .otherHosts:
      guard let opened, let asked = host?.split(separator: ":", maxSplits: 1).first else { return false }
      return HostName.plain(asked) != HostName.plain(opened)
    }
  }

  /// Where the request is sent on to, at the port that this one was asked at; nil when it is asked at the end of the way.
  ///
  /// Where the way leads into the clear, it ends there: who asks the last host over TLS all the same is sent on again.
  private func elsewhere(than host: String?) -> String? {
    guard let last = redirect.last else { return nil }
    let parts = (host ?? "").split(separator: ":", maxSplits: 1)
    let place = parts.first.flatMap { name in redirect.firstIndex { HostName.plain($0) == HostName.plain(name) } }
    let next = redirect.dropFirst(place.map { $0 + 1 } ?? 0).first
    if next == nil, isInTheClear || !leadsIntoTheClear { return nil }
    return "\(scheme)://\(next ?? last)" + (parts.count == 2 ? ":\(parts[1])" : "") + path
  }
}

extension RequestRules {
  init(_ attempt: ServedAttempt) {
    self.init(
      path: attempt.path, nonce: attempt.nonce, redirect: attempt[Redirect.self],
      scheme: attempt[RedirectScheme.self].rawValue, misdirected: attempt[Misdirected.self])
  }
}
