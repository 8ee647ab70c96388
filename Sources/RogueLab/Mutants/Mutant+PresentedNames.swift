internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about which names a certificate presents.
  static let ofPresentedNames: [Mutant] = [
    .alsoAccepting("reads-common-name-for-addresses", "reads the common name for an address if the SAN has none") {
      problem, question in
      guard problem.reason == .nameMismatch, question.isForAddress, let host = question.host, let leaf = question.facts
      else { return false }
      return leaf.addresses.isEmpty && leaf.commonNames.contains { HostName.plain($0) == host }
    },
    alsoRefusing("reads-sixteen-names", "reads the first sixteen dNSNames only") { question in
      guard let host = question.host, !question.isForAddress, let names = question.facts?.dnsNames, names.count > 16
      else { return nil }
      let wildcard = host.firstIndex(of: ".").map { "*" + host[$0...] }
      let isNamed = names.prefix(16).map { $0.lowercased() }.contains { $0 == host || $0 == wildcard }
      return isNamed ? nil : TrustProblem(.nameMismatch, "it is for another host", index: 0)
    },
    alsoRefusing("compares-shortest-addresses", "compares an IPv6 host as written with the shortest form of addresses")
    { question in
      guard let host = question.policy.hostname, HostName.isVersion6(host), let facts = question.presented else {
        return nil
      }
      guard !facts.addresses.contains(where: { $0.shortestVersion6 == host }) else { return nil }
      return TrustProblem(.nameMismatch, "none of its addresses is written as the host", index: 0)
    },
    Mutant(
      "reads-zeros-before-numbers", "reads IPv4 addresses with zeros before their numbers",
      alters: Rule<PolicyEvaluation, String?>.referenceName
    ) { name in
      guard let host = name, HostName.isAddress(host), !HostName.isVersion6(host) else { return }
      name = host.split(separator: ".", omittingEmptySubsequences: false).map { part in
        let number = String(part.drop { $0 == "0" })
        return number.isEmpty && !part.isEmpty ? "0" : number
      }.joined(separator: ".")
    }.uncaught(because: "RFC 3986, section 3.2.2, has no such address, so that no client has to accept the control"),
    alsoRefusing("matches-no-wildcard-with-a-labels", "matches no wildcard with a host whose first label is an A-label")
    { question in
      guard let host = question.policy.hostname.map(HostName.ascii), let facts = question.presented,
        host.hasPrefix("xn--"), !facts.dnsNames.contains(where: { HostName.plain($0) == host })
      else { return nil }
      return TrustProblem(.nameMismatch, "no wildcard stands for an A-label", index: 0)
    },
    .alsoAccepting("reads-common-name-for-damaged-names", "reads the common name if the SAN cannot be decoded") {
      problem, question in
      guard [.malformed, .nameMismatch].contains(problem.reason), problem.index == 0, let host = question.host,
        let leaf = question.presented, let fault = question.path.first.flatMap({ CertificateForm.fault(in: $0) }),
        ["AltName", "name", "address"].contains(where: fault.contains)
      else { return false }
      return leaf.commonNames.contains { HostName.plain($0) == host }
    },
    alsoRefusing("takes-digits-for-addresses", "takes a host that begins with a digit for an address") { question in
      guard let host = question.policy.hostname, !HostName.isAddress(host), let first = host.utf8.first,
        (0x30...0x39).contains(first)
      else { return nil }
      return TrustProblem(.nameMismatch, "it is not for this address", index: 0)
    },
  ]
}

extension PolicyEvaluation {
  /// The leaf of the path.
  fileprivate var presented: CertificateFacts? { path.first.flatMap { CertificateFacts(der: $0) } }
}

extension [UInt8] {
  /// As text (RFC 5952, section 4); nil for other addresses.
  fileprivate var shortestVersion6: String? {
    guard count == 16 else { return nil }
    let groups = stride(from: 0, to: 16, by: 2).map { Int(self[$0]) * 256 + Int(self[$0 + 1]) }
    var gap = 0..<0
    var start = 0
    while start < groups.count {
      var end = start
      while end < groups.count, groups[end] == 0 { end += 1 }
      if end - start > Swift.max(gap.count, 1) { gap = start..<end }
      start = Swift.max(end, start + 1)
    }
    let words = groups.map { String($0, radix: 16) }
    guard !gap.isEmpty else { return words.joined(separator: ":") }
    return words[..<gap.lowerBound].joined(separator: ":") + "::" + words[gap.upperBound...].joined(separator: ":")
  }
}

extension CertificateFacts {
  fileprivate var commonNames: [String] {
    subjectNames.flatMap { name -> [String] in
      var attributes = DERCursor(name)
      return attributes.rest().compactMap { attribute in
        var fields = DERCursor(attribute.content)
        guard fields.next(0x06).map(Array.init) == [0x55, 0x04, 0x03], let value = fields.next() else { return nil }
        return String(decoding: value.content, as: UTF8.self)
      }
    }
  }
}
