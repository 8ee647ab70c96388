internal import RogueModel
internal import RogueTrust

extension Feature {
  /// Of the requested host, and of the clock.
  static let ofHosts: [Feature] = [
    .one("host.kind", "the kind of name that is compared", ["none", "dns", "ipv4", "ipv6"], of: ["policy.hostname"]) {
      guard let host = $0.policy.hostname else { return "none" }
      return HostName.isVersion6(host) ? "ipv6" : HostName.isAddress(host) ? "ipv4" : "dns"
    },
    Feature(
      "host.spelling", "how the requested name is written",
      ["plain", "final-dot", "upper-case", "underscore", "a-label"], of: ["policy.hostname"]
    ) { sight in
      let host = sight.flight.host
      let marks = [
        host.hasSuffix(".") ? "final-dot" : nil, host != host.lowercased() ? "upper-case" : nil,
        host.contains("_") ? "underscore" : nil, host.lowercased().contains("xn--") ? "a-label" : nil,
      ].compactMap(\.self)
      return marks.isEmpty ? ["plain"] : marks
    },
    .one("host.labels", "how many labels the requested name has", ["1", "2", "3", "4", "5+"]) { sight in
      guard !HostName.isAddress(sight.flight.host) else { return nil }
      let count = HostName.plain(sight.flight.host).split(separator: ".").count
      return count < 5 ? "\(max(1, count))" : "5+"
    },
    .one("host.length", "how long the requested name is, in octets", ["up-to-63", "longer"]) {
      $0.flight.host.utf8.count <= 63 ? "up-to-63" : "longer"
    },
    .flag("time.given", "the policy names the moment to validate at", of: ["policy.time"]) { $0.policy.time != nil },
  ]

  /// Of the configuration.
  static let ofPolicies: [Feature] = ofTrust + ofPins + ofSources + ofOthers

  private static let ofTrust: [Feature] = [
    Feature(
      "anchors.from", "where the anchors come from", ["none", "system", "user", "given"],
      of: ["policy.systemAnchors", "policy.userAnchors", "policy.anchors"]
    ) { sight in
      if sight.policy.anchors != nil { return ["given"] }
      let stores = [
        sight.policy.systemAnchors?.isEmpty == false ? "system" : nil,
        sight.policy.userAnchors?.isEmpty == false ? "user" : nil,
      ].compactMap(\.self)
      return stores.isEmpty ? ["none"] : stores
    },
    .count("anchors.count", "how many anchors there are", 0...3) { $0.anchors.count },
    .flag("anchors.namesakes", "two anchors have one name") { sight in
      Set(sight.anchors.map(\.facts.subject)).count < sight.anchors.count
    },
    .flag("anchors.intermediate", "an anchor has another certificate's name as its issuer") { sight in
      sight.anchors.contains { !$0.facts.isSelfIssued }
    },
  ]

  private static let ofPins: [Feature] = [
    .one(
      "pins.for", "the hosts that have pins", ["none", "this-host", "other-hosts-only"], of: ["policy.pinSets.host"]
    ) { sight in sight.policy.pinSets.isEmpty ? "none" : sight.pinSets.isEmpty ? "other-hosts-only" : "this-host" },
    .count("pins.sets", "how many sets are for the host", 1...2) { $0.pinSets.count },
    .count("pins.count", "how many pins the host has", 1...3) { $0.pins.count },
    .list("pins.kind", "the kinds of the host's pins", PinKind.self, of: ["policy.pinSets.any.kind"]) {
      $0.pins.map(\.kind)
    },
    .list(
      "pins.position", "where the host's pins may match", PinPosition.self, of: ["policy.pinSets.any.position"]
    ) { $0.pins.map(\.position) },
    .list("pins.likeness", "what a pin's digest resembles", PinLikeness.self, of: ["policy.pinSets.any.likeness"]) {
      $0.pins.compactMap(\.likeness)
    },
    .list("pins.file", "the content of a pinned file", PinnedFile.self, of: ["policy.pinSets.any.file"]) {
      $0.pins.compactMap(\.file)
    },
    Feature(
      "pins.expiry", "when the host's pins expire", ["never", "later", "after-2038", "past"],
      of: ["policy.pinSets.expires"]
    ) { sight in
      sight.pinSets.map { set in
        guard let end = set.expires?.secondsSince1970 else { return "never" }
        return end < sight.now ? "past" : end < 1 << 31 ? "later" : "after-2038"
      }
    },
    .one(
      "pins.subdomains", "whether a set is for subdomains, and the host is one", ["no", "yes", "applied"],
      of: ["policy.pinSets.includeSubdomains"]
    ) { sight in
      let sets = sight.pinSets
      guard !sets.isEmpty else { return nil }
      let isApplied = sets.contains { HostName.ascii($0.host) != HostName.ascii(sight.flight.host) }
      return isApplied ? "applied" : sets.contains(where: \.includeSubdomains) ? "yes" : "no"
    },
    .word(
      "pins.storage", "what the application does with its file of pins", AttemptPolicy.PinStorage.self,
      of: ["policy.pinStorage"]
    ) { $0.policy.pinStorage },
  ]

