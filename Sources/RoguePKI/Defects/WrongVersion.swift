internal import RogueModel
internal import RogueStimuli

/// A version that has no extensions, or that there is not, on a certificate with extensions (RFC 5280, section 4.1.2.1).
struct WrongVersion: Defect {
  let descriptor = NamedDescriptor(
    name: "wrong-version", summary: "The certificate has extensions and claims another version than 3",
    parameters: [.init(name: "number", kind: .integer, summary: "2 (default) or 4", range: 2...4)])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let number = try context.parameters.integer("number", default: 2)
    guard number == 2 || number == 4 else {
      throw HarnessFailure(.badData, "wrong-version of \(context.certificate): the number is 2 or 4")
    }
    // Counted from zero in the encoding.
    draft.version = Int(number) - 1
  }
}
