internal import RogueModel
internal import RoguePKI
internal import RogueServers

extension EngineLimits {
  /// Why a case's engine cannot serve it, with the defects that there are.
  static let refusal: @Sendable (Case) -> String? = EngineLimits(defects: Defects.limits).refusal(of:)
}
