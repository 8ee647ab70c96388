public import RogueModel

/// The keys of a protocol that begins in the clear.
public enum StartTLSParts {
  public static let speaks = Part<StartTLSRecipe>(
    "speaks", "what is spoken before TLS, and in it",
    required: true, text: { $0.speaks.rawValue })
  public static let offer = Part<StartTLSRecipe>(
    "offer", "what becomes of the client's wish for TLS; default honest",
    text: { $0.offer.rawValue })
  public static let injects = Part<StartTLSRecipe>(
    "injects", "answers to what the client will ask under TLS come in the clear before it; default false",
    text: { String($0.injects) })

  static let all: [Part<StartTLSRecipe>] = [
    speaks, offer, injects,
  ]
}
