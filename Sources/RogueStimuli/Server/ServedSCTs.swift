public import RogueModel

/// Signed certificate timestamps in the TLS extension, about the first certificate (RFC 6962, section 3.3.1).
public enum ServedSCTs: ServerSetting {
  public static let written: SettingParser<SCTListRecipe?> = .typed(.scts)

  public static let stimulus = Stimulus<ServerRecipe>(
    "scts", "SCTs sent in the TLS extension, about the first certificate; default none",
    evidence: .always(.scts, seenBy: .handshake), text: { $0[ServedSCTs.self]?.description ?? "none" }
  )
  .found(by: "SCT", "CT", "signed_certificate_timestamp")
  .limited { world, serving in
    serving.engine == .gnutls && world.server[ServedSCTs.self] != nil
      ? "GnuTLS has no place for SCTs in the handshake" : nil
  }

  /// They are in the presentation, as bytes.
  public static func serve(_ value: SCTListRecipe?, of minted: MintedWorld, into settings: inout Settings) {}
}
