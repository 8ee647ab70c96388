/// What `rogues doctor` is asked for.
public struct DoctorRequest: Sendable, Hashable {
  /// Names or paths.
  public var adapters: [String]
  /// Root of the catalogue; nil: looked for.
  public var catalogue: String?

  public init(adapters: [String], catalogue: String? = nil) {
    self.adapters = adapters
    self.catalogue = catalogue
  }
}
