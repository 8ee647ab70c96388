internal import RogueModel
internal import RogueYAML

/// Checks what the `adapter.yaml` of a validator without TLS must and must not contain.
///
/// The harness's client makes the handshake for it, so everything that this client does would be credited to the
/// validator.
struct OfflineCheck {
  let isOffline: Bool
  let door: AdapterManifest.Door
  let capabilities: [Capability]

  /// Fields that the harness's client applies.
  private static let clients: Set<Capability> = [
    .tls12, .tls13, .resumption, .resumptionCache, .earlyData, .keepAlive, .http2, .renegotiation,
    .postHandshakeAuthentication,
    .sameProcess, .concurrency,
    .identityPEM, .identityPKCS12, .identityChoice, .tofu, .redirects, .proxy, .proxyTLS, .proxyAnchors,
    .startTLS(.smtp),
    .startTLS(.imap), .startTLS(.postgresql),
  ]

  func check(_ entries: Entries) {
    if isOffline { checkOffline(entries) } else { checkOnline(entries) }
  }

  private func checkOffline(_ entries: Entries) {
    let at = entries.position(ManifestKeys.offline)
    for capability in capabilities where Self.clients.contains(capability) {
      entries.reader.report(
        at: entries.position(ManifestKeys.capabilities),
        "'\(capability)' is not a capability of an offline validator", help: "it is the harness's client that connects")
    }
    if entries.has(ManifestKeys.names) {
      entries.reader.report(at: entries.keyPosition(ManifestKeys.names), "an offline validator does not look up names")
    }
    if entries.has(ManifestKeys.connections) {
      entries.reader.report(
        at: entries.keyPosition(ManifestKeys.connections), "it is the harness's client that connects")
    }
    switch door {
    case .session, .exec: break
    case .recipe(let recipe):
      if recipe.holdsStandardInput {
        entries.reader.report(
          at: entries.keyPosition(ManifestKeys.holdStdin), "an offline validator does not wait for a reply")
      }
      if !recipe.outcomes.contains(where: { $0.meaning == .accept }) {
        entries.reader.report(
          at: at, "an offline recipe without an 'accept' among its outcomes always refuses",
          help: "- {exit: 0, stdout: OK, accept: true}")
      }
      for name in recipe.placeholders.sorted() where Placeholder.connecting.contains(name) {
        entries.reader.report(at: at, "{\(name)} has no value for an offline validator, which does not connect")
      }
    }
  }

  private func checkOnline(_ entries: Entries) {
    guard case .recipe(let recipe) = door else { return }
    for rule in recipe.outcomes where rule.meaning == .accept {
      entries.reader.report(
        at: entries.position(ManifestKeys.outcomes),
        "'accept' in line \(rule.location.line): a client that connects has accepted when it shows the reply",
        help: "remove it, or say 'offline: true'")
    }
    for group in recipe.arguments where AdapterManifest.ArgumentGroup.Condition.offline.contains(group.when) {
      entries.reader.report(
        at: entries.position(ManifestKeys.arguments), "'\(group.when.rawValue)' needs 'offline: true'")
    }
    for name in recipe.placeholders.sorted() where Placeholder.offline.contains(name) {
      entries.reader.report(at: entries.position(ManifestKeys.arguments), "{\(name)} needs 'offline: true'")
    }
  }
}

extension AdapterManifest.Recipe {
  /// Every word in braces, at any place.
  fileprivate var placeholders: Set<String> {
    let arguments = arguments.flatMap(\.arguments).flatMap { argument in
      switch argument {
      case .text(let text): [text]
      case .joined(let each, _): [each]
      case .repeated(let each): each
      }
    }
    let texts = arguments + environment.map(\.value) + files.map(\.content) + [standardInput ?? ""]
    return Set(
      texts.flatMap { $0.replacing("{{", with: "").split(separator: "{").dropFirst($0.hasPrefix("{") ? 0 : 1) }
        .compactMap { part in part.firstIndex(of: "}").map { String(part[..<$0]) } })
  }
}
