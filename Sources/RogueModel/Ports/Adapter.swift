/// A validator, plugged in through one of the doors.
public protocol Adapter: Sendable {
  var description: AdapterDescription { get }
  /// Runs one conversation. `body` performs its attempts in order; state, HOME and processes end before this returns.
  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result
  /// How many conversations it is of use to hold at once: more would only stand in line somewhere. Nil: any number. May
  /// change once the adapter has been asked something.
  var conversationsAtOnce: Int? { get }
  /// Ends what lives longer than a conversation; nothing is asked afterwards. Called once, after the last of them.
  func close() async
}

extension Adapter {
  /// Most adapters have a process or a thread for each.
  public var conversationsAtOnce: Int? { nil }

  /// Most adapters keep nothing between conversations.
  public func close() async {}
}

public protocol AdapterConversation: Sendable {
  /// Performs one attempt. Never throws for what the validator did; throws when the harness could not ask it.
  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport
}

/// The outcome of an attempt with what is worth keeping beside it.
public struct AdapterReport: Sendable, Hashable {
  public var outcome: AdapterOutcome
  public var milliseconds: Int
  /// Capped.
  public var standardOutput: String
  /// Capped; shown on failure, never interpreted except by recipe patterns.
  public var standardError: String
  /// The command line with which a person can run the same again; nil in process.
  public var command: String?

  public init(
    outcome: AdapterOutcome, milliseconds: Int, standardOutput: String = "", standardError: String = "",
    command: String? = nil
  ) {
    self.outcome = outcome
    self.milliseconds = milliseconds
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.command = command
  }
}

/// What an adapter says of itself before the run.
public struct AdapterDescription: Sendable, Hashable {
  public enum Door: String, Sendable, Hashable, CaseIterable {
    case inProcess = "in-process"
    case session, exec, recipe, offline
  }
  /// Unique in a run: the folder's name, or the program's.
  public var name: String
  public var door: Door
  /// The library or program under test.
  public var library: String
  public var version: String
  public var capabilities: Set<Capability>
  /// Capabilities that the adapter declines, with its reason.
  public var declined: [Capability: String]
  /// What it says of the fields of attempts; nil: it keeps to the contract in all of them.
  public var configuration: AdapterConfiguration?
  /// Milliseconds that starting it may take, added to every deadline.
  public var startupMilliseconds: Int
  /// Whether attempts need the CONNECT proxy.
  public var usesProxy: Bool
  /// A negative control: runs only when named.
  public var isControl: Bool
  /// One line for lists.
  public var summary: String

  public init(
    name: String, door: Door, library: String, version: String, capabilities: Set<Capability>,
    declined: [Capability: String] = [:], configuration: AdapterConfiguration? = nil, startupMilliseconds: Int = 0,
    usesProxy: Bool = false,
    isControl: Bool = false, summary: String = ""
  ) {
    self.name = name
    self.door = door
    self.library = library
    self.version = version
    self.capabilities = capabilities
    self.declined = declined
    self.configuration = configuration
    self.startupMilliseconds = startupMilliseconds
    self.usesProxy = usesProxy
    self.isControl = isControl
    self.summary = summary
  }
}
