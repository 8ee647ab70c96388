package import RogueAdapters
package import RogueModel
package import RogueTLS

extension SwiftClientAdapter {
  /// For each check a client that makes all the others.
  ///
  /// - Parameter checks: those that are left out, one by each.
  package static func mutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator,
    of checks: Set<ClientCheck> = Set(ClientCheck.allCases)
  ) -> [SwiftClientAdapter] {
    ClientCheck.allCases.filter(checks.contains).map { check in
      SwiftClientAdapter(
        name: "mutant-without-\(check.rawValue)", summary: "a TLS client that \(check.omission)", isControl: true,
        checks: Set(ClientCheck.allCases).subtracting([check]), makeValidator: makeValidator)
    }
  }

  /// For each mistake in a ClientHello a client that makes this one.
  package static func helloMutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator
  ) -> [SwiftClientAdapter] {
    HelloMistake.allCases.map { mistake in
      SwiftClientAdapter(
        name: "mutant-without-\(mistake.rawValue)", summary: "a TLS client that \(mistake.mistake)", isControl: true,
        adjust: mistake.make, makeValidator: makeValidator)
    }
  }
}

extension InProcessAdapter {
  /// For each check a client that makes all the others.
  ///
  /// - Parameter checks: those that are left out, one by each.
  package static func mutants(
    _ makeValidator: @escaping @Sendable () -> any ChainValidator, of checks: Set<ConnectionCheck> = .all
  ) -> [InProcessAdapter] {
    ConnectionCheck.allCases.filter(checks.contains).map { check in
      // Its probes are connections, too: a server whose fault is on one of them counts differently, and what precedes TLS
      // comes once.
      let declined: Set<Capability> =
        check == .probe ? Set([.redirects, .proxy] + StartTLSRecipe.Language.allCases.map(Capability.startTLS)) : []
      return InProcessAdapter(
        name: "mutant-without-\(check.rawValue)", summary: "a client that \(check.omission)", isControl: true,
        capabilities: usualCapabilities.union([.clock]).subtracting(declined), alwaysRequestsStaple: true,
        checks: Set.all.subtracting([check]), makeValidator: makeValidator)
    }
  }
}
