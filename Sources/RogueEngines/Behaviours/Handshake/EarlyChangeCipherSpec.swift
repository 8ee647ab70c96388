internal import RogueModel
internal import RogueTLS

/// The ChangeCipherSpec of a TLS 1.2 server comes before there are keys (RFC 5246, section 7.1; CVE-2014-0224). A
/// client that obeys it derives its keys from an empty secret.
struct EarlyChangeCipherSpec: FixedBehaviour {
  static let descriptor = NamedDescriptor(
    name: "early-change-cipher-spec", summary: "a ChangeCipherSpec before the server's ServerHelloDone",
    keywords: ["ChangeCipherSpec", "CCS"],
    versions: [.tls12])

  func rewrite(_ script: inout HandshakeScript) {
    script.inEachFlight { $0.insert(.changeCipherSpec, before: .serverHelloDone) }
  }

  func isPresented(on seen: SeenConnection) -> Bool {
    // A ServerHelloDone in the clear is four bytes long, nothing protected is.
    zip(seen.records, seen.records.dropFirst()).contains {
      $0.type == .changeCipherSpec && $1 == SeenRecord(.handshake, 4)
    }
  }
}
