internal import RogueModel
internal import RogueOpenSSL
internal import RogueStimuli

/// Judges the Certificate message of a client.
struct ClientChainRule: Sendable {
  let list: ClientChain.List

  enum Decision: Sendable, Hashable {
    case accept
    case refuse(PeerVerdict, because: String)
  }

  func decide(_ flight: TLSPeerFlight) -> Decision {
    switch flight.path {
    case .trusted: break
    case .untrusted(_, let words, let depth):
      return .refuse(.refuseAsVerified, because: "no path to an accepted CA: \(words) (at depth \(depth))")
    case nil:
      return .refuse(.refuse(.certificateUnknown), because: "no path was built")
    }
    guard list == .strict, let fault = Self.strictFault(in: flight.certificates) else { return .accept }
    return .refuse(.refuse(.badCertificate), because: fault)
  }

  /// The fault of a list that must hold the leaf first and once, then each issuer after what it certifies, and no
  /// root (RFC 5246, section 7.4.2); nil when nothing is. Entries are counted from 1.
  static func strictFault(in certificates: [[UInt8]]) -> String? {
    guard let leaf = certificates.first else { return "the list is empty" }
    var places: [[UInt8]: Int] = [:]
    for (index, certificate) in certificates.enumerated() {
      if let earlier = places.updateValue(index, forKey: certificate) {
        let what = earlier == 0 ? "the leaf" : "entry \(earlier + 1)"
        return "entry \(index + 1) repeats \(what)"
      }
    }
    if CertificateOrder.isCA(leaf) { return "entry 1 is a CA, not the leaf" }
    for (index, certificate) in certificates.enumerated().dropFirst() {
      if !CertificateOrder.certifies(certificate, certificates[index - 1]) {
        return "entry \(index + 1) does not certify entry \(index)"
      }
      if CertificateOrder.certifies(certificate, certificate) { return "entry \(index + 1) is a root" }
    }
    return nil
  }
}
