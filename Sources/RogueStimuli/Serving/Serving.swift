public import RogueModel

/// The server of a world: an engine, in a version of TLS.
public struct Serving: Sendable {
  public enum Engine: Hashable, Sendable { case own, libssl, gnutls }

  public var engine: Engine
  public var version: TLSVersion

  public init(_ engine: Engine, _ version: TLSVersion) {
    self.engine = engine
    self.version = version
  }

  /// The engine's library as people write it; nil for the Swift engine.
  public var library: String? {
    switch engine {
    case .own: nil
    case .libssl: "libssl"
    case .gnutls: "GnuTLS"
    }
  }
}

/// The limits of engines for a certificate with a defect, by the defect's declaration.
public struct DefectLimit: Hashable, Sendable {
  public enum Place: Hashable, Sendable {
    case anywhere
    /// Of the leaf alone.
    case leaf
    /// Of the leaf alone, and in this version.
    case leafIn(TLSVersion)
  }

  public var engine: Serving.Engine
  public var place: Place
  /// The values of the parameter `form` that it is about; empty: all.
  public var forms: Set<String>
  /// The limit of the engine, before "with" and the defect: "cannot present a leaf".
  public var refusal: String

  public init(_ engine: Serving.Engine, _ refusal: String, place: Place = .anywhere, forms: Set<String> = []) {
    self.engine = engine
    self.refusal = refusal
    self.place = place
    self.forms = forms
  }

  /// Why that engine cannot serve the defect there, without the engine's name; nil when it can.
  public func refusal(of use: NamedUse, isLeaf: Bool, by serving: Serving) -> String? {
    guard serving.engine == engine else { return nil }
    switch place {
    case .anywhere: break
    case .leaf where isLeaf: break
    case .leafIn(let version) where isLeaf && version == serving.version: break
    case .leaf, .leafIn: return nil
    }
    if forms.isEmpty { return "\(refusal) with \(use.name)" }
    guard case .text(let form) = use.parameters["form"], forms.contains(form) else { return nil }
    return "\(refusal) with \(use)"
  }
}
