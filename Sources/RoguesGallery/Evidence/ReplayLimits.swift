internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli

/// Why `openssl s_server` cannot serve what the rogue server served.
///
/// An unknown equality counts as a reason: a replay of something else would be a false witness. The script
/// also compares what it serves with what was served before a client connects.
enum ReplayLimits {
  /// In sentences' ends, after "s_server cannot …"; empty: it can.
  static func reasons(_ material: StepMaterial) -> [String] {
    let served = material.served
    let server = material.world.server
    let policy = material.attempt.policy
    var reasons: [String] = []
    for use in served.behaviours { reasons.append("do what '\(use.name)' does to a handshake") }
    for setting in ServerSettings.all where !setting.isReplayed(of: server) {
      reasons.append("do what the server's key '\(setting.stimulus.part.name)' demands")
    }
    if served.staples.keys.contains(where: { $0 != 0 }) { reasons.append("staple a response for an intermediate") }
    if served.presentation.sctList != nil { reasons.append("send SCTs in the handshake") }
    if !served.places.isEmpty { reasons.append("serve some connections differently") }
    if served.renegotiation != nil { reasons.append("start a second handshake with other certificates") }
    if material.attempt.reuse != .none { reasons.append("know the connection or session of an earlier step") }
    if policy.platform != AttemptPolicy.Platform() { reasons.append("change the client's platform") }
    if policy.pinStorage != .written { reasons.append("know what an earlier start of the client has stored") }
    if policy.revocation.mode != .off, policy.revocation.allowsNetwork, served.responders != nil {
      reasons.append("answer for the revocation responders of the run")
    }
    reasons += certificateReasons(served.presentation)
    return reasons
  }

  private static func certificateReasons(_ presentation: ServedAttempt.Presentation) -> [String] {
    guard let first = presentation.certificates.first else { return ["present an empty list"] }
    guard presentation.certificates.allSatisfy({ (try? X509Certificate(der: $0)) != nil }) else {
      return ["present an entry that OpenSSL does not read as a certificate"]
    }
    guard let leaf = try? X509Certificate(der: first), leaf.spki == presentation.key.spki else {
      return ["sign with a key that does not belong to the certificate"]
    }
    return []
  }
}

extension ServedAttempt {
  fileprivate var staples: [Int: [UInt8]] { presentation.staples }
}

extension ServerSetting {
  /// Whether the script serves what the key says.
  fileprivate static func isReplayed(of server: ServerRecipe) -> Bool {
    // The version, the leaf's staple and the protocols are arguments of s_server.
    if Self.self == FixedVersion.self || Self.self == Staple.self { return true }
    if Self.self == ApplicationProtocols.self { return !server.speaksHTTP2 }
    return server[Self.self] == Self.standard
  }
}
