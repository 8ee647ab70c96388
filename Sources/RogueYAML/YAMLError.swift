/// Why a text is not a YAML tree that we read, and where.
public struct YAMLError: Error, Sendable {
  /// The kind of failure; open, so that new kinds do not break callers.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let tooLarge = Code(rawValue: "too-large")
    public static let notText = Code(rawValue: "not-text")
    public static let empty = Code(rawValue: "empty")
    public static let syntax = Code(rawValue: "syntax")
    public static let tab = Code(rawValue: "tab")
    public static let duplicateKey = Code(rawValue: "duplicate-key")
    public static let badKey = Code(rawValue: "bad-key")
    public static let alias = Code(rawValue: "alias")
    public static let tooManyNodes = Code(rawValue: "too-many-nodes")
    public static let tooDeep = Code(rawValue: "too-deep")
    /// A part of YAML that is refused on purpose.
    public static let unsupported = Code(rawValue: "unsupported")
    public static let noMemory = Code(rawValue: "no-memory")
  }

  public var code: Code
  /// One sentence, lower case, no final stop.
  public var message: String
  /// The remedy.
  public var help: String?
  public var position: YAMLPosition

  init(_ code: Code, at position: YAMLPosition, _ message: String, help: String? = nil) {
    self.code = code
    self.message = message
    self.help = help
    self.position = position
  }
}
