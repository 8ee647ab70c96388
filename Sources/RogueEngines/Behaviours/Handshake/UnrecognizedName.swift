internal import RogueModel
internal import RogueTLS

/// The server warns that it does not know the name, and continues (RFC 6066, section 3: clients may continue or not).
struct UnrecognizedName: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "unrecognized-name", summary: "an unrecognized_name alert at level warning, and then the handshake",
    keywords: ["SNI", "server_name", "unrecognized_name"])

  private static let code: UInt8 = 112

  func rewrite(_ script: inout HandshakeScript) {
    script[.first].insert(.record(.alert, [1, Self.code]), before: .serverHello)
  }

  func missingOffer(in hello: ClientHello) -> String? { hello.evidence.serverName == nil ? "server_name" : nil }

  func isPresented(on seen: SeenConnection) -> Bool {
    seen.evidence.alerts.contains { $0.from == .server && $0.code == Self.code && !$0.isFatal }
  }
}
