internal import RogueModel
internal import RogueTLS

/// The server acknowledges the client's server name (RFC 6066, section 3): with nothing else where it is
/// right, in EncryptedExtensions (TLS 1.3) or in the ServerHello.
struct SNIResponse: Behaviour {
  enum Form: String, CaseIterable {
    /// As it should be: empty, in the right message.
    case empty
    /// It contains a name.
    case name
    /// In TLS 1.3, it is in the ServerHello, which may contain only what the keys depend on (RFC 8446, section 4.2).
    case misplaced
    case twice
  }

  private static let form = WordParameter<Form>(
    "form", default: .empty,
    "empty (default, as it should be), name (the name is in it), misplaced (in the ServerHello of TLS "
      + "1.3) or twice")

  static let descriptor = NamedDescriptor(
    name: "sni-response", summary: "the server acknowledges the server name; presented to clients that send one",
    keywords: ["SNI", "server_name"],
    parameters: [form.declared])

  private static let type = HelloExtension.serverName.rawValue

  private let form: Form

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    form = try parameters.word(Self.form)
  }

  private func message(_ version: TLSVersion) -> HandshakeType? {
    guard version == .tls13 else { return form == .misplaced ? nil : .serverHello }
    return form == .misplaced ? .serverHello : .encryptedExtensions
  }

  private func answers(_ name: String) -> [ServerMessage.Extension] {
    var content = ByteWriter(reserving: 64)
    if form == .name {
      content.vector16 { names in
        names.uint8(0)
        names.vector16 { $0.append(name.utf8) }
      }
    }
    let answer = ServerMessage.Extension(type: Self.type, content: content.bytes)
    return form == .twice ? [answer, answer] : [answer]
  }

  func rewrite(_ script: inout HandshakeScript) {
    guard let type = message(script.version) else { return }
    script.at(type) { message, now in
      guard !message.isRetryRequest, let name = now.hello.evidence.serverName, let extensions = message.extensions
      else { return }
      message.extensions = extensions + answers(name)
    }
  }

  func missingOffer(in hello: ClientHello) -> String? { hello.evidence.serverName == nil ? "server_name" : nil }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let version = seen.evidence.version, let name = seen.evidence.clientHello?.serverName,
      let type = message(version), let message = seen.first(type)
    else { return false }
    return message.asWritten.extensions?.filter { $0.type == Self.type } == answers(name)
  }
}
