internal import RogueModel
internal import RogueReports

/// One connection to an open rogue, as its server saw it: one witness, for the client says nothing here.
struct Visit: Sendable {
  enum Sight: String, Sendable {
    /// A request came: the client accepted the server. That is certain.
    case admitted
    /// The client was shown the certificates, and sent no request. Perhaps it refused; it has not said so.
    case refused
    /// Nothing was shown, so nothing follows.
    case nothing
    /// It was opened in reserve: nothing was asked on it, because its client asked on another one.
    case spare
  }

  let evidence: ConnectionEvidence
  var isSpare = false

  var sight: Sight {
    if evidence.applicationBytes > 0 || evidence.request != nil || (evidence.clear?.applicationBytes ?? 0) > 0 {
      return .admitted
    }
    if isSpare { return .spare }
    return evidence.serverCertificates == nil ? .nothing : .refused
  }

  /// The client's action, in a clause.
  var clause: String {
    let alert = evidence.alerts.first { $0.from == .client && $0.isFatal }
    switch sight {
    case .admitted: return evidence.request.map { "sent \($0.visible(keepsLines: false))" } ?? "sent data"
    case .refused:
      if let alert { return "alert \(Timeline.name(ofAlert: alert.code)) from the client" }
      if evidence.end.by == .harness { return "the certificates were sent, and then nothing came" }
      return evidence.clientFinishedAt == nil
        ? "the client left after the certificates" : "the client ended the handshake, and left without a request"
    case .spare: return "no request came on it, and one on another connection of the same client"
    case .nothing:
      if let alert { return "alert \(Timeline.name(ofAlert: alert.code)) before any certificate" }
      return evidence.clientHello == nil ? "connected, no ClientHello" : "left before any certificate"
    }
  }

  /// The verdict of one witness, for a rogue or its control.
  ///
  /// - Parameter isStale: one of its dates has passed that lay ahead when the session began.
  func verdict(isHealthy: Bool, mustRefuse: Bool, isStale: Bool) -> String {
    if isStale, sight == .admitted || sight == .refused {
      return "not judged, one of its dates has passed: start again"
    }
    switch sight {
    case .admitted:
      if isHealthy { return "admitted, which is right" }
      return mustRefuse ? "ADMITTED: the client accepted the rogue" : "admitted"
    case .refused:
      return isHealthy
        ? "refused the control (unconfirmed), so its other refusals prove nothing" : "refused (unconfirmed)"
    case .nothing: return "nothing seen"
    case .spare: return "spare connection, no verdict"
    }
  }

  func json(of rogue: OpenedRogue, at time: Timestamp, secret: String?) -> JSON {
    [
      "type": "visit", "at": .string(time.description), "case": .string(rogue.id),
      "healthy": .bool(rogue.isHealthy), "sight": .string(sight.rawValue), "confirmed": .bool(sight == .admitted),
      "says": .string(clause), "serverName": JSON(evidence.clientHello?.serverName),
      "request": JSON(evidence.request), "port": JSON(rogue.port),
      "stale": .bool(rogue.isStale(at: time)),
      "knowsSecret": secret.map { .bool(evidence.request?.contains($0) ?? false) } ?? .null,
    ]
  }
}
