internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about what was learned on first use.
  static let ofFirstUse: [Mutant] = [
    firstUseVariant("knows-hosts-by-subject", "recognises a host by the subject of its certificate") {
      $0.knowsBy = .subject
    },
    firstUseVariant("knows-hosts-by-issuer", "recognises a host by the issuer of its certificate") {
      $0.knowsBy = .issuer
    },
    firstUseVariant("knows-hosts-by-certificate", "refuses a renewed certificate with the known key") {
      $0.knowsBy = .certificate
    },
    firstUseVariant("learns-changes", "refuses another key once, and then trusts it") {
      $0.learnsChanges = true
    },
    firstUseVariant("learns-what-it-refuses", "stores the key of a certificate that it refused") {
      $0.learnsRefused = true
    },
    firstUseVariant("first-use-needs-no-path", "stores the first key of a host without validating its path") {
      $0.needsPath = false
    },
  ]

  /// Wrong about trust on first use; cells of tables have to catch them.
  static let tableFirstUse: [Mutant] = [
    firstUseVariant("forgets-expired-keys", "learns another key once the certificate that it has learned has expired") {
      $0.forgetsExpired = true
    }
  ]

  static func firstUseVariant(
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
