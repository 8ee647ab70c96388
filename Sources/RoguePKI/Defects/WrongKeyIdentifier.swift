internal import RogueModel
internal import RogueStimuli

/// A key identifier points to another key, or cannot be read (RFC 5280, sections 4.2.1.1 and 4.2.1.2). Identifiers help to
/// find a path and prove nothing; the signature is right.
struct WrongKeyIdentifier: Defect {
  enum Form: String, CaseIterable {
    /// The authorityKeyIdentifier belongs to no key.
    case ofAnotherIssuer = "aki-wrong-key-id"
    /// authorityKeyIdentifier names the issuer's issuer and a serial number that are not the CA's.
    case otherSerial = "aki-wrong-serial"
    /// authorityKeyIdentifier is an OCTET STRING.
    case authorityNotASequence = "aki-not-a-sequence"
    /// authorityKeyIdentifier without anything in it.
    case authorityEmpty = "aki-empty"
    /// No authorityKeyIdentifier, which conforming CAs have to write.
    case authorityAbsent = "aki-absent"
    /// subjectKeyIdentifier is an INTEGER.
    case subjectNotOctets = "ski-not-an-octet-string"
    /// subjectKeyIdentifier of no octet.
    case subjectEmpty = "ski-empty"
    /// subjectKeyIdentifier is critical, which it must not be.
    case subjectCritical = "ski-critical"
  }

  let descriptor = NamedDescriptor(
    name: "wrong-key-identifier", summary: "A key identifier is missing, wrong, critical, or cannot be parsed",
    parameters: [
      .form(Form.self, "which and how") { form in
        switch form {
        case .ofAnotherIssuer, .otherSerial, .authorityNotASequence, .authorityEmpty, .authorityAbsent:
          ["AKI", "authorityKeyIdentifier"]
        case .subjectNotOctets, .subjectEmpty, .subjectCritical: ["SKI", "subjectKeyIdentifier"]
        }
      }
    ])
  let audience = DefectAudience.everybody
  /// libssl looks at the leaf's extensions to choose a suite of TLS 1.2, and finds none when it cannot read them.
  let limits = [
    DefectLimit(
      .libssl, "cannot serve TLS 1.2 with a leaf", place: .leafIn(.tls12),
      forms: ["aki-not-a-sequence", "ski-not-an-octet-string"])
  ]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let nobodys = [UInt8](repeating: 0x5a, count: 20)
    func put(_ identifier: ObjectIdentifier, _ body: (inout DERWriter) -> Void) {
      draft.replaceValue(of: identifier, with: DERWriter.bytes(body))
    }
    switch try context.parameters.form(Form.self) {
    case .ofAnotherIssuer: draft.replace(.authorityKeyIdentifier, with: .authorityKeyIdentifier(nobodys))
    case .otherSerial:
      let name = DistinguishedName.organization("Nobody")
      put(.authorityKeyIdentifier) {
        $0.sequence {
          $0.constructed(.context(1, constructed: true)) { $0.name(.directory(name)) }
          $0.primitive(.context(2), [1])
        }
      }
    case .authorityNotASequence: put(.authorityKeyIdentifier) { $0.primitive(.octetString, nobodys) }
    case .authorityEmpty: put(.authorityKeyIdentifier) { $0.sequence { _ in } }
    case .authorityAbsent: draft.replace(.authorityKeyIdentifier, with: nil)
    case .subjectNotOctets: put(.subjectKeyIdentifier) { $0.integer(1) }
    case .subjectEmpty: put(.subjectKeyIdentifier) { $0.primitive(.octetString, []) }
    case .subjectCritical:
      guard var item = draft.extensions.first(where: { $0.identifier == .subjectKeyIdentifier }) else { return }
      item.isCritical = true
      draft.replace(.subjectKeyIdentifier, with: item)
    }
  }
}
