/// A world and its bytes.
public struct MintedWorld: Sendable {
  public var world: World
  public var hierarchy: Hierarchy

  public init(_ world: World, _ hierarchy: Hierarchy) {
    self.world = world
    self.hierarchy = hierarchy
  }

  public func certificate(_ name: String) throws(HarnessFailure) -> MintedCertificate {
    guard let certificate = hierarchy.certificates[name] else {
      throw HarnessFailure(.internal, "world '\(world.id)' has no certificate '\(name)'")
    }
    return certificate
  }

  /// In DER.
  public func certificates(_ names: [String]) throws(HarnessFailure) -> [[UInt8]] {
    var ders: [[UInt8]] = []
    for name in names { ders.append(try certificate(name).der) }
    return ders
  }

  /// - Parameter name: nil: nothing is presented.
  public func key(_ name: String?) throws(HarnessFailure) -> KeyMaterial {
    guard let name, let material = hierarchy.key(name) else {
      throw HarnessFailure(.internal, "world '\(world.id)' presents nothing that has a key")
    }
    return material
  }
}
