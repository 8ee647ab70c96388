internal import RogueModel
internal import RogueTrust

extension Feature {
  /// Of the certificates at one place.
  static let ofPlaces: [Feature] =
    [
      Place(name: "leaf", words: "the leaf") { [$0.leaf].compactMap(\.self) },
      Place(name: "ca", words: "a presented CA") { $0.cas }, Place(name: "anchor", words: "an anchor") { $0.anchors },
    ].flatMap { kinds(at: $0) + contents(at: $0) } + ofLeaves + ofCAs

  private struct Place: Sendable {
    var name: String
    var words: String
    var find: @Sendable (Sight) -> [Sight.Certificate]

    func each(
      _ feature: String, _ meaning: String, _ values: [String], of fields: [String] = [],
      _ read: @escaping @Sendable (Sight.Certificate, Sight) -> [String]
    ) -> Feature {
      Feature("\(name).\(feature)", "\(meaning) of \(words)", values, of: fields.map { "certificate.\($0)" }) { sight in
        Array(Set(find(sight).flatMap { read($0, sight) }))
      }
    }
  }

  private static func kinds(at place: Place) -> [Feature] {
    [
      place.each("key", "the key", Word.keys, of: ["key-type"]) { one, _ in [Word.key(one.facts.spki)] },
      place.each("signature", "the algorithm of the signature", Word.signatures, of: ["signature-digest"]) { one, _ in
        [Word.signature(one.contents.algorithm)]
      },
      place.each("version", "the version", ["1", "3", "other"]) { one, _ in
        [[1, 3].contains(one.contents.version) ? "\(one.contents.version)" : "other"]
      },
      place.each("serial", "the length of the serial number", Word.serials, of: ["serial"]) { one, _ in
        [Word.serial(one.contents.serial)]
      },
      place.each(
        "extension", "an extension", Word.extensions, of: ["extensions", "ocsp-url", "must-staple", "ca-issuers"]
      ) {
        one, _ in one.contents.extensions.map(Word.of)
      },
      place.each("critical", "a critical extension", Word.extensions) { one, _ in
        one.contents.extensions.filter(\.isCritical).map(Word.of)
      },
      place.each("usage", "a use of the key", Word.usages, of: ["usage"]) { one, _ in
        guard let usage = one.contents.extensions.first(where: { Word.of($0) == "key-usage" }) else { return ["none"] }
        return Word.usages(usage.value)
      },
      place.each("purpose", "a purpose", Word.purposes, of: ["usage"]) { one, _ in
        one.facts.purposes.map { $0.map(Word.purpose) } ?? ["none"]
      },
    ]
  }

  private static func contents(at place: Place) -> [Feature] {
    [
      place.each("period", "the length of the validity", Word.periods, of: ["not-before", "not-after"]) { one, _ in
        guard let begin = one.facts.notBefore, let end = one.facts.notAfter else { return [] }
        return [Word.period(end - begin)]
      },
      place.each("end", "the end of the validity", Word.ends, of: ["not-after"]) { one, _ in
        one.facts.notAfter.map { [Word.end($0)] } ?? []
      },
      place.each("subject", "the subject", Word.subjects, of: ["subject", "common-name"]) { one, sight in
        if one.contents.subject.count <= 2 { return ["empty"] }
        return [one.contents.subject.holds(Array(HostName.plain(sight.flight.host).utf8)) ? "host" : "other-name"]
      },
      place.each("authority", "what names its issuer", ["key", "other", "none"], of: ["key-identifier"]) { one, _ in
        guard one.contents.extensions.contains(where: { Word.of($0) == "authority-key-identifier" }) else {
          return ["none"]
        }
        return [one.facts.issuerKeyIdentifier != nil ? "key" : "other"]
      },
      place.each("points", "how many CRLs it names", ["0", "1", "2+"], of: ["crl-url"]) { one, _ in
        [one.facts.crlURLs.count < 2 ? "\(one.facts.crlURLs.count)" : "2+"]
      },
    ]
  }

