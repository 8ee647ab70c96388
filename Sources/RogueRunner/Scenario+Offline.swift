package import RogueModel
internal import RogueStimuli

extension Scenario {
  /// Whether flights and responders show the fault; faults of the handshake, of other connections and of the client
  /// itself need sockets.
  package var isOffline: Bool {
    stepsAreOffline && axes.keys == [.p256] && world.policies.allSatisfy { $0.identity?.damage == nil }
  }

  /// Whether flights and responders show what each step is about.
  package var stepsAreOffline: Bool {
    steps.allSatisfy { step in
      guard step.beside == nil, !step.expectations.values.contains(where: \.serverIsJudge) else { return false }
      guard step.world.server[Proxy.self] == nil, step.world.server[StartTLS.self] == nil else { return false }
      guard let path = step.mutation?.path else { return true }
      return path.first != "server"
        || ["present", "staple", "scts", "renegotiation"].contains(path.dropFirst().first ?? "")
        // A client that names a host of the server is shown the flight of that host.
        || path.dropFirst().first == "virtual-hosts" && path.last == "present"
    }
  }

  /// Whether its flights decide the verdict about a validator: each step has one new connection, at once.
  package var isDecidedOffline: Bool {
    isOffline && steps.allSatisfy { $0.isOnNewConnection && $0.delay == .atOnce }
  }

  /// Whether a client's messages or the server's, other than its certificates, decide a step.
  package var isAboutHandshakes: Bool {
    steps.contains { step in
      step.reuse == .session || step.isJudgedByTheServer || !step.world.server.behaviours.isEmpty
        || step.mutation.map { Stimuli.audience(of: $0, in: step.world) == .handshake } ?? false
    }
  }

  /// Whether more than plain new connections to one host decide a step.
  package var isAboutConnections: Bool {
    world.policies.contains { $0.identity != nil }
      || steps.contains { step in
        step.reuse != .none || step.beside != nil || step.isJudgedByTheServer || Stimuli.precedesTLS(step.world.server)
          || !step.world.server[Redirect.self].isEmpty || step.world.server[Misdirected.self] != .none
          || step.world.places.contains { if case .connection = $0.key { true } else { false } }
      }
  }
}

extension Scenario.Step {
  /// Whether it is one new connection, and nothing leads elsewhere.
  package var isOnNewConnection: Bool {
    reuse == .none && world.server[Redirect.self].isEmpty && world.server[Misdirected.self] == .none
  }

  fileprivate var isJudgedByTheServer: Bool {
    expectations.values.contains { $0.serverIsJudge || $0.clientHello != Settings() }
  }
}
