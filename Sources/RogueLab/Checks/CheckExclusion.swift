/// Pairs that no case can show: the check decides nothing in the circumstance.
struct CheckExclusion: Sendable {
  let reason: String
  /// Rules with these names, or whose names begin so.
  let rules: [String]
  /// Circumstances by name; `feature=*` are all of its values but `except`.
  let circumstances: [String]
  var except: [String] = []

  /// Whether all of these rules are meant.
  func isAbout(_ names: [String]) -> Bool {
    !names.isEmpty && names.allSatisfy { name in rules.contains { $0 == "*" || name.hasPrefix($0) } }
  }

  func isAbout(_ circumstance: Circumstance) -> Bool {
    let feature = Feature.all[circumstance.feature].name
    return circumstances.contains {
      $0 == circumstance.name || $0 == "\(feature)=*" && !except.contains(circumstance.value)
    }
  }

  private static let ofLists = ["revocation/list", "revocation/complete-list", "revocation/other-faults"]
  private static let ofResponses = [
    "revocation/respon", "revocation/revoked-", "revocation/unknown-", "revocation/single-",
  ]
  private static let ofStaples = ["stapled-revocation", "revocation/staple", "transparency/stapled-scts"]
  private static let ofQueries = [
    "revocation/responder", "revocation/fetched-list", "revocation/missing-reply", "revocation/response-nonce",
    "revocation/distribution-points",
  ]
  private static let ofCAs = [
    "path/basic-constraints", "path/issuer-key-usage", "path/path-length", "path/name-constraints",
    "path/key-identifiers",
    "path/signatures",
  ]

  static let all: [CheckExclusion] = [
    CheckExclusion(
      reason: "no certificate was presented, so nothing else can be wrong",
      rules: ListedRule.all.map(\.name).filter { !["path", "decision", "served"].contains($0) },
      circumstances: ["chain.count=0"]),
    CheckExclusion(
      reason: "delegates get challenges, and mutants of the delegate are put to them", rules: ["*"],
      circumstances: ["challenge.before=*"], except: ["none"]),
    CheckExclusion(
      reason: "mutants of the delegate are put to failures of the platform", rules: ["*"],
      circumstances: ["platform.fails=*", "platform.stored-pins=*"], except: ["none"]),
    CheckExclusion(
      reason: "no call fails", rules: ["failed-calls"], circumstances: ["platform.fails=none"]),
    CheckExclusion(
      reason: "no file of pins is read, or it is as it was written", rules: ["stored-pins"],
      circumstances: ["pins.storage=written", "pins.storage=unwritable", "platform.stored-pins=none"]),
    CheckExclusion(
      reason: "the user has denied nothing", rules: ["denied-certificates"], circumstances: ["platform.denied=no"]),
    CheckExclusion(
      reason: "no pins apply to the host", rules: ["pins"],
      circumstances: ["pins.for=none", "pins.for=other-hosts-only", "pins.kind=none", "pins.position=none"]),
    CheckExclusion(
      reason: "pins that have expired are not in force, and another set would be needed", rules: ["pins"],
      circumstances: ["pins.expiry=past"]),
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
      reason: "a status that is not required may be missing",
      rules: ["status-of-lone-path", "revocation/missing-reply"],
      circumstances: [
        "revocation.mode=off", "revocation.mode=best-effort", "revocation.method=none", "revocation.methods=0",
      ]),
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

  /// Why a form of these rules has no case in a circumstance; nil: it should have one.
  static func reason(_ rules: [String], _ circumstance: Circumstance) -> String? {
    all.first { $0.isAbout(rules) && $0.isAbout(circumstance) }?.reason
  }
}