  private static let ofLeaves: [Feature] = [
    .one(
      "leaf.issuer-key", "the key of the leaf's issuer", Word.keys, of: ["certificate.key-type"]
    ) { sight in sight.issuer.map { Word.key($0.facts.spki) } },
    .one("leaf.issuer", "the issuer of the leaf", ["itself", "anchor", "ca", "unknown"]) { sight in
      guard let leaf = sight.leaf else { return nil }
      if leaf.facts.isSelfIssued { return "itself" }
      guard let issuer = sight.issuer else { return "unknown" }
      return sight.anchors.contains { $0.der == issuer.der } ? "anchor" : "ca"
    },
    .flag("leaf.anchor", "the leaf is an anchor") { sight in
      sight.leaf.map { leaf in sight.anchors.contains { $0.der == leaf.der } }
    },
    Feature(
      "leaf.name", "the kinds of names of the leaf", Word.names + ["none"],
      of: ["certificate.hosts", "certificate.addresses", "certificate.emails", "certificate.uris"]
    ) { sight in
      guard let leaf = sight.leaf else { return [] }
      let kinds = Set(leaf.names)
      return kinds.isEmpty ? ["none"] : Array(kinds)
    },
    .one("leaf.first-name", "the kind of the leaf's first name", Word.names) { $0.leaf?.names.first },
    .one("leaf.names", "how many names the leaf has", ["0", "1", "up-to-10", "more"]) { sight in
      guard let count = sight.leaf?.names.count else { return nil }
      return count < 2 ? "\(count)" : count <= 10 ? "up-to-10" : "more"
    },
    .flag("leaf.wildcard", "the leaf has a name with a wildcard") { sight in
      sight.leaf.map { $0.facts.dnsNames.contains { $0.contains("*") } }
    },
  ]

  private static let ofCAs: [Feature] = [
    Feature(
      "ca.path-length", "the path length of a presented CA", ["none", "0", "1", "2+"], of: ["certificate.path-length"]
    ) { sight in
      sight.cas.map { one in
        guard let length = one.facts.pathLength else { return "none" }
        return length < 2 ? "\(length)" : "2+"
      }
    },
    Feature(
      "ca.constrains", "the names that a CA or an anchor constrains",
      ["nothing", "hosts-permitted", "hosts-excluded", "addresses", "directories", "other-names"],
      of: ["certificate.name-constraints"]
    ) { sight in
      let cas = (sight.cas + sight.anchors).map(\.facts)
      let kinds = [
        cas.contains { !$0.permittedHosts.isEmpty } ? "hosts-permitted" : nil,
        cas.contains { !$0.excludedHosts.isEmpty } ? "hosts-excluded" : nil,
        cas.contains { !$0.permittedRanges.isEmpty || !$0.excludedRanges.isEmpty } ? "addresses" : nil,
        cas.contains { !$0.permittedDirectories.isEmpty || !$0.excludedDirectories.isEmpty } ? "directories" : nil,
      ].compactMap(\.self)
      let areConstrained = (sight.cas + sight.anchors).contains { one in
        one.contents.extensions.contains { Word.of($0) == "name-constraints" }
      }
      return kinds.isEmpty ? [areConstrained ? "other-names" : "nothing"] : kinds
    },
    .flag("ca.self-issued", "a presented CA names itself as its issuer") { sight in
      sight.cas.isEmpty ? nil : sight.cas.contains(where: \.facts.isSelfIssued)
    },
    .flag(
      "ca.policies", "a presented CA has certificate policies",
      of: ["certificate.policies", "certificate.requires-policy"]
    ) { sight in
      sight.cas.isEmpty
        ? nil : sight.cas.contains { $0.contents.extensions.contains { Word.of($0) == "certificate-policies" } }
    },
  ]
}

extension Sight.Certificate {
  /// The kinds of its names, in order.
  var names: [String] {
    contents.extensions.first { Word.of($0) == "subject-alt-name" }.map { Word.names($0.value) } ?? []
  }
}
