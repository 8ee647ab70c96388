internal import RogueModel

/// Pairs of check and circumstance that have no case, with the reason.
struct CheckExclusion: Sendable {
  let reason: String
  /// Rules whose names begin so, or names of forms; nil: all.
  let rules: [String]?
  /// Circumstances by name; `feature=*` are all of its values, `*.feature=value` that of every thing; nil: all.
  let circumstances: [String]?

  init(_ reason: String, rules: [String]? = nil, in circumstances: [String]? = nil) {
    self.reason = reason
    self.rules = rules
    self.circumstances = circumstances
  }

  /// Whether all rules of a form are meant.
  func isAbout(_ form: Mutant) -> Bool {
    guard let rules else { return true }
    let names = form.rules.replaced
    return rules.contains(form.name)
      || !names.isEmpty && names.allSatisfy { name in rules.contains { name.hasPrefix($0) } }
  }

  func isAbout(_ circumstance: Circumstance) -> Bool {
    guard let circumstances else { return true }
    let feature = Feature.all[circumstance.feature]
    let names = [circumstance.name, "\(feature.name)=*", "*" + circumstance.name.dropFirst(feature.group.count)]
    return circumstances.contains(where: names.contains)
  }

  /// All rules but these.
  private static func allBut(_ names: [String]) -> [String] {
    ListedRule.all.map(\.name).filter { !names.contains($0) }
  }

  private static let ofLists = ["revocation/list", "revocation/complete-list"]
  private static let ofStaples = [
    "stapled-revocation", "transparency/stapled-scts", "off-revocation-staple-of-certificate",
  ]
  private static let ofQueries = [
    "revocation/responder", "revocation/fetched-list", "revocation/missing-reply", "revocation/response-nonce",
    "revocation/distribution-points",
  ]
  private static let ofCAs = [
    "path/basic-constraints", "path/issuer-key-usage", "path/path-length", "path/name-constraints",
    "path/key-identifiers", "path/signatures",
  ]

  /// The check decides nothing in the circumstance: no case may catch such a pair.
  static let undecidable: [CheckExclusion] = [
    CheckExclusion(
      "no certificate was presented, so nothing else can be wrong",
      rules: allBut(["path", "decision", "served"]),
      in: ["chain.count=0"]),
    CheckExclusion(
      "the evaluation could not be done, which is reported first",
      rules: allBut(["path", "decision", "failed-calls", "first-use/validation"]),
      in: ["platform.fails=evaluating", "platform.fails=result"]),
    CheckExclusion(
      "the pins cannot be read, which is reported first", rules: allBut(["path", "decision", "stored-pins"]),
      in: ["platform.stored-pins=missing", "platform.stored-pins=damaged"]),
    CheckExclusion(
      "no call fails", rules: ["failed-calls"], in: ["platform.fails=none"]),
    CheckExclusion(
      "no file of pins is read, or it is as it was written", rules: ["stored-pins"],
      in: ["pins.storage=written", "pins.storage=unwritable", "platform.stored-pins=none"]),
    CheckExclusion(
      "the user has denied nothing", rules: ["denied-certificates"], in: ["platform.denied=no"]),
    CheckExclusion(
      "no pins apply to the host", rules: ["pins"], in: ["pins.for=none"]),
    CheckExclusion(
      "no pins apply to the host", rules: ["off-pins"], in: ["pins.for=other-hosts-only"]),
    CheckExclusion(
      "no name is compared", rules: ["path/host-name", "reference-name"], in: ["host.kind=none"]),
    CheckExclusion(
      "trust on first use does not apply", rules: ["first-use/"], in: ["first-use.mode=none"]),
    CheckExclusion(
      "no logs are required", rules: ["transparency"], in: ["transparency.logs=none"]),
    CheckExclusion(
      "only staples and responders are asked where no check is required",
      rules: ofLists + ["revocation/fetched-list", "revocation/distribution-points"],
      in: ["revocation.mode=off", "revocation.method=none", "revocation.methods=0"]),
    CheckExclusion(
      "a status that is not required may be missing", rules: ["status-of-lone-path"],
      in: ["revocation.mode=off", "revocation.mode=best-effort"]),
    CheckExclusion(
      "the policy forbids every query", rules: ofQueries,
      in: ["revocation.network=no"]),
    CheckExclusion(
      "the policy allows queries", rules: ["network-use"], in: ["revocation.network=yes"]),
    CheckExclusion(
      "nothing was stapled", rules: ofStaples, in: ["staple.for=none"]),
    CheckExclusion(
      "a certificate without an issuer in its path has no status",
      rules: ["revocation", "path-statuses", "stapled-revocation", "transparency"],
      in: ["path.length=1", "leaf.anchor=yes", "leaf.issuer=itself"]),
    CheckExclusion(
      "the path has no CA", rules: ofCAs, in: ["path.length=1"]),
    CheckExclusion(
      "there is one path at most", rules: ["tried-paths"], in: ["path.count=0", "path.count=1"]),
    CheckExclusion(
      "a path leads to an anchor", rules: ["path/anchor"],
      in: ["path.count=1", "path.count=2+", "path.length=*"]),
    CheckExclusion(
      "every name is permitted", rules: ["path/name-constraints"], in: ["ca.constrains=nothing"]),
    CheckExclusion(
      "no path leads to an anchor, which is reported before anything that follows it",
      rules: [
        "pins", "transparency", "revocation", "path-statuses", "stapled-revocation", "promised-staple",
        "status-of-lone-path",
        "checked-certificates", "path/critical-extensions", "path/basic-constraints", "path/issuer-key-usage",
        "path/path-length", "path/purposes", "path/leaf-key-usage", "path/strength", "path/host-name", "path/validity",
        "path/name-constraints", "path/policies", "path/form", "stored-pins", "failed-calls",
      ], in: ["path.count=0"]),
  ]

  /// For each form and circumstance, why it has no case there: a place in `every`, or nil: it should have one.
  static func places(_ forms: [Mutant]) -> [[Int?]] {
    var places: [[Int?]] = Array(repeating: Array(repeating: nil, count: Circumstance.all.count), count: forms.count)
    for (place, exclusion) in every.enumerated().reversed() {
      let circumstances = Circumstance.all.indices.filter { exclusion.isAbout(Circumstance.all[$0]) }
      for form in forms.indices where exclusion.isAbout(forms[form]) {
        for circumstance in circumstances { places[form][circumstance] = place }
      }
    }
    return places
  }

  /// Why no case catches a form in any circumstance; nil: some should.
  static func undecided(_ form: Mutant) -> String? {
    undecided.first { $0.circumstances == nil && $0.isAbout(form) }?.reason
  }

  static let every = undecidable + impossible + undecided + masked
}