  private static let ofSources: [Feature] = [
    .word(
      "revocation.mode", "whether a status is required", AttemptPolicy.Revocation.Mode.self,
      of: ["policy.revocation.mode"]
    ) { $0.policy.revocation.mode },
    .list(
      "revocation.method", "the sources that may be used", AttemptPolicy.Revocation.Method.self,
      of: ["policy.revocation.methods"]
    ) { $0.policy.revocation.methods },
    .count("revocation.methods", "how many sources may be used", 0...3) { $0.policy.revocation.methods.count },
    .count("revocation.lists", "how many CRLs are supplied", 0...2, of: ["policy.revocation.crls"]) {
      $0.policy.revocation.crls.count
    },
    .flag("revocation.network", "queries are allowed", of: ["policy.revocation.allowsNetwork"]) {
      $0.policy.revocation.allowsNetwork
    },
    .one(
      "transparency.logs", "how many logs must vouch for the leaf", ["none", "1", "2", "3+"],
      of: ["policy.transparency.minimum"]
    ) { sight in
      guard let minimum = sight.policy.transparency?.minimum else { return "none" }
      return minimum < 3 ? "\(max(1, minimum))" : "3+"
    },
    .one(
      "transparency.operators", "how many operators must vouch for the leaf", ["0", "1", "2+"],
      of: ["policy.transparency.operators", "policy.transparency.logs.operatorName"]
    ) { sight in sight.policy.transparency.map { $0.operators < 2 ? "\(max(0, $0.operators))" : "2+" } },
    .count("transparency.known", "how many logs are known", 1...3, of: ["policy.transparency.logs"]) {
      $0.policy.transparency?.logs.count ?? 0
    },
    .flag(
      "transparency.retired", "a known log is retired", of: ["policy.transparency.logs.retired"]
    ) { $0.policy.transparency.map { $0.logs.contains { $0.retired != nil } } },
  ]

  private static let ofOthers: [Feature] = [
    .optional(
      "identity.form", "the form of the client's own certificate", AttemptPolicy.Identity.Form.self,
      of: ["policy.identity.form"]
    ) { $0.policy.identity?.form },
    .flag("identity.chain", "the client has the CA of its own certificate", of: ["policy.identity.chain"]) {
      $0.policy.identity.map { !$0.chain.isEmpty }
    },
    .flag("identity.others", "the client has several certificates", of: ["policy.identity.others"]) {
      $0.policy.identity.map { !$0.others.isEmpty }
    },
    .optional("first-use.mode", "what an unknown host leads to", AttemptPolicy.FirstUse.self, of: ["policy.firstUse"]) {
      $0.policy.firstUse
    },
    .list("challenge.before", "the challenges before", AttemptPolicy.Challenge.self, of: ["policy.challenges"]) {
      $0.policy.challenges
    },
    .flag("proxy.anchors", "there are anchors for the proxy", of: ["policy.proxyAnchors"]) {
      $0.policy.proxyAnchors != nil
    },
    .optional("platform.fails", "the call that fails", AttemptPolicy.Platform.Fault.self, of: ["policy.platform.fails"])
    { $0.policy.platform.fails },
    .optional(
      "platform.stored-pins", "what became of the file of pins", AttemptPolicy.Platform.StoredPins.self,
      of: ["policy.platform.storedPins"]
    ) { $0.policy.platform.storedPins },
    .flag("platform.denied", "the user has denied a certificate", of: ["policy.platform.denied"]) {
      !$0.policy.platform.denied.isEmpty
    },
  ]
}
