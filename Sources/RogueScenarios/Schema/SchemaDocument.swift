public import RogueModel

/// The JSON Schemas (2020-12) that editors and adapter authors use.
///
/// Those of the files are made from the tables that the reader goes by, so that neither can say what the other does
/// not; those of the adapter contract are written out, because their readers are not here.
public enum SchemaDocument: String, CaseIterable, Sendable {
  case world, scenario, adapter, stack, ledger, corpus, family, profile, project
  case decisionTable = "decision-table"
  case circumstances, checks, probes
  case attempt, statement

  /// - Parameter vocabulary: Defects and behaviours by name; where there are none, any name passes.
  public func json(vocabulary: Vocabulary) -> JSON {
    switch self {
    case .world: SchemaWriter.document(of: WorldKeys.table, titled: title, vocabulary)
    case .scenario: SchemaWriter.document(of: ScenarioKeys.table, titled: title, vocabulary)
    case .adapter: SchemaWriter.document(of: ManifestKeys.table, titled: title, vocabulary)
    case .stack: SchemaWriter.document(of: StackKeys.table, titled: title, vocabulary)
    case .ledger: SchemaWriter.document(of: LedgerKeys.table, titled: title, vocabulary)
    case .corpus: SchemaWriter.document(of: CorpusKeys.table, titled: title, vocabulary)
    case .family: SchemaWriter.document(of: FamilyKeys.table, titled: title, vocabulary)
    case .profile: SchemaWriter.document(of: ProfileKeys.table, titled: title, vocabulary)
    case .project: SchemaWriter.document(of: ProjectKeys.table, titled: title, vocabulary)
    case .decisionTable: SchemaWriter.document(of: DecisionKeys.all, titled: title, vocabulary)
    case .circumstances: SchemaWriter.document(of: CircumstancesKeys.table, titled: title, vocabulary)
    case .checks: SchemaWriter.document(of: CheckKeys.table, titled: title, vocabulary)
    case .probes: SchemaWriter.document(of: ProbeKeys.table, titled: title, vocabulary)
    case .attempt: ContractSchema.document(ContractSchema.attempt, titled: title)
    case .statement: ContractSchema.document(ContractSchema.statement, titled: title)
    }
  }

  private var title: String {
    switch self {
    case .world: "A world of Rogues' Gallery (Certs/worlds/NAME.yaml)"
    case .scenario: "A scenario of Rogues' Gallery (Scenarios/FAMILY/NAME.yaml)"
    case .adapter: "An adapter of Rogues' Gallery (Adapters/NAME/adapter.yaml)"
    case .stack: "A stack of Rogues' Gallery (Adapters/stacks/NAME.yaml)"
    case .ledger: "A finding of Rogues' Gallery (Findings/NAME.yaml), or the baseline of a team"
    case .corpus: "Why validators disagree with a foreign corpus (Findings/corpora/NAME.yaml)"
    case .family: "A family of scenarios of Rogues' Gallery (Scenarios/FAMILY/family.yaml)"
    case .profile: "A profile of Rogues' Gallery (Scenarios/profiles/NAME.yaml)"
    case .project: "What a team runs by default (rogues.yaml)"
    case .decisionTable: "A decision table of Rogues' Gallery (Scenarios/FAMILY/NAME-table.yaml)"
    case .circumstances: "A file of circumstances of Rogues' Gallery (Scenarios/circumstances/NAME.yaml)"
    case .checks: "The checks of Rogues' Gallery (Scenarios/circumstances/checks.yaml)"
    case .probes: "The servers by which the doctor examines adapters (Scenarios/probes.yaml)"
    case .attempt: "The attempt that an adapter is given, contract version 1"
    case .statement: "What an adapter answers, contract version 1"
    }
  }
}
