internal import RogueModel

extension PathCheck {
  /// The leaf's key may do what a server does with it: sign handshakes, or in TLS 1.2 decrypt what an RSA key is sent.
  static var leafKeyUsage: PathCheck {
    PathCheck("path/leaf-key-usage", "RFC 8446, section 4.4.2.2; RFC 5246, section 7.4.2") { path in
      guard path.question.purpose == .server, let leaf = path.certificates.first, leaf.facts.isIdle else { return [] }
      return [TrustProblem(.keyUsage, "the leaf's key may not sign handshakes", index: 0)]
    }
  }
}
