public import RogueModel

/// The keys of one connection, or of a renegotiation; what it does not have is the server's.
public enum ConnectionParts {
  public static let present = Part<(ServerRecipe, ServerRecipe.Connection)>(
    "present", "its certificates; default: the server's",
    text: { server, own in flow(server.presented(by: own).names) })
  public static let key = Part<(ServerRecipe, ServerRecipe.Connection)>(
    "key", "whose private key signs; default: that of the first certificate presented here",
    text: { server, own in
      let (names, key) = server.presented(by: own)
      return key ?? names.first
    })

  static let all: [Part<(ServerRecipe, ServerRecipe.Connection)>] = [
    present, key,
  ]
}
