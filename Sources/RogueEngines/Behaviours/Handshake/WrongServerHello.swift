internal import RogueModel
internal import RogueTLS

/// The ServerHello selects something that the client did not offer, or that is forbidden (RFC 8446, section 4.1.3; RFC
/// 5246, section 7.4.1.3). A client that accepts it lets the server decide how weak the connection may be.
struct WrongServerHello: Behaviour {
  enum Fault: String, CaseIterable {
    case version
    case suite = "cipher-suite"
    case compression
    /// TLS 1.3 echoes the client's session id.
    case session = "session-id"
    /// The group of the key share; TLS 1.3 only.
    case group
  }

  private static let fault = WordParameter<Fault>(
    "fault", default: .suite,
    "version, cipher-suite (RC4, or without encryption), compression, session-id (TLS 1.3: another id) or group (TLS 1.3)",
    isRequired: true,
    keywords: [
      Fault.group.rawValue: ["key_share", "supported_groups"], Fault.version.rawValue: ["supported_versions"],
      Fault.session.rawValue: ["legacy_session_id_echo"], Fault.suite.rawValue: ["cipher suite"],
    ])

  static let descriptor = NamedDescriptor(
    name: "wrong-server-hello", summary: "the ServerHello selects what the client did not offer",
    parameters: [fault.declared])

  /// A version that does not exist yet.
  private static let nextVersion: UInt16 = 0x0305
  /// secp224r1 (RFC 8422, section 5.1.1), deprecated long before there was TLS 1.3.
  private static let otherGroup: UInt16 = 21
  /// TLS_ECDHE_ECDSA_WITH_RC4_128_SHA (RFC 7465), and TLS_SHA256_SHA256, which encrypts nothing (RFC 9150).
  private static func otherSuite(_ version: TLSVersion) -> UInt16 { version == .tls12 ? 0xC007 : 0xC0B4 }

  private let fault: Fault

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    fault = try parameters.word(Self.fault)
  }

  func rewrite(_ script: inout HandshakeScript) {
    let version = script.version
    script.at(.serverHello) { message, now in
      if now.stage == .first { spoil(&message, version) }
    }
  }

  private func spoil(_ message: inout ServerMessage, _ version: TLSVersion) {
    guard let sessionID = message.sessionIDRange else { return }
    switch fault {
    case .suite: Self.put(Self.otherSuite(version), at: sessionID.upperBound, in: &message.body)
    case .compression: message.body[sessionID.upperBound + 2] = 1
    case .session:
      guard version == .tls13 else { return }
      let last = message.body[sessionID].index(before: sessionID.upperBound)
      if sessionID.count == 1 {
        message.body.replaceSubrange(sessionID, with: [32] + [UInt8](repeating: 1, count: 32))
      } else {
        message.body[last] ^= 1
      }
    case .version where version == .tls12: Self.put(Self.nextVersion, at: 0, in: &message.body)
    case .version: Self.replace(.supportedVersions, in: &message, with: Self.nextVersion)
    case .group: Self.replace(.keyShare, in: &message, with: Self.otherGroup)
    }
  }

  private static func put(_ number: UInt16, at index: Int, in body: inout [UInt8]) {
    body[index] = UInt8(number >> 8)
    body[index + 1] = UInt8(truncatingIfNeeded: number)
  }

  /// Puts another number at the start of an extension.
  private static func replace(_ type: HelloExtension, in message: inout ServerMessage, with number: UInt16) {
    guard var extensions = message.extensions,
      let index = extensions.firstIndex(where: { $0.type == type.rawValue && $0.content.count >= 2 })
    else { return }
    put(number, at: 0, in: &extensions[index].content)
    message.extensions = extensions
  }

  private static func number(_ type: HelloExtension, in message: ServerMessage) -> UInt16? {
    guard let content = message.extensions?.first(where: { $0.type == type.rawValue })?.content else { return nil }
    var cursor = ByteCursor(content[...])
    return cursor.uint16()
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let offer = seen.evidence.clientHello,
      let message = seen.messages.lazy.map(\.asWritten).first(where: { $0.type == .serverHello && !$0.isRetryRequest }),
      let sessionID = message.sessionIDRange
    else { return false }
    var start = ByteCursor(message.body[sessionID.upperBound...])
    let suite = start.uint16()
    let compression = start.uint8()
    switch fault {
    case .suite: return suite.map { !offer.cipherSuites.contains($0) } ?? false
    case .compression: return compression == 1
    case .session: return seen.evidence.version == .tls13 && !seen.echoesSession
    case .version:
      let legacy = UInt16(message.body[0]) << 8 | UInt16(message.body[1])
      let chosen = Self.number(.supportedVersions, in: message) ?? legacy
      return !offer.versions.contains(chosen) && chosen == Self.nextVersion
    case .group:
      guard let group = Self.number(.keyShare, in: message) else { return false }
      return !offer.groups.contains(group)
    }
  }
}
