public import RogueModel

/// The only version that is spoken; nil: that of the case.
public enum FixedVersion: ServerSetting {
  public static let written: SettingParser<TLSVersion?> = .optionalWord()

  public static let stimulus = Stimulus<ServerRecipe>(
    "tls", "the only version spoken; default: that of the case",
    evidence: .setting, text: { $0[FixedVersion.self]?.rawValue }
  )
  .needing { server, _ in server[FixedVersion.self].map { [.tls($0)] } ?? [] }

  /// An attempt has its version by itself.
  public static func serve(_ value: TLSVersion?, of minted: MintedWorld, into settings: inout Settings) {}
}
