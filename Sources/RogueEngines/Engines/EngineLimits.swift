public import RogueModel
public import RogueStimuli

/// The faults that engines cannot serve, known from a scenario alone, so that the plan reports it before any key is made.
///
/// It folds over the limits that keys of the server, defects and behaviours declare. The Swift engine sends bytes as
/// they are, so its only limit is what a TLS version does not have. GnuTLS sends entries unread; libssl parses what it
/// presents. Neither of the two runs behaviours.
public struct EngineLimits: Sendable {
  private let defects: [String: [DefectLimit]]

  /// - Parameter defects: What engines cannot present, by the defect's name.
  public init(defects: [String: [DefectLimit]]) { self.defects = defects }

  /// Why the case's engine cannot serve it; nil when it can.
  public func refusal(of item: Case) -> String? {
    let engine: Serving.Engine =
      switch item.axes.engine {
      case LibsslEngine.name: .libssl
      case GnuTLSEngine.name: .gnutls
      default: .own
      }
    let serving = Serving(engine, item.axes.tls)
    if engine == .gnutls, item.axes.tls == .tls12, item.scenario.takesSessionsElsewhere {
      return "GnuTLS resumes no TLS 1.2 session under another name"
    }
    if engine == .gnutls, item.axes.tls == .tls12, item.scenario.staplesNothing {
      return "GnuTLS sends no staple without octets in TLS 1.2"
    }
    // The control has to be served as well, by the same engine.
    let worlds = [item.scenario.world] + item.scenario.steps.map(\.world)
    return worlds.lazy.compactMap { limit(of: $0, serving) }.first
  }

  private func limit(of world: World, _ serving: Serving) -> String? {
    let own = world.each(serving.version).lazy.compactMap { there, version -> String? in
      let serving = Serving(serving.engine, version)
      return missingBehaviour(there, serving) ?? unpresentable(there, serving)
    }
    return Stimuli.limit(of: world, by: serving) ?? own.first
  }

  private func missingBehaviour(_ world: World, _ serving: Serving) -> String? {
    let missing = world.server.behaviours.first { use in
      Behaviours.descriptors.contains { $0.name == use.name && !$0.versions.contains(serving.version) }
    }
    return missing.map { "there is no \($0.name) in TLS \(serving.version.rawValue)" }
  }

  private func unpresentable(_ world: World, _ serving: Serving) -> String? {
    guard let library = serving.library else { return nil }
    for (index, name) in world.server.present.enumerated() {
      for use in world.certificate(name)?[CertificateDefects.self] ?? [] {
        let refusals = (defects[use.name] ?? []).lazy.compactMap {
          $0.refusal(of: use, isLeaf: index == 0, by: serving)
        }
        if let refusal = refusals.first { return "\(library) \(refusal)" }
      }
    }
    return nil
  }
}

extension Scenario {
  /// A staple without octets is sent.
  fileprivate var staplesNothing: Bool {
    steps.contains { step in
      if case .response(let recipe) = step.world.server[Staple.self] { recipe.form == .empty } else { false }
    }
  }

  /// A session is resumed for another host.
  fileprivate var takesSessionsElsewhere: Bool {
    steps.contains { step in
      let server = step.world.server
      return step.reuse == .session && step.host != steps.first?.host
        // A proxy that is spoken to over TLS gives sessions as well.
        || server[Resumption.self].isOffered && (server[Proxy.self]?.isSecure ?? false)
    }
  }
}
