public import RogueModel

/// The keys of the proxy.
public enum ProxyParts {
  public static let host = Part<ServerRecipe.Proxy>(
    "host", "the label of the proxy's host",
    required: true, text: { $0.host })
  public static let present = Part<ServerRecipe.Proxy>(
    "present", "its certificates, where clients speak TLS with it; default: clear text",
    text: { flow($0.present) })
  public static let key = Part<ServerRecipe.Proxy>(
    "key", "whose private key signs; default: that of the first certificate presented here",
    text: { $0.key ?? $0.present.first })

  static let all: [Part<ServerRecipe.Proxy>] = [
    host, present, key,
  ]
}
