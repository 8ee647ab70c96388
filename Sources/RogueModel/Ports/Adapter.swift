/// A validator behind one of the doors.
public protocol Adapter: Sendable {
  var description: AdapterDescription { get }
  /// Runs one conversation. `body` performs its attempts in order; state, HOME and processes end before this returns.
  func withConversation<Result: Sendable>(
    _ id: String, _ body: @Sendable (any AdapterConversation) async throws -> Result
  ) async throws -> Result
  /// How many conversations the adapter can use at once; more would only wait. Nil: any number. The value may change
  /// after the first attempt.
  var conversationsAtOnce: Int? { get }
  /// Ends everything that outlives a conversation. Called once, after the last conversation; no attempt follows.
  func close() async
}

extension Adapter {
  /// Most adapters have a process or a thread for each conversation.
  public var conversationsAtOnce: Int? { nil }

  /// Most adapters keep nothing between conversations.
  public func close() async {}
}

public protocol AdapterConversation: Sendable {
  /// Performs one attempt. It does not throw for anything that the validator does, only if the harness could not ask
  /// it.
  func perform(_ attempt: Attempt) async throws(HarnessFailure) -> AdapterReport
  /// Hands certificates to the validator without a connection, as if the attempt's server had sent them. Nil: this
  /// validator decides only about servers that it connects to.
  func judge(_ flight: ServerFlight, for attempt: Attempt) async throws(HarnessFailure) -> AdapterReport?
}

extension AdapterConversation {
  /// Most validators connect by themselves.
  public func judge(_ flight: ServerFlight, for attempt: Attempt) async throws(HarnessFailure) -> AdapterReport? { nil }
}

/// The outcome of an attempt, with the output that is worth keeping.
public struct AdapterReport: Sendable, Hashable {
  public var outcome: AdapterOutcome
  public var milliseconds: Int
  /// Capped.
  public var standardOutput: String
  /// Capped; shown on failure, never interpreted except by recipe patterns.
  public var standardError: String
  /// The command line with which a person can repeat the attempt; nil for in-process adapters.
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

/// An adapter's declarations before the run.
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
  /// How the fields of attempts reach the validator; nil: the adapter claims that it applies everything in the
  /// contract.
  public var configuration: AdapterConfiguration?
  /// Milliseconds that starting it may take, added to every deadline.
  public var startupMilliseconds: Int
  /// Whether attempts need the CONNECT proxy.
  public var usesProxy: Bool
  /// A negative control: runs only when named.
  public var isControl: Bool
  /// One line for lists.
  public var summary: String
  /// Whose connections count.
  public var connections = ConnectionRule.started
  /// It is what `rogues init` wrote, and starts nobody's client.
  public var isTemplate = false
  /// The versions of the stacks that it is made of, by the stack's name; empty: the version is unknown.
  public var stacks: [String: String] = [:]

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
