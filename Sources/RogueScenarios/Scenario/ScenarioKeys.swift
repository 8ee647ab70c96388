internal import RogueModel
internal import RogueYAML

/// The keys of a scenario file.
enum ScenarioKeys {
  static let scenario = Field("scenario", .scenarioID, required: true, "the file's folder and name: family/name")
  static let title = Field("title", .line, required: true, "one line for lists and reports")
  static let why = Field("why", .prose, required: true, "one to three sentences for a developer who is new to TLS")
  static let level = Field(
    "level", ValueParser<Level>.word, required: true, "how strong the demand is; may fails no run")
  static let severity = Field(
    "severity", ValueParser<Severity>.word, "how bad it is to get it wrong; required where a mutation is")
  static let references = Field(
    "references", .list(of: .text(), "references"), "RFC sections, CVEs, addresses; required for every rogue must")
  static let covers = Field(
    "covers", ValueParser<[String]>.list(of: .line, minimum: 1, "failures").distinct(),
    "the published failures of validators, and the cases of other test suites, that it reproduces, each in one line")
  static let like = Field(
    "like", .scenarioID,
    "a scenario with the same fault, as family/name: the findings about it are about this one, too")
  static let tags = Field("tags", .list(of: .name, "tags").distinct(), "words for selecting scenarios")
  static let keywords = Field(
    "keywords", ValueParser<[String]>.list(of: .line, minimum: 1, "keywords").distinct(),
    "standard terms that the world and the mutation do not imply, for `rogues list --grep`")
  static let world = Field("world", .name, required: true, "the name of its world")
  static let certificates = Field(
    "certificates", .map(keys: WorldKeys.certificateNames, of: CertificateKeys.shape),
    "impostors that the scenario adds to its world, for its mutation to present")
  static let policies = Field(
    "policies", ValueParser<[String]>.list(of: .reference(.policy), minimum: 1, "policies").distinct(),
    "the policies that are run; default: those of `by-policy`, else all of the world")
  static let needs = Field(
    "needs", .list(of: .capability, "capabilities").distinct(), "capabilities beyond those that the policies imply")
  static let axes = Field("axes", AxesKeys.shape, "the axes that its cases vary")
  static let mutate = Field("mutate", .mutation, "the one change that makes the rogue: {path: value}")
  static let expect = Field("expect", ExpectKeys.shape, "the right result; default: accept")
  static let steps = Field(
    "steps", ValueParser<[StepDraft]>.list(of: StepKeys.shape, minimum: 1, "steps").atMost(100, "steps"),
    "several attempts, instead of `mutate` and `expect`")

  static let table = Table(
    "scenario", subject: "a scenario", "A world, one mutation, and the expected result.",
    [
      scenario.key, title.key, why.key, level.key, severity.key, references.key, covers.key, like.key, tags.key,
      keywords.key, world.key, certificates.key, policies.key, needs.key, axes.key, mutate.key, expect.key, steps.key,
    ])
}

enum AxesKeys {
  static let tls = Field(
    "tls", ValueParser<[TLSVersion]>.list(of: .word, minimum: 1, "TLS versions").distinct(), "default: both")
  static let keys = Field(
    "keys", ValueParser<[KeyType]>.list(of: .word, minimum: 1, "key types").distinct(), "default: p256")

  static let table = Table("axes", subject: "the axes", "The axes that a scenario's cases vary.", [tls.key, keys.key])

  static let shape = ValueParser<AxesDraft>.table(table) { entries in
    AxesDraft(tls: entries[tls], keys: entries[keys])
  }
}

struct AxesDraft {
  var tls: [TLSVersion]?
  var keys: [KeyType]?
}

/// One attempt as it is written, before it is known which policies run and what the world becomes.
struct StepDraft {
  var mutation: MutationDraft?
  var expected: Expected?
  var reuse: Reuse = .none
  var learn = false
  var policy: String?
  var host: String?
  var delay: DelayDraft?
  var beside: String?
}

enum StepKeys {
  static let reuse = Field(
    "reuse", ValueParser<Reuse>.word,
    "earlier state that this step reuses: `session` implies the capability `resumption`, `connection` the capability "
      + "`keep-alive`, and the server needs the key of that name; a client that opens a new connection anyway is judged "
      + "by that connection; default none")
  static let learn = Field(
    "learn", .flag,
    "a trust-on-first-use validator may learn a key here; implies the capability `tofu`; default false")
  static let policy = Field(
    "policy", .reference(.policy), "the policy of this step, whatever the case's is; default: the case's")
  static let host = Field("host", .host(), "the label of the host of this step; default: the world's")
  static let beside = Field(
    "beside", .reference(.policy),
    "the policy of another attempt of the same program, at a second, healthy server: this step's server keeps the client "
      + "waiting after its ClientHello until the other attempt, which must be accepted, is over; implies the capability "
      + "`concurrency`; default: none")

  static let table = Table(
    "step", subject: "a step", "One attempt; its mutation applies to the world afresh.",
    [
      ScenarioKeys.mutate.key, ScenarioKeys.expect.key, reuse.key, learn.key, policy.key, host.key, DelayKeys.after.key,
      beside.key,
    ])

  static let shape = ValueParser<StepDraft>.table(table) { entries in
    StepDraft(
      mutation: entries[ScenarioKeys.mutate], expected: entries[ScenarioKeys.expect], reuse: entries[reuse] ?? .none,
      learn: entries[learn] ?? false, policy: entries[policy], host: entries[host],
      delay: entries[DelayKeys.after], beside: entries[beside])
  }
}

/// One path and its new value, as written.
struct MutationDraft {
  var path: YAMLNode.Scalar
  var value: YAMLNode
}

extension ValueParser where Value == MutationDraft {
  static var mutation: ValueParser {
    ValueParser<[(YAMLNode.Scalar, YAMLNode)]>.map(keys: .path, of: .anything).then { pairs, node, reader in
      guard pairs.count == 1 else {
        reader.report(
          at: pairs.count > 1 ? pairs[1].0.position : node.position,
          "a mutation sets exactly one path, this one sets \(pairs.count)",
          help: "put whatever else the rogue needs into the world")
        return nil
      }
      return MutationDraft(path: pairs[0].0, value: pairs[0].1)
    }
  }
}

extension ValueParser where Value == String {
  /// `family/name`.
  static var scenarioID: ValueParser {
    let form = ValueSyntax.text(what: "an id such as family/name", pattern: "^[a-z0-9][a-z0-9-]*/[a-z0-9][a-z0-9-]*$")
    return ValueParser(form) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else { return reader.mismatch(node, form) }
      let parts = scalar.text.split(separator: "/", omittingEmptySubsequences: false)
      guard parts.count == 2, parts.allSatisfy({ Name.isValid($0) }) else { return reader.mismatch(node, form) }
      return scalar.text
    }
  }
}

extension ValueParser where Value == Capability {
  /// A capability of the contract.
  static var capability: ValueParser {
    let known = Capability.known.map(\.rawValue)
    return ValueParser(.explained(.capabilities)) { node, reader in
      guard case .scalar(let scalar) = node, !scalar.isNull else {
        return reader.mismatch(node, .text(what: "a capability", pattern: nil))
      }
      guard known.contains(scalar.text) else {
        reader.report(
          at: scalar.position, "unknown capability '\(NodeReader.shortened(scalar.text))'",
          help: NearMiss.question(for: scalar.text, among: known))
        return nil
      }
      return Capability(scalar.text)
    }
  }
}
