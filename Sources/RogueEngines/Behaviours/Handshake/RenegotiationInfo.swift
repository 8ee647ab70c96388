internal import RogueModel
internal import RogueTLS

/// The server's renegotiation_info does not tie a handshake to the one before it (RFC 5746).
///
/// A client that does not compare it takes a second handshake that an attacker has spliced onto the connection for the
/// server's.
struct RenegotiationInfo: Behaviour {
  enum Form: String, CaseIterable {
    /// The renegotiation has none.
    case missing
    /// The renegotiation has that of a first handshake.
    case empty
    /// In the renegotiation, the last byte of the server's verify_data is another.
    case wrong
    /// The first handshake claims to be a renegotiation (section 3.4).
    case premature
  }

  private static let form = WordParameter<Form>(
    "form", default: .missing,
    "of the renegotiation: missing (default), empty (as in a first handshake) or wrong (other verify_data); premature: "
      + "the first handshake has verify_data")

  static let descriptor = NamedDescriptor(
    name: "renegotiation-info",
    summary: "renegotiation_info does not tie a handshake to the one before it; presented to clients that offer it",
    keywords: ["renegotiation_info", "secure renegotiation"],
    parameters: [form.declared], versions: [.tls12])

  private static let type = HelloExtension.renegotiationInfo.rawValue
  /// A length byte and the verify_data of both sides.
  private static let length = 1 + 2 * 12

  private let form: Form

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    form = try parameters.word(Self.form)
  }

  func rewrite(_ script: inout HandshakeScript) {
    script.at(.serverHello) { message, _ in
      guard let extensions = message.extensions else { return }
      message.extensions = extensions.compactMap { $0.type == Self.type ? changed($0) : $0 }
    }
  }

  private func changed(_ right: ServerMessage.Extension) -> ServerMessage.Extension? {
    var other = right
    switch (form, right.content.count > 1) {
    case (.missing, true): return nil
    case (.empty, true): other.content = [0]
    case (.wrong, true): other.content[right.content.count - 1] ^= 1
    case (.premature, false): other.content = [UInt8(Self.length - 1)] + [UInt8](repeating: 0, count: Self.length - 1)
    case (.premature, true), (_, false): break
    }
    return other
  }

  func missingOffer(in hello: ClientHello) -> String? {
    Handshake12.knowsRenegotiation(hello) ? nil : "renegotiation_info"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    let contents = seen.messages.filter { $0.type == .serverHello }.map { hello in
      (hello.asWritten.extensions ?? []).first { $0.type == Self.type }?.content
    }
    if form == .premature { return contents.first??.count == Self.length }
    guard contents.count > 1, contents[0] == [0] else { return false }
    switch form {
    case .missing: return contents[1] == nil
    case .empty: return contents[1] == [0]
    case .wrong, .premature: return contents[1]?.count == Self.length
    }
  }
}
