internal import RogueModel
internal import RogueStimuli

/// The URLs of its CRLs and responders begin with HTTP:, which says the same as http: (RFC 3986, section 3.1).
struct UpperCaseSchemes: Defect {
  let descriptor = NamedDescriptor(
    name: "upper-case-schemes", summary: "The URLs of CRLs and responders begin with HTTP: in capitals",
    keywords: ["CRL DP", "cRLDistributionPoints", "AIA", "authorityInfoAccess"])
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    for place in draft.extensions.indices
    where [.crlDistributionPoints, .authorityInformationAccess].contains(draft.extensions[place].identifier) {
      draft.extensions[place].value = Self.capitalized(draft.extensions[place].value)
    }
  }

  private static func capitalized(_ value: [UInt8]) -> [UInt8] {
    let scheme = Array("http://".utf8)
    var value = value
    for start in value.indices where value[start...].starts(with: scheme) {
      value.replaceSubrange(start..<(start + 4), with: "HTTP".utf8)
    }
    return value
  }
}
