public import RogueModel

/// The keys of a protocol that begins in the clear.
public enum StartTLSParts {
  public static let speaks = Part<StartTLSRecipe>(
    "speaks", "the protocol that is spoken before TLS and under it",
    required: true, text: { $0.speaks.rawValue })
  public static let offer = Part<StartTLSRecipe>(
    "offer", "how the server offers TLS, and answers when the client asks for it; default honest",
    text: { $0.offer.rawValue })
  public static let injects = Part<StartTLSRecipe>(
    "injects", "responses to what the client will ask under TLS are sent before it, in clear text; default false",
    text: { String($0.injects) })

  static let all: [Part<StartTLSRecipe>] = [
    speaks, offer, injects,
  ]
}
