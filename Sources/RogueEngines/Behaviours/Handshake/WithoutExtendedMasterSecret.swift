internal import RogueModel
internal import RogueTLS

/// The server does not confirm extended_master_secret, which binds the keys to their handshake (RFC 7627).
///
/// In a first handshake that is allowed, because old servers do not know it. A session that started with it must not be
/// resumed without it (section 5.3): an attacker who has synchronised two sessions could move the client from one to
/// the other.
struct WithoutExtendedMasterSecret: Behaviour {
  enum Moment: String, CaseIterable {
    case handshake
    case resumption
  }

  private static let moment = WordParameter<Moment>(
    "at", default: .handshake,
    "handshake (default: a full one, where it is allowed) or resumption (of a session that used it)")

  static let descriptor = NamedDescriptor(
    name: "without-extended-master-secret",
    summary: "the server does not use the extended master secret that the client offers",
    keywords: ["EMS", "extended_master_secret"],
    parameters: [moment.declared], versions: [.tls12])

  private static let type = HelloExtension.extendedMasterSecret.rawValue

  private let moment: Moment

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    moment = try parameters.word(Self.moment)
  }

  func rewrite(_ script: inout HandshakeScript) {
    switch (moment, script.version) {
    case (.handshake, _): script.knowsExtendedMasterSecret = false
    case (.resumption, .tls12):
      script.at(.serverHello) { message, now in
        guard now.stage == .resumed, var extensions = message.extensions else { return }
        extensions.removeAll { $0.type == Self.type }
        message.extensions = extensions
      }
    case (.resumption, .tls13): return
    }
  }

  func missingOffer(in hello: ClientHello) -> String? {
    hello.extensions.contains(.extendedMasterSecret) ? nil : "extended_master_secret"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    guard seen.evidence.version == .tls12, seen.evidence.resumed == (moment == .resumption),
      seen.firstHello?.extensions.contains(.extendedMasterSecret) == true, let hello = seen.first(.serverHello)
    else { return false }
    // A ServerHello that answers nothing at all has no list.
    return !(hello.asWritten.extensions ?? []).contains { $0.type == Self.type }
  }
}
