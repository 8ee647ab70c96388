public import RogueModel
public import RogueStimuli

/// A plan's view of defects and behaviours.
///
/// The composition root supplies it: this module does not import the stages that implement them.
public struct PlanVocabulary: Sendable {
  private let audiences: [String: DefectAudience]
  private let demands: [String: Set<AttemptField>]

  /// - Parameters:
  ///   - defects: which validators can detect a leaf with the defect, by its name.
  ///   - behaviours: their descriptors.
  public init(defects: [String: DefectAudience] = [:], behaviours: [NamedDescriptor] = []) {
    audiences = defects
    demands = Dictionary(behaviours.map { ($0.name, $0.demands) }, uniquingKeysWith: { first, _ in first })
  }

  /// Which validators can detect the defect of a leaf. An unknown defect is not put to validators without TLS.
  func audience(of use: NamedUse) -> Audience { audiences[use.name]?.audience(of: use) ?? .handshake }

  /// The fields that must reach a validator, or must be known, for a server with this behaviour.
  func demands(of use: NamedUse) -> Set<AttemptField> { demands[use.name] ?? [] }
}
