internal import RogueModel
internal import RogueStimuli
internal import RogueYAML

/// The keys of the responders of one CA.
enum ResponderKeys {
  /// How a responder behaves, and what it answers where it lets an answer through.
  struct OCSP: Sendable {
    var behaviour = ResponderRecipe.Behaviour.honest
    var response: OCSPRecipe?
  }

  static let ocsp = StimulusField(ResponderStimuli.ocsp, ocspShape)
  static let crl = StimulusField(ResponderStimuli.crl, ValueParser<ResponderRecipe.Behaviour>.word)

  static let table = Table(
    "responder", subject: "a responder", "How the revocation responders of one CA behave.", stimuli: [ocsp, crl])

  static let shape = ValueParser<ResponderRecipe>.table(table) { entries in
    let ocsp = entries[ocsp] ?? OCSP()
    return ResponderRecipe(ocsp: ocsp.behaviour, crl: entries[crl] ?? .honest, response: ocsp.response)
  }

  private static let ocspShape: ValueParser<OCSP> = {
    let word = ValueParser<ResponderRecipe.Behaviour>.word
    return ValueParser(.either([word.form, .table(OCSPResponseKeys.table)])) { node, reader in
      if case .mapping = node { return OCSPResponseKeys.shape.read(node, reader).map { OCSP(response: $0) } }
      return word.read(node, reader).map { OCSP(behaviour: $0) }
    }
  }()
}
