internal import RogueModel
internal import RogueTrust
internal import RogueValidators

extension Mutant {
  /// Wrong about which names a certificate presents; cells of tables have to catch them.
  static let tablePresentedNames: [Mutant] = [
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
  ]
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
