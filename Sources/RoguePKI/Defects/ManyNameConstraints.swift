internal import RogueModel
internal import RogueStimuli

/// A CA is denied very many names (RFC 5280, section 4.2.1.10). Nothing is wrong about it, but a validator that compares
/// each name of a certificate with each of them takes a time that grows with the product (CVE-2025-58187,
/// CVE-2025-14831).
struct ManyNameConstraints: Defect {
  let descriptor = NamedDescriptor(
    name: "many-name-constraints", summary: "nameConstraints excludes very many names, none of which occurs",
    keywords: ["nameConstraints", "excludedSubtrees"],
    parameters: [.init(name: "count", kind: .integer, summary: "how many; 1000 when left out", range: 1...20_000)])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let count = try context.parameters.integer("count", default: 1000)
    draft.replace(
      .nameConstraints,
      with: .nameConstraints(permitted: [], excluded: (0..<count).map { .dns("x\($0).elsewhere.test") }))
  }
}
