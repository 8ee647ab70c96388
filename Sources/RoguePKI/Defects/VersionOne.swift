internal import RogueModel
internal import RogueStimuli

/// A version 1 certificate, which has no extensions at all: as an issuer it never says that it is a CA's (RFC 5280, section
/// 6.1.4, step k).
struct VersionOne: Defect {
  let descriptor = NamedDescriptor(name: "version-1", summary: "A version 1 certificate, without extensions")
  let audience = DefectAudience.everybody

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) {
    draft.version = nil
    draft.extensions = []
  }
}
