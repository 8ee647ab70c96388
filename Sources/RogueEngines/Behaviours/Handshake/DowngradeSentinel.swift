internal import RogueModel
internal import RogueTLS

/// A TLS 1.2 server says in its random that it could speak TLS 1.3 (RFC 8446, section 4.1.3): to a client that offered
/// TLS 1.3, somebody in the middle must have taken that offer out.
struct DowngradeSentinel: Behaviour {
  static let descriptor = NamedDescriptor(
    name: "downgrade-sentinel", summary: "the random of a TLS 1.2 server holds the downgrade sentinel of TLS 1.3",
    keywords: ["downgrade", "ServerHello.random"],
    versions: [.tls12])

  /// "DOWNGRD" and 1.
  private static let mark: [UInt8] = [0x44, 0x4F, 0x57, 0x4E, 0x47, 0x52, 0x44, 0x01]

  init(_ parameters: UseParameters) {}

  func rewrite(_ script: inout HandshakeScript) {
    guard script.version == .tls12 else { return }
    script.at(\.random) { random, _ in
      random.replaceSubrange((random.count - Self.mark.count)..., with: Self.mark)
    }
  }

  func missingOffer(in hello: ClientHello) -> String? {
    hello.evidence.versions.contains(TLSVersion.tls13.wireValue) ? nil : "TLS 1.3"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    // Who can only TLS 1.2 was not downgraded.
    guard let hello = seen.first(.serverHello), let answer = ServerHello(body: hello.body), answer.version == 0x0303,
      seen.evidence.clientHello?.versions.contains(TLSVersion.tls13.wireValue) == true
    else { return false }
    return answer.random.suffix(Self.mark.count).elementsEqual(Self.mark)
  }
}
