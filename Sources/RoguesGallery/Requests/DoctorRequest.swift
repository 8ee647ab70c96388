/// A request to `rogues doctor`.
public struct DoctorRequest: Sendable, Hashable {
  /// Names or paths.
  public var adapters: [String]
  /// Catalogues beside the built-in one; empty: looked for.
  public var catalogues: [String]

  public init(adapters: [String], catalogues: [String] = []) {
    self.adapters = adapters
    self.catalogues = catalogues
  }
}
