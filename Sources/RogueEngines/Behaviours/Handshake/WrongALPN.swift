internal import RogueModel
internal import RogueTLS

/// The server's ALPN response is not a single name (RFC 7301, section 3.1: exactly one, of one to 255 bytes). Two
/// programs that read it differently do not speak the same protocol afterwards.
struct WrongALPN: Behaviour {
  enum Form: String, CaseIterable {
    /// The client's first protocol, and another one behind it.
    case twoNames = "two-names"
    case emptyName = "empty-name"
    case emptyList = "empty-list"
    /// The list's length exceeds the extension.
    case truncated
  }

  private static let form = WordParameter<Form>(
    "form", default: .twoNames, "two-names (default), empty-name, empty-list, or truncated (a list that ends too early)"
  )

  static let descriptor = NamedDescriptor(
    name: "wrong-alpn",
    summary: "the server's ALPN response is not one protocol name; presented to clients that offer ALPN",
    keywords: ["ALPN"],
    parameters: [form.declared])

  private static let type = HelloExtension.applicationProtocols.rawValue
  private static let other = Array("rogue/1".utf8)

  private let form: Form

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    form = try parameters.word(Self.form)
  }

  private func content(_ name: [UInt8]) -> [UInt8] {
    var names = ByteWriter(reserving: 32)
    switch form {
    case .twoNames, .truncated:
      names.vector16 { list in
        list.vector8 { $0.append(name) }
        list.vector8 { $0.append(Self.other) }
      }
    case .emptyName: names.vector16 { $0.vector8 { _ in } }
    case .emptyList: names.vector16 { _ in }
    }
    return form == .truncated ? names.bytes.dropLast(Self.other.count) : names.bytes
  }

  private static func message(_ version: TLSVersion) -> HandshakeType {
    version == .tls13 ? .encryptedExtensions : .serverHello
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.at(Self.message(script.version)) { message, now in
      guard !message.isRetryRequest, let name = now.hello.evidence.alpn.first, var extensions = message.extensions
      else { return }
      extensions.removeAll { $0.type == Self.type }
      extensions.append(.init(type: Self.type, content: content(Array(name.utf8))))
      message.extensions = extensions
    }
  }

  func missingOffer(in hello: ClientHello) -> String? {
    hello.evidence.alpn.isEmpty ? "application_layer_protocol_negotiation" : nil
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let version = seen.evidence.version, let name = seen.evidence.clientHello?.alpn.first,
      let message = seen.first(Self.message(version))
    else { return false }
    let wanted = ServerMessage.Extension(type: Self.type, content: content(Array(name.utf8)))
    return message.asWritten.extensions?.contains(wanted) == true
  }
}
