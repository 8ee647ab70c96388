public import RogueModel

/// Whether the extension post_handshake_auth is present, without which no server may request a certificate after the
/// handshake (RFC 8446, sections 4.2.6 and 4.6.2).
public enum PostHandshakeDemand: HelloDemand {
  public static let standard: Bool? = nil
  public static let name = "post-handshake-auth"
  public static let summary =
    "the post_handshake_auth extension, which lets a server request a certificate after the handshake (RFC 8446, section 4.2.6)"

  public static let written: SettingParser<Bool?> = .optionalFlag

  public static func text(_ value: Bool?) -> String? { value.map { String($0) } }

  public static func objection(_ value: Bool?, to hello: ClientHelloEvidence, asking host: String) -> String? {
    guard let value, value != hello.offersPostHandshakeAuthentication else { return nil }
    return value ? "offers no authentication after the handshake (post_handshake_auth)" : "offers post_handshake_auth"
  }
}
