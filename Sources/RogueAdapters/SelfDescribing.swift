public import RogueModel

/// An adapter whose program says itself what it can do, beside the description that it is planned by.
public protocol SelfDescribing: Adapter {
  /// Nil until the program declares it, at its first attempt.
  var introduction: AdapterIntroduction? { get }
  /// Capabilities that the harness brings for the program, so that it need not declare them.
  var brought: Set<Capability> { get }
}

extension SelfDescribing {
  /// Most programs bring everything themselves.
  public var brought: Set<Capability> { [] }
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
