internal import RogueModel

/// Pairs that no case can show: the check decides nothing in the circumstance.
struct CheckExclusion: Sendable {
  let reason: String
  /// Rules whose names begin so, or names of forms.
  let rules: [String]
  /// Circumstances by name; `feature=*` are all of its values.
  let circumstances: [String]

  /// Whether all rules of a form are meant.
  func isAbout(_ form: Mutant) -> Bool {
    let names = form.rules.replaced
    return rules.contains(form.name)
      || !names.isEmpty && names.allSatisfy { name in rules.contains { name.hasPrefix($0) } }
  }

  func isAbout(_ circumstance: Circumstance) -> Bool {
    let feature = Feature.all[circumstance.feature].name
    return circumstances.contains { $0 == circumstance.name || $0 == "\(feature)=*" }
  }

  /// All rules but these.
  private static func allBut(_ names: [String]) -> [String] {
    ListedRule.all.map(\.name).filter { !names.contains($0) }
  }

  private static let ofLists = ["revocation/list", "revocation/complete-list", "revocation/other-faults"]
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

  static let all: [CheckExclusion] = [
    CheckExclusion(
      reason: "no certificate was presented, so nothing else can be wrong",
      rules: allBut(["path", "decision", "served"]),
      circumstances: ["chain.count=0"]),
    CheckExclusion(
      reason: "the evaluation could not be done, which is reported first",
      rules: allBut(["path", "decision", "failed-calls"]),
      circumstances: ["platform.fails=evaluating", "platform.fails=result"]),
    CheckExclusion(
      reason: "the pins cannot be read, which is reported first", rules: allBut(["path", "decision", "stored-pins"]),
      circumstances: ["platform.stored-pins=missing", "platform.stored-pins=damaged"]),
    CheckExclusion(
      reason: "no call fails", rules: ["failed-calls"], circumstances: ["platform.fails=none"]),
    CheckExclusion(
      reason: "no file of pins is read, or it is as it was written", rules: ["stored-pins"],
      circumstances: ["pins.storage=written", "pins.storage=unwritable", "platform.stored-pins=none"]),
    CheckExclusion(
      reason: "the user has denied nothing", rules: ["denied-certificates"], circumstances: ["platform.denied=no"]),
    CheckExclusion(
      reason: "no pins apply to the host", rules: ["pins"], circumstances: ["pins.for=none"]),
    CheckExclusion(
      reason: "no pins apply to the host", rules: ["off-pins"], circumstances: ["pins.for=other-hosts-only"]),
    CheckExclusion(
      reason: "no name is compared", rules: ["path/host-name", "reference-name"], circumstances: ["host.kind=none"]),
    CheckExclusion(
      reason: "trust on first use does not apply", rules: ["first-use/"], circumstances: ["first-use.mode=none"]),
    CheckExclusion(
      reason: "no logs are required", rules: ["transparency"], circumstances: ["transparency.logs=none"]),
    CheckExclusion(
      reason: "only staples and responders are asked where no check is required",
      rules: ofLists + ["revocation/fetched-list", "revocation/distribution-points"],
      circumstances: ["revocation.mode=off", "revocation.method=none", "revocation.methods=0"]),
    CheckExclusion(
      reason: "a status that is not required may be missing", rules: ["status-of-lone-path"],
      circumstances: ["revocation.mode=off", "revocation.mode=best-effort"]),
    CheckExclusion(
      reason: "the policy forbids every query", rules: ofQueries,
      circumstances: ["revocation.network=no"]),
    CheckExclusion(
      reason: "the policy allows queries", rules: ["network-use"], circumstances: ["revocation.network=yes"]),
    CheckExclusion(reason: "nothing was stapled", rules: ofStaples, circumstances: ["staple.for=none"]),
    CheckExclusion(
      reason: "a certificate without an issuer in its path has no status",
      rules: ["revocation/", "path-statuses", "stapled-revocation"], circumstances: ["path.length=1"]),
    CheckExclusion(
      reason: "the path has no CA", rules: ofCAs, circumstances: ["path.length=1"]),
    CheckExclusion(
      reason: "there is one path at most", rules: ["tried-paths"], circumstances: ["path.count=0", "path.count=1"]),
    CheckExclusion(
      reason: "a path leads to an anchor", rules: ["path/anchor"],
      circumstances: ["path.count=1", "path.count=2+", "path.length=*"]),
    CheckExclusion(
      reason: "every name is permitted", rules: ["path/name-constraints"], circumstances: ["ca.constrains=nothing"]),
    CheckExclusion(
      reason: "no path leads to an anchor, which is reported before anything that follows it",
      rules: [
        "pins", "transparency", "revocation", "path-statuses", "stapled-revocation", "promised-staple",
        "status-of-lone-path",
        "checked-certificates",
      ], circumstances: ["path.count=0"]),
  ]

  /// Why a form has no case in a circumstance; nil: it should have one.
  static func reason(_ form: Mutant, _ circumstance: Circumstance) -> String? {
    all.first { $0.isAbout(form) && $0.isAbout(circumstance) }?.reason
  }
}
