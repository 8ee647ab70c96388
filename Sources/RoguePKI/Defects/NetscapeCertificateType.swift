internal import RogueModel
internal import RogueStimuli

/// The extension in which Netscape said what a certificate is for, before there was extendedKeyUsage. No standard defines
/// it; some libraries read it all the same, and CAs of companies still write it.
struct NetscapeCertificateType: Defect {
  enum Form: String, CaseIterable {
    case client, server
    case objectSigning = "object-signing"

    /// The number of the bit.
    var bit: Int {
      switch self {
      case .client: 0
      case .server: 1
      case .objectSigning: 3
      }
    }
  }

  let descriptor = NamedDescriptor(
    name: "netscape-certificate-type", summary: "Netscape's certificate type extension restricts the certificate's use",
    keywords: ["nsCertType"],
    parameters: [.form(Form.self, "what")])
  let audience = DefectAudience.everybody

  /// netscape-cert-type.
  static let identifier = ObjectIdentifier(2, 16, 840, 1, 113730, 1, 1)

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let form: Form = try context.parameters.form()
    draft.extensions.append(
      CertificateExtension(Self.identifier, value: DERWriter.bytes(capacity: 8) { $0.namedBits([form.bit]) }))
  }
}
