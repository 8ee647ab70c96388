internal import RogueModel
internal import RogueTLS

/// The server answers an extension that the client did not send (RFC 8446, section 4.2: unsupported_extension), or
/// chooses an application protocol that was not offered (RFC 7301, section 3.2).
struct UnsolicitedExtension: Behaviour {
  enum Answer: String, CaseIterable {
    case unknown
    case alpn
    /// The key_share of a ServerHello, in EncryptedExtensions; in TLS 1.2 it has no place at all.
    case misplaced
  }

  private static let answer = WordParameter<Answer>(
    "extension", default: .unknown,
    "unknown (default; an unassigned type), alpn (a protocol that was not offered) or misplaced "
      + "(the key share in EncryptedExtensions)",
    keywords: [Answer.alpn.rawValue: ["ALPN"], Answer.misplaced.rawValue: ["key_share"]])

  static let descriptor = NamedDescriptor(
    name: "unsolicited-extension", summary: "an extension that the client did not offer, or one in the wrong message",
    parameters: [answer.declared])

  private static let unassigned: UInt16 = 0xFD5A
  private static let strangeProtocol = Array("rogue/1".utf8)

  private let answer: Answer

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    answer = try parameters.word(Self.answer)
  }

  private var addition: ServerMessage.Extension {
    switch answer {
    case .unknown: return .init(type: Self.unassigned, content: [])
    case .misplaced: return .init(type: HelloExtension.keyShare.rawValue, content: [0, 29])
    case .alpn:
      var content = ByteWriter(reserving: 16)
      content.vector16 { $0.vector8 { $0.append(Self.strangeProtocol) } }
      return .init(type: HelloExtension.applicationProtocols.rawValue, content: content.bytes)
    }
  }

  private static func type(_ version: TLSVersion) -> HandshakeType {
    version == .tls13 ? .encryptedExtensions : .serverHello
  }

  func rewrite(_ script: inout HandshakeScript) {
    let addition = addition
    script.at(Self.type(script.version)) { message, now in
      guard now.stage == .first, var extensions = message.extensions else { return }
      extensions.removeAll { $0.type == addition.type }
      extensions.append(addition)
      message.extensions = extensions
    }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let version = seen.evidence.version, let message = seen.first(Self.type(version)) else { return false }
    return message.asWritten.extensions?.contains(addition) == true
  }
}
