internal import RogueModel
internal import RogueOpenSSL
internal import RogueTLS

/// The server sends the leaf's key without a certificate, as a raw public key (RFC 7250), although the client did not
/// ask for one.
///
/// The handshake signature verifies with that key. A client that accepts it has nothing to compare with a name or an
/// anchor; with a pin it would have the key (CVE-2024-12797 is about a library that continues if the key was not
/// compared).
struct RawPublicKey: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "raw-public-key", summary: "the server sends a raw public key, which the client did not offer to accept",
    keywords: ["RFC 7250", "server_certificate_type"])

  /// server_certificate_type: RawPublicKey (RFC 7250, section 4.2).
  private static let choice = ServerMessage.Extension(
    type: HelloExtension.serverCertificateType.rawValue, content: [2])

  private static func carrier(_ version: TLSVersion) -> HandshakeType {
    version == .tls13 ? .encryptedExtensions : .serverHello
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.replacesCertificate = true
    script.at(Self.carrier(version)) { message, now in
      guard now.stage == .first, let extensions = message.extensions else { return }
      message.extensions = extensions + [Self.choice]
    }
    script.at(.certificate) { message, now in
      if now.stage == .first { Self.strip(&message, version) }
    }
  }

  /// Leaves nothing of a list than the key of its first certificate.
  private static func strip(_ message: inout ServerMessage, _ version: TLSVersion) {
    guard let leaf = CertificateMessage(body: message.body[...], version: version).entries.first,
      let key = CertificateFields(der: leaf)?.publicKey
    else { return }
    message = ServerMessage(.certificate, reserving: key.count + 16) { body in
      guard version == .tls13 else { return body.vector24 { $0.append(key) } }
      body.uint8(0)
      body.vector24 { list in
        list.vector24 { $0.append(key) }
        list.vector16 { _ in }
      }
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let version = seen.evidence.version, let chosen = seen.first(Self.carrier(version))?.asWritten.extensions,
      chosen.contains(Self.choice), seen.hasWholeFlight, let message = seen.first(.certificate)
    else { return false }
    var cursor = ByteCursor(message.body)
    if version == .tls13 { _ = cursor.vector8() }
    guard var list = cursor.vector24().map(ByteCursor.init), cursor.isAtEnd else { return false }
    let key = version == .tls13 ? list.vector24() : list.rest
    return key.map { (try? PublicKey(spki: Array($0))) != nil } ?? false
  }
}
