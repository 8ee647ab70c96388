/// How to make one certificate. Every default is healthy; a defect or a changed key makes the rogue.
public struct CertificateRecipe: SettingsOwner, Hashable, Sendable {
  /// The name in the world; unique there.
  public var name: String
  /// The values of its keys.
  public var settings = Settings()
  public var location = SourceLocation(file: "", line: 1, column: 1)

  public init(name: String) { self.name = name }
}
