internal import RogueModel
internal import RogueStimuli

/// There is a subjectAltName, but only careless code finds the host in it; or it cannot be parsed (RFC 5280, section
/// 4.2.1.6; RFC 9525, section 6).
struct WrongSubjectAlternativeName: Defect {
  enum Form: String, CaseIterable {
    /// The host, a NUL, and another domain.
    case nul
    /// `elsewhere.test, DNS:host`: two names for code that prints and splits it.
    case injected
    /// The domain with a dot in front, which in name constraints means everything below.
    case leadingDot = "leading-dot"
    /// The host in a URI, an e-mail address, a directory name and a name of a kind that has no browser.
    case uri, email, directory
    case otherName = "other-name"
    /// The host, and beside it an address for messages.
    case otherNameBeside = "other-name-beside"
    /// No name at all; RFC 5280 wants at least one.
    case empty
    /// One DNS name without a letter.
    case emptyName = "empty-name"
    /// The host, beside a name with an octet that IA5String does not have.
    case eightBit = "not-ascii"
    /// The host's name without the SEQUENCE around it.
    case notASequence = "not-a-sequence"
    /// The host, and the last name continues past the end of the extension.
    case truncated
    /// The host, and bytes after the SEQUENCE.
    case trailing
    /// One DNS name of more octets than any host has (RFC 1035, section 2.3.4: 255).
    case tooLong = "too-long"
  }

  let descriptor = NamedDescriptor(
    name: "wrong-subject-alternative-name", summary: "subjectAltName names the host wrongly, or cannot be parsed",
    keywords: ["SAN", "subjectAltName", "GeneralName"],
    parameters: [
      .form(Form.self, "the fault"),
      .init(name: "common-name", kind: .flag, summary: "the common name is the host's; default: another one"),
    ])
  let audience = DefectAudience.everybody
  /// libssl looks at the leaf's extensions to choose a suite of TLS 1.2, and finds none when it cannot read them.
  let limits = [
    DefectLimit(
      .libssl, "cannot serve TLS 1.2 with a leaf", place: .leafIn(.tls12), forms: ["not-a-sequence", "truncated"])
  ]

  func apply(to draft: inout CertificateDraft, _ context: DefectContext) throws(HarnessFailure) {
    let host = context.host
    // A client that falls back to the common name must not find the host there, unless that is the mistake in question.
    draft.subject = DistinguishedName.endEntity(
      try context.parameters.flag("common-name", default: false) ? host : "elsewhere.test")
    switch try context.parameters.form(Form.self) {
    case .nul: Self.put([.dns(host + "\0.elsewhere.test")], &draft)
    case .injected: Self.put([.dns("elsewhere.test, DNS:\(host)")], &draft)
    case .leadingDot: Self.put([.dns(String(host.drop { $0 != "." }))], &draft)
    case .uri: Self.put([.uri("https://\(host)/")], &draft)
    case .email: Self.put([.email("postmaster@\(host)")], &draft)
    case .directory:
      Self.put([.directory(DistinguishedName.encode(organization: "Elsewhere", commonName: host))], &draft)
    case .otherName: Self.put([.messaging(host)], &draft)
    case .otherNameBeside: Self.put([.dns(host), .somebodyElsewhere], &draft)
    case .empty: Self.put([], &draft)
    case .emptyName: Self.put([.dns("")], &draft)
    case .eightBit:
      Self.put(
        [.dns(host), .encoded(DERWriter.bytes { $0.primitive(.context(2), [0x62, 0xfc, 0x2e, 0x74]) })], &draft)
    case .notASequence:
      draft.replaceValue(of: .subjectAlternativeName, with: DERWriter.bytes { $0.name(.dns(host)) })
    case .truncated:
      Self.put([.dns(host), .encoded([0x82, 0x20, 0x61])], &draft)
    case .tooLong:
      Self.put([.dns(String(repeating: "a-label-of-thirty-two-characters.", count: 9) + "elsewhere.test")], &draft)
    case .trailing:
      draft.replaceValue(
        of: .subjectAlternativeName,
        with: CertificateExtension.subjectAlternativeName([.dns(host)]).value + [0x05, 0x00])
    }
  }

  private static func put(_ names: [GeneralName], _ draft: inout CertificateDraft) {
    draft.replace(.subjectAlternativeName, with: .subjectAlternativeName(names))
  }
}

extension GeneralName {
  /// An otherName of the type XmppAddr (RFC 6120, section 13.7.1.4).
  static func messaging(_ address: String) -> GeneralName {
    .encoded(
      DERWriter.bytes {
        $0.constructed(.context(0, constructed: true)) {
          $0.identifier(.messagingAddress)
          $0.constructed(.context(0, constructed: true)) { $0.text(.utf8String, address) }
        }
      })
  }

  /// The one that a certificate has and its CA excludes.
  static let somebodyElsewhere = messaging("somebody@elsewhere.test")
}
