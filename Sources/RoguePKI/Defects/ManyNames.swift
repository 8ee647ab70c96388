internal import RogueModel
internal import RogueStimuli

/// subjectAltName has very many names before the host's. Nothing is wrong about it, but time that grows with their square
/// shows.
struct ManyNames: Defect {
  let descriptor = NamedDescriptor(
    name: "many-names", summary: "subjectAltName has very many names, the host's last",
    keywords: ["SAN", "subjectAltName"],
    parameters: [.init(name: "count", kind: .integer, summary: "how many others; 999 when left out", range: 1...20_000)]
  )
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let count = try context.parameters.integer("count", default: 999)
    let others = (0..<count).map { GeneralName.dns("n\($0).elsewhere.test") }
    draft.replace(.subjectAlternativeName, with: .subjectAlternativeName(others + [.dns(context.host)]))
  }
}
