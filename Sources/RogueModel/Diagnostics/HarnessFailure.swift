/// The harness could not do its job: never a verdict about a validator.
public struct HarnessFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of failure; open, so that new kinds do not break callers.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The user named something that does not exist: exit code 64.
    public static let usage = Code(rawValue: "usage")
    /// A file or a description is wrong: exit code 65.
    public static let badData = Code(rawValue: "bad-data")
    /// A certificate, key, CRL or response could not be made.
    public static let minting = Code(rawValue: "minting")
    /// A socket could not be opened or a server not be started.
    public static let network = Code(rawValue: "network")
    /// A file could not be read or written: exit code 74.
    public static let files = Code(rawValue: "files")
    /// A file that the user named cannot be created: exit code 73.
    public static let cannotCreate = Code(rawValue: "cannot-create")
    /// An adapter cannot be started at all: exit code 69.
    public static let adapterUnavailable = Code(rawValue: "adapter-unavailable")
    /// An assumption of the harness does not hold: exit code 70.
    public static let `internal` = Code(rawValue: "internal")
  }

  public var code: Code
  /// The operation and its error, in one sentence.
  public var message: String
  /// The words of the library or system below, if any.
  public var underlying: String?

  public init(_ code: Code, _ message: String, underlying: String? = nil) {
    self.code = code
    self.message = message
    self.underlying = underlying
  }

  public var description: String { underlying.map { "\(message): \($0)" } ?? message }
}
