internal import RogueDecisions
internal import RogueModel

/// The last factor of circumstances, and of tables whose axes name no versions of TLS: it decides nothing, and a cell has
/// one version.
enum VersionFactor {
  static let name = "version"
  static let versions: [TLSVersion] = [.tls13, .tls12]
  static let factor = DecisionTable.Factor(name, versions.map(\.rawValue))
}
