/// A program to run as a child, and the limits it is held to.
public struct ChildCommand: Sendable {
  /// Path of the program; `PATH` is not searched.
  public var program: String
  /// Without the program's own name.
  public var arguments: [String]
  /// The whole environment: nothing of this process's own is inherited.
  public var environment: [String: String]
  /// Nil: that of this process.
  public var workingDirectory: String?
  public var input: Input
  /// Milliseconds from the start until the child is ended and reported as hung.
  public var deadlineMilliseconds: Int
  /// Bytes of standard output and of standard error that are kept, each: the last ones. The rest is read and dropped.
  public var keptBytes: Int
  /// Bytes on either stream after which the child is ended and reported as flooding.
  public var floodBytes: Int
  /// The ports of this process that the child is to connect to; its connections to others are a stranger's. Nil: any.
  public var ports: Set<UInt16>?

  /// Files that a killed child of this kind leaves behind, without the process's number at their end: no other code
  /// knows them.
  public var leavings: [String] = []

  public init(
    program: String, arguments: [String] = [], environment: [String: String] = [:], workingDirectory: String? = nil,
    input: Input = .empty, deadlineMilliseconds: Int, keptBytes: Int = 64 << 10, floodBytes: Int = 1 << 20,
    ports: Set<UInt16>? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.workingDirectory = workingDirectory
    self.input = input
    self.deadlineMilliseconds = deadlineMilliseconds
    self.keptBytes = keptBytes
    self.floodBytes = floodBytes
    self.ports = ports
  }

  /// The child's standard input.
  public enum Input: Sendable {
    /// Ends at once.
    case empty
    /// The bytes, then the end.
    case bytes([UInt8])
    /// The bytes; the end comes when the child exits or its standard output so far fits. Clients that close the
    /// connection at the end of their input would otherwise hang up before the reply.
    case held([UInt8], until: @Sendable (_ standardOutput: [UInt8]) -> Bool)

    var bytes: [UInt8] {
      switch self {
      case .empty: []
      case .bytes(let bytes), .held(let bytes, _): bytes
      }
    }
  }
}

/// How a child ended and what it left behind.
public struct ChildResult: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    case exited(Int32)
    /// Ended by a signal that was not ours.
    case signalled(Int32)
    /// Still running at its deadline; ended by us.
    case hung
    /// Wrote more than its flood limit; ended by us.
    case flooded
    case notStarted(SystemError)
    /// Ended by us because this process stops, or the task that waited was cancelled.
    case interrupted
  }
  public var ending: Ending
  /// The last `keptBytes` of it.
  public var standardOutput: [UInt8]
  /// The last `keptBytes` of it.
  public var standardError: [UInt8]
  public var milliseconds: Int
  /// Processes that the child left running and that were ended by us, those in its own group not counted.
  public var strays: Int

  public init(
    ending: Ending, standardOutput: [UInt8] = [], standardError: [UInt8] = [], milliseconds: Int = 0, strays: Int = 0
  ) {
    self.ending = ending
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.milliseconds = milliseconds
    self.strays = strays
  }
}
