internal import RogueModel

extension PathCheck {
  /// extendedKeyUsage of the leaf has serverAuth; that of a CA, if it has one, does not leave it out.
  ///
  /// RFC 5280 gives the extension no meaning in CAs. The Baseline Requirements of the CA/Browser Forum (section 7.1.2.10.6), and all
  /// the large libraries, read it as a limit to what is below, and CAs rely on that. anyExtendedKeyUsage is enough in a CA, which
  /// says by it that it limits nothing; in a leaf it is not, as section 4.2.1.12 allows an application to decide. Netscape's type
  /// of a certificate, where there is one, has the bit of a server.
  static var purposes: PathCheck {
    PathCheck("path/purposes", "RFC 5280, section 4.2.1.12") { path in
      guard path.question.purpose == .server else { return [] }
      return path.each { index, certificate in
        if let purposes = certificate.facts.purposes, !purposes.contains(CertificateFacts.serverAuthentication),
          index == 0 || !purposes.contains(CertificateFacts.anyPurpose)
        {
          return TrustProblem(.keyUsage, "it is not meant for servers", index: index)
        }
        guard let type = certificate.contents.value(CertificateFacts.netscapeType) else { return nil }
        var reader = DERReader(type, lengths: .any)
        let bits = reader.primitive(.bitString)?.dropFirst().first ?? 0
        // SSL server; above the leaf SSL CA.
        return bits & (index == 0 ? 0x40 : 0x04) != 0
          ? nil : TrustProblem(.keyUsage, "its Netscape type is another", index: index)
      }
    }
  }
}
