internal import RogueModel
internal import RogueTrust

extension Mutant {
  /// Wrong about what was learned on first use.
  static let ofFirstUse: [Mutant] = [
    remembering("knows-hosts-by-subject", "knows a host again by the name in its certificate") {
      $0.knowsBy = .subject
    },
    remembering("knows-hosts-by-issuer", "knows a host again by who issued its certificate") { $0.knowsBy = .issuer },
    remembering("knows-hosts-by-certificate", "takes a renewed certificate of the known key for a stranger's") {
      $0.knowsBy = .certificate
    },
    remembering("learns-changes", "refuses another key once, and knows the host by it from then on") {
      $0.learnsChanges = true
    },
    remembering("learns-what-it-refuses", "knows a host by the certificate that it refused") {
      $0.learnsRefused = true
    },
    remembering("first-use-needs-no-path", "learns whatever a host shows first, whoever issued it") {
      $0.needsPath = false
    },
  ]

  private static func remembering(
    _ name: String, _ summary: String, _ change: @escaping @Sendable (inout FirstUseMemory) -> Void
  ) -> Mutant {
    var memory = FirstUseMemory()
    change(&memory)
    let changed = memory
    var mutant = Mutant(name, summary, make: { PolicyValidator($0) })
    mutant.memory = changed
    return mutant
  }
}
