internal import RogueModel
internal import RogueTLS

/// The server speaks a forbidden version, from the ServerHello to the last byte of the reply, whatever the client
/// offers (RFC 7568: SSL 3.0; RFC 8996: TLS 1.0 and 1.1).
///
/// The handshake is right for its version, so a client that still speaks the version, or accepts it, gets a response.
/// The ciphers are those of that time: AES in CBC mode, and for SSL 3.0 RSA key transport.
struct OldVersion: Behaviour {
  enum Version: String, CaseIterable {
    case ssl30 = "ssl3.0"
    case tls10 = "tls1.0"
    case tls11 = "tls1.1"

    var legacyVersion: LegacyVersion {
      switch self {
      case .ssl30: .ssl30
      case .tls10: .tls10
      case .tls11: .tls11
      }
    }

    /// AES in CBC mode with SHA-1, by RSA key transport and with ephemeral keys.
    var suites: Set<UInt16> {
      let transport: Set<UInt16> = [0x002F, 0x0035]
      return self == .ssl30 ? transport : transport.union([0xC009, 0xC00A, 0xC013, 0xC014])
    }

    var name: String {
      switch self {
      case .ssl30: "SSL 3.0"
      case .tls10: "TLS 1.0"
      case .tls11: "TLS 1.1"
      }
    }
  }

  private static let version = WordParameter<Version>(
    "version", default: .tls10, "ssl3.0 (RSA keys), tls1.0 (default) or tls1.1")

  static let descriptor = NamedDescriptor(
    name: "old-version", summary: "the server speaks only a version that is no longer allowed",
    keywords: ["SSL 3.0", "TLS 1.0", "TLS 1.1"],
    parameters: [version.declared],
    versions: [.tls12], demands: [.minimumTLS])

  private let version: Version

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    version = try parameters.word(Self.version)
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.legacyVersion = version.legacyVersion
  }

  /// A client that offers none of the suites refuses the suite, and does not check the version.
  func missingOffer(in hello: ClientHello) -> String? {
    let isOffered = hello.evidence.cipherSuites.contains(where: version.suites.contains)
    return isOffered ? nil : "a cipher suite of \(version.name)"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.evidence.olderVersion == version.legacyVersion.rawValue && seen.hasWholeFlight
  }
}
