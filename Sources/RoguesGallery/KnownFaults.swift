internal import RogueEngines
internal import RogueModel
internal import RoguePKI
internal import RogueRunner
internal import RogueScenarios

extension Vocabulary {
  /// Every defect and behaviour that this build has.
  static let known = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
}

extension PlanVocabulary {
  /// The declarations of this build's defects and behaviours.
  static let known = PlanVocabulary(defects: Defects.audiences, behaviours: Behaviours.descriptors)
}

extension EngineLimits {
  /// Why a case's engine cannot serve it, with the defects that there are.
  static let refusal: @Sendable (Case) -> String? = EngineLimits(defects: Defects.limits).refusal(of:)
}
