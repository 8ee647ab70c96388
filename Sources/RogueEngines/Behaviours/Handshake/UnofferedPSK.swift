internal import RogueModel
internal import RogueTLS

/// The ServerHello resumes a session that the client did not offer (RFC 8446, section 4.2.11: the client checks that
/// the selected identity is within the range that it supplied).
///
/// A client that accepts it no longer knows which secret the connection rests on, and in the worst case not even
/// whether any server was authenticated.
struct UnofferedPSK: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "unoffered-psk", summary: "the ServerHello selects a PSK that the client did not offer",
    keywords: ["PSK", "pre_shared_key"],
    versions: [.tls13])

  /// No ClientHello has room for so many.
  private static let selected: [UInt8] = [0x7F, 0xFF]

  func rewrite(_ script: inout HandshakeScript) {
    guard script.version == .tls13 else { return }
    script.at(.serverHello) { message, now in
      guard now.stage != .retry, var extensions = message.extensions else { return }
      let type = HelloExtension.preSharedKey.rawValue
      extensions.removeAll { $0.type == type }
      extensions.append(.init(type: type, content: Self.selected))
      message.extensions = extensions
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.evidence.version == .tls13
      && seen.messages.contains { message in
        message.type == .serverHello
          && message.asWritten.extensions?.contains {
            $0.type == HelloExtension.preSharedKey.rawValue && $0.content == Self.selected
          } == true
      }
  }
}
