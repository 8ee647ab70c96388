internal import RogueModel
internal import RogueTLS

/// The server's early_data extension is not that of an honest server (RFC 8446, section 4.2.10).
struct EarlyDataResponse: Behaviour {
  enum Form: String, CaseIterable {
    /// The server turns it down, which it may: the request is made again after the handshake.
    case refused = "declined"
    /// It accepts early data that was never offered.
    case unsolicited
    /// The server accepts early data, and then continues without any session.
    case withoutSession = "without-psk"
    /// It takes it, and names another application protocol than the session's, which the client offered as well.
    case anotherProtocol = "alpn-changed"
    /// It takes it, and names no application protocol where the session has one.
    case noProtocol = "alpn-dropped"
  }

  private static let form = WordParameter<Form>(
    "form", default: .refused,
    "declined (default; allowed), unsolicited (accepted where none was offered), without-psk (accepted without "
      + "the session), alpn-changed or alpn-dropped (accepted with another protocol than the session's, or none)")

  static let descriptor = NamedDescriptor(
    name: "early-data-response", summary: "the server's response to the offer of early data is not the expected one",
    keywords: ["early_data", "0-RTT"],
    parameters: [form.declared], versions: [.tls13])

  private static let type = HelloExtension.earlyData.rawValue

  private static let protocolType = HelloExtension.applicationProtocols.rawValue

  /// The extension that selects a protocol (RFC 7301, section 3.1).
  private static func protocolAnswer(_ name: String) -> [UInt8] {
    var answer = ByteWriter(reserving: 16)
    answer.vector16 { list in list.vector8 { $0.append(name.utf8) } }
    return answer.bytes
  }

  private let form: Form

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    form = try parameters.word(Self.form)
  }

  func rewrite(_ script: inout HandshakeScript) {
    switch form {
    case .refused: script.takesEarlyData = false
    case .withoutSession:
      script.takesEarlyData = false
      script.honoursSessions = false
    case .unsolicited, .anotherProtocol, .noProtocol: break
    }
    script.at(.encryptedExtensions) { message, now in answer(now.hello, &message) }
  }

  private func answer(_ hello: ClientHello, _ message: inout ServerMessage) {
    guard var extensions = message.extensions else { return }
    let takes = extensions.contains { $0.type == Self.type }
    switch form {
    case .refused: return
    case .unsolicited where !hello.offersEarlyData, .withoutSession where hello.offersEarlyData && !takes:
      extensions.append(.init(type: Self.type, content: []))
    case .unsolicited, .withoutSession: return
    case .anotherProtocol, .noProtocol:
      guard takes, let place = extensions.firstIndex(where: { $0.type == Self.protocolType }) else { return }
      let honest = extensions.remove(at: place).content
      let others = hello.evidence.alpn.map(Self.protocolAnswer).filter { $0 != honest }
      if form == .anotherProtocol {
        guard let other = others.first else { return }
        extensions.insert(.init(type: Self.protocolType, content: other), at: place)
      }
    }
    message.extensions = extensions
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard let hello = seen.firstHello, let extensions = seen.first(.encryptedExtensions)?.asWritten.extensions else {
      return false
    }
    let takes = extensions.contains { $0.type == Self.type }
    switch form {
    case .refused: return hello.offersEarlyData && !takes
    case .unsolicited: return !hello.offersEarlyData && takes
    case .withoutSession: return hello.offersEarlyData && takes && !seen.evidence.resumed
    case .anotherProtocol, .noProtocol:
      guard hello.offersEarlyData, takes, seen.evidence.resumed, let begun = seen.sessionProtocolName else {
        return false
      }
      return form == .noProtocol
        ? seen.protocolName == nil
        : seen.protocolName.map { $0 != begun && hello.evidence.alpn.contains($0) } ?? false
    }
  }
}
