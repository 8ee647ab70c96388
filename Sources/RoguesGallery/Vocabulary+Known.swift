internal import RoguePKI
internal import RogueScenarios
internal import RogueServers

extension Vocabulary {
  /// Every defect and behaviour that this build has.
  static let known = Vocabulary(defects: Defects.descriptors, behaviours: Behaviours.descriptors)
}
