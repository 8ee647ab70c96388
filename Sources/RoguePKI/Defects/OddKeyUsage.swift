internal import RogueModel
internal import RogueStimuli

/// keyUsage is missing, says nothing, or is written in a wrong way (RFC 5280, section 4.2.1.3).
struct OddKeyUsage: Defect {
  enum Form: String, CaseIterable {
    /// No bit is set, although at least one must be.
    case empty
    /// No such extension: every use is allowed.
    case absent
    /// Not marked critical, as conforming CAs should.
    case notCritical = "not-critical"
    /// keyCertSign, which only a CA may have.
    case signsCertificates = "key-cert-sign"
    /// Bits are set after the end of the BIT STRING (X.690, section 11.2.1).
    case unusedBitsSet = "unused-bits-set"
    /// Eight unused bits: one more than there can be (X.690, section 8.6.2.2).
    case tooManyUnusedBits = "too-many-unused-bits"
    /// An OCTET STRING.
    case notABitString = "not-a-bit-string"
    /// A zero octet at the end, which named bits leave out (X.690, section 11.2.2).
    case trailingZeros = "trailing-zeros"
  }

  let descriptor = NamedDescriptor(
    name: "odd-key-usage", summary: "keyUsage is missing, empty, or encoded wrongly", keywords: ["keyUsage"],
    parameters: [.form(Form.self, "how")])
  let audience = DefectAudience.handshakeInForms([Form.empty.rawValue])
  /// libssl looks at the leaf's extensions to choose a suite of TLS 1.2, and finds none when it cannot read them.
  let limits = [DefectLimit(.libssl, "cannot serve TLS 1.2 with a leaf", place: .leafIn(.tls12), forms: ["empty"])]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    // keyCertSign and cRLSign beside digitalSignature, or digitalSignature alone.
    let bits: UInt8 = context.isCA ? 0x86 : 0x80
    let unused: UInt8 = context.isCA ? 1 : 7
    func put(_ content: [UInt8], _ tag: DERTag = .bitString) {
      draft.replaceValue(of: .keyUsage, with: DERWriter.bytes { $0.primitive(tag, content) })
    }
    switch try context.parameters.form(Form.self) {
    case .empty: put([0])
    case .absent: draft.replace(.keyUsage, with: nil)
    case .notCritical:
      guard var item = draft.extensions.first(where: { $0.identifier == .keyUsage }) else { return }
      item.isCritical = false
      draft.replace(.keyUsage, with: item)
    case .signsCertificates: draft.replace(.keyUsage, with: .keyUsage([.digitalSignature, .keyCertSign]))
    case .unusedBitsSet: put([unused, bits | 1])
    case .tooManyUnusedBits: put([8, bits])
    case .notABitString: put([unused, bits], .octetString)
    case .trailingZeros: put([0, bits, 0])
    }
  }
}
