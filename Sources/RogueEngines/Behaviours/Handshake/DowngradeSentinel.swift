internal import RogueModel
internal import RogueTLS

/// A TLS 1.2 server says in its random that it could speak TLS 1.3 (RFC 8446, section 4.1.3): to a client that offered
/// TLS 1.3, an attacker in the middle must have removed that offer.
struct DowngradeSentinel: Behaviour {
  /// The offer of the clients that it is for.
  enum Offer: String, CaseIterable {
    case newest = "tls-1-3"
    /// TLS 1.2 at most: then nothing was removed, and the client continues.
    case older = "tls-1-2"
  }

  /// What the server says that it has negotiated: the last octet.
  enum Choice: String, CaseIterable {
    case tls12 = "tls-1-2"
    /// Or an older version. The ServerHello has TLS 1.2 all the same, and clients compare both values.
    case older = "tls-1-1"
  }

  private static let offer = WordParameter<Offer>(
    "to", default: .newest, "for clients that offer tls-1-3 (default), or tls-1-2 at most")
  private static let choice = WordParameter<Choice>(
    "of", default: .tls12, "the value of servers that negotiate tls-1-2 (default), or tls-1-1 and older")

  static let descriptor = NamedDescriptor(
    name: "downgrade-sentinel", summary: "the random of a TLS 1.2 server holds the downgrade sentinel of TLS 1.3",
    keywords: ["downgrade", "ServerHello.random"],
    parameters: [offer.declared, choice.declared], versions: [.tls12])

  private let offer: Offer
  private let mark: [UInt8]

  init(_ parameters: UseParameters) throws(HarnessFailure) {
    offer = try parameters.word(Self.offer)
    mark = Array("DOWNGRD".utf8) + [try parameters.word(Self.choice) == .tls12 ? 1 : 0]
  }

  func rewrite(_ script: inout HandshakeScript) {
    guard script.version == .tls12 else { return }
    script.at(\.random) { random, _ in
      random.replaceSubrange((random.count - mark.count)..., with: mark)
    }
  }

  func missingOffer(in hello: ClientHello) -> String? {
    guard hello.evidence.versions.contains(TLSVersion.tls13.wireValue) != (offer == .newest) else { return nil }
    return offer == .newest ? "TLS 1.3" : "TLS 1.2 alone"
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    // A client limited to TLS 1.2 was not downgraded.
    guard let hello = seen.first(.serverHello), let answer = ServerHello(body: hello.body), answer.version == 0x0303,
      seen.evidence.clientHello?.versions.contains(TLSVersion.tls13.wireValue) == (offer == .newest)
    else { return false }
    return answer.random.suffix(mark.count).elementsEqual(mark)
  }
}
