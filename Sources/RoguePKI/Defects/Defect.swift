internal import RogueModel

/// One way in which a certificate can be wrong; everything else about it stays healthy.
protocol Defect: Sendable {
  var descriptor: NamedDescriptor { get }
  /// Changes the draft. Defects of one certificate apply in the order of the recipe.
  func apply(
    to draft: inout CertificateDraft, _ parameters: DefectParameters, _ context: DefectContext
  ) throws(HarnessFailure)
}

/// What a defect may know beside the draft.
struct DefectContext: Sendable {
  /// The certificate's name in the world.
  var certificate: String
  /// The type of the key that signs the certificate.
  var signerType: KeyType
  /// Whether the recipe is that of a CA.
  var isCA: Bool
}

/// The parameters of one use, read by type.
struct DefectParameters: Sendable {
  private let values: [String: NamedUse.ParameterValue]

  init(_ values: [String: NamedUse.ParameterValue]) { self.values = values }

  func integer(_ name: String, default value: Int64) throws(HarnessFailure) -> Int64 {
    switch values[name] {
    case nil: return value
    case .integer(let given): return given
    default: throw HarnessFailure(.badData, "the parameter \(name) must be a whole number")
    }
  }

  func text(_ name: String, default value: String) throws(HarnessFailure) -> String {
    switch values[name] {
    case nil: return value
    case .text(let given): return given
    default: throw HarnessFailure(.badData, "the parameter \(name) must be text")
    }
  }
}
