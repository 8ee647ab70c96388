public import RogueModel
public import RogueStimuli

/// What named defects and behaviours say of themselves that a plan has to know.
///
/// Handed in by the composition root: the stages that implement them are not known here.
public struct PlanVocabulary: Sendable {
  private let audiences: [String: DefectAudience]
  private let demands: [String: Set<AttemptField>]

  /// - Parameters:
  ///   - defects: Who can tell that a leaf has one, by its name.
  ///   - behaviours: Their descriptors.
  public init(defects: [String: DefectAudience] = [:], behaviours: [NamedDescriptor] = []) {
    audiences = defects
    demands = Dictionary(behaviours.map { ($0.name, $0.demands) }, uniquingKeysWith: { first, _ in first })
  }

  /// Who can tell that a leaf has a defect. One that nobody knows is nothing for a validator without TLS.
  func audience(of use: NamedUse) -> Audience { audiences[use.name]?.audience(of: use) ?? .handshake }

  /// The fields that have to reach a validator, or to be known, where a server behaves so.
  func demands(of use: NamedUse) -> Set<AttemptField> { demands[use.name] ?? [] }
}
