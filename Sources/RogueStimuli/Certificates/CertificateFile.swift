public import RogueModel

/// A certificate that was made elsewhere: a captured one, or one of a company's own PKI.
///
/// It is what it is: its dates do not follow the run's clock, and no other key can change it. Without its private key
/// it can be sent above a leaf, trusted and pinned, but not be the one that a handshake proves.
public enum CertificateFile: CertificateSetting {
  public static let written: SettingParser<EncodedFile?> = .file("a certificate") { file throws(ParsingProblem) in
    guard !file.certificates.isEmpty else { throw ParsingProblem("there is no certificate in '\(file.path)'") }
    guard file.certificates.count == 1 else {
      throw ParsingProblem(
        "there are \(file.certificates.count) certificates in '\(file.path)', where one is read",
        help: "give each its own file and its own entry in 'certificates'")
    }
    guard file.keys.count <= 1 else { throw ParsingProblem("there are \(file.keys.count) keys in '\(file.path)'") }
  }

  public static let stimulus = Stimulus<CertificateRecipe>(
    "file",
    "a certificate in PEM or DER beside the world, which was made elsewhere; its private key may be in the same PEM",
    evidence: .certificate, text: { $0[CertificateFile.self]?.path ?? "none" })

  public static var companions: Set<String>? { [CertificateKeyFile.stimulus.name] }

  public static func complete(
    _ owner: inout CertificateRecipe, with value: EncodedFile?
  ) throws(ParsingProblem) {
    guard let made = value?.certificates.first else { return }
    owner[IsCA.self] = made.isCA
    owner[DNSNames.self] = made.hosts
    owner[IPAddresses.self] = made.addresses
    if let key = value?.keys.first {
      try CertificateKeyFile.check(key, in: value?.path, fits: made)
    } else {
      // Nobody can sign one.
      owner[IssuedCRL.self].form = .absent
    }
  }
}

/// The private key of a certificate from a file, if it is in another file.
public enum CertificateKeyFile: CertificateSetting {
  public static let written: SettingParser<EncodedFile?> = .file("a private key") { file throws(ParsingProblem) in
    guard file.keys.count == 1 else {
      throw ParsingProblem("there are \(file.keys.count) private keys in '\(file.path)', where one is read")
    }
  }

  public static let stimulus = Stimulus<CertificateRecipe>(
    "key-file",
    "the private key of the certificate in 'file', as unencrypted PKCS #8 in PEM or DER; default: in 'file'",
    evidence: .certificate, text: { $0[CertificateKeyFile.self]?.path ?? "none" })

  public static var companions: Set<String>? { [CertificateFile.stimulus.name] }

  public static func complete(
    _ owner: inout CertificateRecipe, with value: EncodedFile?
  ) throws(ParsingProblem) {
    guard let key = value?.keys.first else { return }
    guard let file = owner[CertificateFile.self], let made = file.certificates.first else {
      throw ParsingProblem("there is no certificate that this key could belong to", help: "'file' names it")
    }
    guard file.keys.isEmpty else {
      throw ParsingProblem("'\(file.path)' holds a private key already", help: "leave 'key-file' out")
    }
    try check(key, in: value?.path, fits: made)
    owner[IssuedCRL.self].form = CRLRecipe().form
  }

  fileprivate static func check(
    _ key: KeyMaterial, in path: String?, fits made: EncodedFile.Certificate
  ) throws(ParsingProblem) {
    guard key.spki == made.key.spki else {
      throw ParsingProblem(
        "the private key in '\(path ?? "")' is not that of the certificate",
        help: "for a server with a key that is not its own: 'key' of the server")
    }
  }
}

extension CertificateRecipe {
  /// What was made elsewhere, with its private key if there is one, in the place of all that its other keys say.
  public var made: EncodedFile.Certificate? {
    let file = self[CertificateFile.self]
    var made = file?.certificates.first
    if let key = (self[CertificateKeyFile.self] ?? file)?.keys.first { made?.key = key }
    return made
  }

  /// It comes from a file without its private key.
  public var isWithoutKey: Bool {
    self[CertificateFile.self].map { $0.keys.isEmpty } ?? false && self[CertificateKeyFile.self] == nil
  }
}
