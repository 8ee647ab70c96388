public import RogueModel

/// A key that was changed, in the world as it is with the change.
public struct Change: Sendable {
  public var world: World
  public var policy: PolicyRecipe
  /// The certificate, or the CA whose responders they are; empty for keys of the server and of the platform.
  public var element: String
  /// The part of the path below the key.
  public var below: ArraySlice<String>

  /// The indices of these certificates in the server's list.
  func entries(of names: Set<String>) -> Set<Int> {
    let present = world.server.present
    return Set(present.indices.filter { names.contains(present[$0]) })
  }
}
