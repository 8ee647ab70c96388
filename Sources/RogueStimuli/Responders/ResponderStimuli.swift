public import RogueModel

/// The keys of the responders of one CA.
public enum ResponderStimuli {
  public static let ocsp = Stimulus<ResponderRecipe>(
    "ocsp", "how the OCSP responder behaves, or the response that it gives; default honest",
    evidence: .responder,
    below: { recipe, path in OCSPParts.all.text(of: recipe.response ?? OCSPRecipe(), at: path) },
    text: { $0.ocsp == .honest ? $0.response?.flow ?? $0.ocsp.rawValue : $0.ocsp.rawValue }
  )
  .found(by: "OCSP", "AIA", and: { OCSPParts.keywords(of: $0.response) })
  public static let crl = Stimulus<ResponderRecipe>(
    "crl", "how the server that has the CRL behaves; default honest",
    evidence: .responder, text: { $0.crl.rawValue }
  )
  .found(by: "CRL", "CRL DP", "cRLDistributionPoints")

  static let all = [ocsp, crl]

  static func text(of recipe: ResponderRecipe, at path: ArraySlice<String>) -> String? {
    guard let name = path.first else {
      return "{\(all.map { "\($0.name): \($0.part.text(recipe) ?? "")" }.joined(separator: ", "))}"
    }
    return all.first { $0.name == name }?.text(of: recipe, at: path.dropFirst())
  }
}

extension EvidenceRule {
  /// A query to this CA's responders; if the fault is in the nonce, a query with a nonce.
  static let responder = EvidenceRule(seenBy: .everybody) { change in
    let questions = change.questions(to: change.element)
    let isAboutNonce = change.world.responders[change.element]?.response?.nonce ?? .echo != .echo
    return FaultEvidence(isAboutNonce ? .nonce(questions) : .responder(questions))
  }
}

extension Change {
  /// Every query to this CA's responders; a query to another CA shows nothing.
  fileprivate func questions(to authority: String) -> Set<FaultEvidence.Question> {
    let issued = world.certificates.filter { $0[Issuer.self] == authority }
    return Set(
      issued.map { FaultEvidence.Question(.ocsp, $0.name) } + [FaultEvidence.Question(.crl, authority)])
  }
}
