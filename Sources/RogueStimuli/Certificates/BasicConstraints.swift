public import RogueModel

/// Whether it is a CA: basicConstraints cA with keyCertSign and cRLSign.
public enum IsCA: CertificateSetting {
  public static let written = SettingParser<Bool>.flag

  public static let stimulus = Stimulus<CertificateRecipe>(
    "ca", "basicConstraints says that it is a CA; default false",
    evidence: .certificate, text: { String($0[IsCA.self]) }
  )
  .found(by: "basicConstraints", "cA")

  /// CAs have other defaults: valid from 60 days ago to ten years ahead, and for signing certificates.
  public static func set(_ value: Bool, in recipe: inout CertificateRecipe) {
    recipe[IsCA.self] = value
    guard value else { return }
    recipe[NotBefore.self] = -60 * 86_400
    recipe[NotAfter.self] = 3650 * 86_400
    recipe[CertificateUsage.self] = .certificateAuthority
  }
}

/// pathLenConstraint, of a CA; nil: none.
public enum PathLength: CertificateSetting {
  public static let written: SettingParser<Int?> = .typed(.integer(0...255))

  public static let stimulus = Stimulus<CertificateRecipe>(
    "path-length", "pathLenConstraint: how many CAs may follow below it; default: no limit",
    evidence: .certificate, text: { $0[PathLength.self].map(String.init) ?? "none" }
  )
  .found(by: "pathLenConstraint", "basicConstraints", ordinary: true)

  public static func complete(_ owner: inout CertificateRecipe, with value: Int?) throws(ParsingProblem) {
    try owner.requireCA(
      "'path-length' has no meaning here: only a CA has one",
      help: "'ca: true'; the defect wrong-basic-constraints gives one to a leaf")
  }
}

extension CertificateRecipe {
  /// Objects to a key that only a CA has.
  func requireCA(_ message: String, help: String) throws(ParsingProblem) {
    guard self[IsCA.self] else { throw ParsingProblem(message, help: help) }
  }
}
