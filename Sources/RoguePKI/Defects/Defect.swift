internal import RogueModel

/// One way in which a certificate can be wrong; everything else about it stays healthy.
protocol Defect: Sendable {
  var descriptor: NamedDescriptor { get }
  /// Changes the draft. Defects of one certificate apply in the order of the recipe.
  func apply(
    to draft: inout CertificateDraft, _ parameters: UseParameters, _ context: DefectContext
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
