public import RogueModel

/// An adapter whose program says itself what it can do, beside the description that it is planned by.
public protocol SelfDescribing: Adapter {
  /// Nil until the program has said it: at its first attempt.
  var introduction: AdapterIntroduction? { get }
}

/// A program's own words about itself.
public struct AdapterIntroduction: Sendable, Hashable {
  public var adapter: String
  public var library: String
  public var version: String
  public var capabilities: Set<Capability>

  init(_ ready: ReadyObject) {
    adapter = ready.adapter
    library = ready.library
    version = ready.version
    capabilities = Set(ready.capabilities)
  }
}
