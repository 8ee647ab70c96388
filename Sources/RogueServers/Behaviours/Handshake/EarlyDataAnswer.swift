internal import RogueModel
internal import RogueTLS

/// What the server says about early data is not what an honest one would say to this client (RFC 8446, section 4.2.10).
struct EarlyDataAnswer: Behaviour {
  enum Form: String, CaseIterable {
    /// The server turns it down, which it may: the request is made again after the handshake.
    case refused
    /// It says that it takes what was never offered.
    case unsolicited
    /// It says that it takes it, and goes on with no session at all.
    case withoutSession = "without-session"
  }

  static let descriptor = NamedDescriptor(
    name: "early-data-answer", summary: "the server's answer about early data is not what was to be expected",
    parameters: [
      .init(
        name: "form", kind: .text,
        summary:
          "refused (default; allowed), unsolicited (taken where none was offered) or without-session (taken while "
          + "the session is not)",
        choices: Form.allCases.map(\.rawValue))
    ], versions: [.tls13])

  private static let type = HelloExtension.earlyData.rawValue

  private let form: Form

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    form = try parameters.word("form", default: .refused)
  }

  var takesEarlyData: Bool { form == .unsolicited }
  var honoursSessions: Bool { form != .withoutSession }

  func answer(_ hello: ClientHello, _ message: inout ServerMessage, _ version: TLSVersion) {
    guard message.type == .encryptedExtensions, var extensions = message.extensions else { return }
    let takes = extensions.contains { $0.type == Self.type }
    switch form {
    case .refused: return
    case .unsolicited where !hello.offersEarlyData, .withoutSession where hello.offersEarlyData && !takes:
      extensions.append(.init(type: Self.type, content: []))
    case .unsolicited, .withoutSession: return
    }
    message.extensions = extensions
  }

  func isTold(_ seen: SeenConnection) -> Bool {
    guard let hello = seen.firstHello, let extensions = seen.first(.encryptedExtensions)?.asWritten.extensions else {
      return false
    }
    let takes = extensions.contains { $0.type == Self.type }
    switch form {
    case .refused: return hello.offersEarlyData && !takes
    case .unsolicited: return !hello.offersEarlyData && takes
    case .withoutSession: return hello.offersEarlyData && takes && !seen.evidence.resumed
    }
  }
}
