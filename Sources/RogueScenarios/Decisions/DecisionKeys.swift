internal import RogueModel
internal import RogueYAML

/// The keys of a decision table.
enum DecisionKeys {
  static let table = Field(
    "table", .scenarioID, required: true,
    "family/table or family/name-table, the path of its file; its cells are family/table[factor=value,…]")
  static let severity = Field(
    "severity", ValueParser<Severity>.word, required: true, "how bad it is to accept what a rule refuses")
  static let strength = Field(
    "strength", .integer(1...3), "cells show every combination of so many values that decides; default 2")
  static let factors = Field(
    "factors", .map(keys: .names, of: .map(keys: .names, of: VariableKeys.shape)), required: true,
    "what an answer may depend on: the values of each factor, with the variables that each sets")
  static let variables = Field("variables", VariableKeys.shape, "what variables are unless a value sets them")
  static let settings = Field(
    "settings", .list(of: SettingKeys.shape, "settings"),
    "variables of combinations, in order: a later one replaces an earlier one")
  static let impossible = Field(
    "impossible", .list(of: ImpossibleKeys.shape, "combinations"), "combinations that cannot be, with the reason")
  static let rules = Field(
    "rules", ValueParser<[RuleDraft]>.list(of: RuleKeys.shape, minimum: 2, "rules"), required: true,
    "the first rule that applies gives the right answer; the last one applies always")
  static let counterparts = Field(
    "counterparts", ValueParser<[(YAMLNode.Scalar, ConditionDraft)]>.map(keys: .text, of: ConditionKeys.shape),
    "cases of scenarios, such as names/wrong-host[policy=system], and the cell of each: the values that differ from the first of their factor; the right answers must agree"
  )
  static let world = Field("world", .anything, required: true, "the world of a cell, with variables such as ${host}")
  static let steps = Field(
    "steps", .anything, "the steps of a cell, with variables; the last one has the cell's answer; default: one")
  static let axes = Field(
    "axes", .anything,
    "the axes of a cell, with variables; default keys: p256; without tls the last factor is 'version', the version of TLS"
  )
  static let needs = Field(
    "needs", .anything, "capabilities beyond those that the policy implies, with variables; default none")

  static let all = Table(
    "decision-table", subject: "a decision table",
    "What a right validator decides in one area: factors, and rules that compute the right answer from their values.",
    [
      table.key, ScenarioKeys.title.key, ScenarioKeys.why.key, severity.key, ScenarioKeys.references.key,
      ScenarioKeys.tags.key, ScenarioKeys.keywords.key, strength.key, variables.key, factors.key, settings.key,
      impossible.key,
      rules.key, counterparts.key, world.key, steps.key, axes.key, needs.key,
    ])
}

/// The variables that a value or a combination sets.
enum VariableKeys {
  static let shape = ValueParser<[(YAMLNode.Scalar, YAMLNode)]>.map(keys: .names, of: .anything)
}

/// A condition as it is written: values by factor.
typealias ConditionDraft = [(factor: YAMLNode.Scalar, values: [YAMLNode.Scalar])]

enum ConditionKeys {
  static let shape = ValueParser<[(YAMLNode.Scalar, [YAMLNode.Scalar])]>.map(
    keys: .names, of: .oneOrList(of: .nameOrPattern, "values")
  ).then { pairs, _, _ in pairs.map { (factor: $0, values: $1) } as ConditionDraft }
}

struct SettingDraft {
  var when: ConditionDraft
  var variables: [(YAMLNode.Scalar, YAMLNode)]
}

enum SettingKeys {
  static let when = Field("when", ConditionKeys.shape, "the values that must come together; default: always")
  static let set = Field("set", VariableKeys.shape, required: true, "the variables")

  static let table = Table(
    "setting", subject: "a setting", "Variables of the cells in which some values come together.", [when.key, set.key])

  static let shape = ValueParser<SettingDraft>.table(table) { entries in
    SettingDraft(when: entries[when] ?? [], variables: entries[set] ?? [])
  }
}

struct ImpossibleDraft {
  var when: ConditionDraft
  var because: String
}

enum ImpossibleKeys {
  static let when = Field("when", ConditionKeys.shape, required: true, "the values that cannot come together")
  static let because = Field("because", .prose, required: true, "why not")

  static let table = Table(
    "impossible", subject: "an impossible combination", "Values that cannot come together.", [when.key, because.key])

  static let shape = ValueParser<ImpossibleDraft>.table(table) { entries in
    ImpossibleDraft(when: entries[when] ?? [], because: entries[because] ?? "")
  }
}

struct RuleDraft {
  var when: ConditionDraft
  var expectation: Expectation
  var level: Level
  var because: String
  var shownBy: YAMLNode?
  var position: YAMLPosition
}

enum RuleKeys {
  static let when = Field("when", ConditionKeys.shape, "the values for which the rule answers; default: always")
  static let expect = Field("expect", ExpectationKeys.shape, required: true, "the right answer")
  static let level = Field("level", ValueParser<Level>.word, "how strong the demand is; default must")
  static let because = Field("because", .prose, required: true, "the sentence of the standard, with its section")
  static let shownBy = Field(
    "shown-by", .anything,
    "the path of a mutation that the wire shows as it shows what this rule refuses, with variables; default server.present"
  )

  static let table = Table(
    "rule", subject: "a rule", "The right answer for some values, and the reason.",
    [when.key, expect.key, level.key, because.key, shownBy.key])

  static let shape = ValueParser<RuleDraft>.table(table) { entries in
    let when = entries[when] ?? []
    let level = entries[level] ?? .must
    let because = entries[because]
    let shownBy = entries[shownBy]
    guard let expectation = entries[expect], let because else { return nil }
    return RuleDraft(
      when: when, expectation: expectation, level: level, because: because,
      shownBy: shownBy, position: entries.mapping.position)
  }
}
