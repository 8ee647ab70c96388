public import RogueModel

/// The keys of the proxy.
public enum ProxyParts {
  public static let host = Part<ServerRecipe.Proxy>(
    "host", "the label of the proxy's host",
    required: true, text: { $0.host })
  public static let present = Part<ServerRecipe.Proxy>(
    "present", "its certificates, where it is spoken to over TLS; default: in the clear",
    text: { flow($0.present) })
  public static let key = Part<ServerRecipe.Proxy>(
    "key", "whose private key signs; default: the first certificate's of this list",
    text: { $0.key ?? $0.present.first })

  static let all: [Part<ServerRecipe.Proxy>] = [
    host, present, key,
  ]
}
