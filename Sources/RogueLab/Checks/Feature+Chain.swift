internal import RogueModel
internal import RogueTrust

extension Feature {
  /// Of the flight as a whole.
  static let ofChains: [Feature] = [
    .count("chain.count", "how many certificates the server presents", 0...5) { $0.flight.certificates.count },
    .one("chain.root", "whether a root is presented", ["none", "anchor", "other"], of: ["certificate.issuer"]) {
      sight in
      let roots = sight.cas.filter(\.facts.isSelfIssued)
      guard !roots.isEmpty else { return "none" }
      return roots.contains { root in sight.anchors.contains { $0.der == root.der } } ? "anchor" : "other"
    },
    .one("chain.order", "whether each certificate's issuer follows it", ["in-order", "mixed"]) { sight in
      guard sight.served.count > 1 else { return nil }
      let follows = zip(sight.served, sight.served.dropFirst()).allSatisfy { below, above in
        guard let below, let above else { return false }
        return below.facts.issuer == above.facts.subject
      }
      return follows ? "in-order" : "mixed"
    },
    Feature("chain.surplus", "what is presented beside the path", ["none", "certificate", "copy", "other-bytes"]) {
      sight in
      let used = Set(sight.paths.flatMap(\.self))
      let certificates = sight.flight.certificates
      let surplus = [
        sight.served.contains { $0.map { !used.contains($0.der) } ?? false } && !used.isEmpty ? "certificate" : nil,
        Set(certificates).count < certificates.count ? "copy" : nil,
        sight.served.contains { $0 == nil } ? "other-bytes" : nil,
      ].compactMap(\.self)
      return surplus.isEmpty ? ["none"] : surplus
    },
    .flag("chain.namesakes", "two presented certificates, or one and an anchor, have one name and different keys") {
      sight in
      let all = sight.cas + sight.anchors
      return all.indices.contains { place in
        all[..<place].contains {
          $0.facts.subject == all[place].facts.subject && $0.facts.spki != all[place].facts.spki
        }
      }
    },
    .count(
      "path.count", "how many paths lead to an anchor", 0...2, of: ["certificate.subject-of", "certificate.key-of"]
    ) { $0.paths.count },
    .count("path.length", "how many certificates the first path has, anchor included", 1...5) {
      $0.paths.first?.count ?? 0
    },
    Feature("staple.for", "the certificates that come with an OCSP response", ["none", "leaf", "ca"]) { sight in
      let places = sight.flight.staples.keys.map { $0 == 0 ? "leaf" : "ca" }
      return places.isEmpty ? ["none"] : Array(Set(places))
    },
    Feature(
      "scts.from", "the ways in which SCTs come", ["none", "certificate", "handshake", "staple"],
      of: ["certificate.scts"]
    ) { sight in
      let ways = [
        sight.leaf?.contents.extensions.contains { Word.of($0) == "scts" } == true ? "certificate" : nil,
        sight.flight.sctList != nil ? "handshake" : nil,
        sight.flight.staple.map { $0.holds(Word.stapledSCTs) } == true ? "staple" : nil,
      ].compactMap(\.self)
      return ways.isEmpty ? ["none"] : ways
    },
  ]

  /// Of the place of a decision among others.
  static let ofConversations: [Feature] = [
    .count("step.number", "which connection of the conversation it is", 1...3, of: ["attempt.step"]) { $0.step },
    .flag("step.renegotiated", "it is the second handshake of a connection") { $0.isRenegotiated },
    Feature("step.known", "what the validator has met before", ["nothing", "host", "leaf", "ca"]) { sight in
      let cas = Set(sight.cas.map(\.der))
      let known = [
        sight.earlier.contains { HostName.plain($0.host) == HostName.plain(sight.flight.host) } ? "host" : nil,
        sight.earlier.contains { $0.certificates.first == sight.flight.certificates.first } ? "leaf" : nil,
        sight.earlier.contains { !cas.isDisjoint(with: $0.certificates.dropFirst()) } ? "ca" : nil,
      ].compactMap(\.self)
      return known.isEmpty ? ["nothing"] : known
    },
  ]
}

extension [UInt8] {
  /// Whether these bytes are part of it.
  func holds(_ part: [UInt8]) -> Bool {
    guard let first = part.first, count >= part.count else { return false }
    return indices.dropLast(part.count - 1).contains { self[$0] == first && self[$0...].starts(with: part) }
  }
}
