internal import RogueModel
internal import RoguePlatform

/// Validators that are broken on purpose and run as real processes, to show that the harness does not believe them.
///
/// Each is the command itself, started as `rogues negative-control NAME` through the exec door, so it runs in the same
/// way as any other program. None may ever get a pass.
public enum NegativeControl: String, CaseIterable, Sendable {
  case neverConnects = "never-connects"
  case crashes
  case hangs
  case floodsStdout = "floods-stdout"
  case answersGarbage = "answers-garbage"
  case liesAboutTheNonce = "lies-about-the-nonce"
  case sendsBeforeChecking = "sends-before-checking"
  case forksAway = "forks-away"

  /// One line for lists.
  public var summary: String {
    switch self {
    case .neverConnects: "says that it cancelled, and never connected"
    case .crashes: "connects and crashes"
    case .hangs: "never answers and never ends"
    case .floodsStdout: "writes without end"
    case .answersGarbage: "prints a line that the contract does not define"
    case .liesAboutTheNonce: "says that it accepted, with a nonce that it made up"
    case .sendsBeforeChecking: "sends its request and then says that it cancelled"
    case .forksAway: "says that it cancelled, and leaves a process behind that holds its output open"
    }
  }

  /// Behaves according to its name; the work of the process started by the exec door.
  ///
  /// - Returns: the exit status.
  public func runChild() -> Int32 {
    switch self {
    case .neverConnects: return say("CANCEL untrusted it did not look")
    case .crashes:
      let port = ProcessEnvironment.value(of: "ROGUES_PORT").flatMap(UInt16.init) ?? 0
      let socket = try? TCPSocket.connected(toPort: port, timeoutMilliseconds: 1000)
      withExtendedLifetime(socket) { Signals.crashNow() }
    case .hangs: Signals.hang()
    case .floodsStdout:
      let chunk = String(repeating: "CANCEL untrusted\n", count: 1000)
      // Ends once the reader is gone.
      while (try? StandardStream.output.write(chunk)) != nil {}
      return 1
    case .answersGarbage: return say("It depends.")
    case .liesAboutTheNonce:
      return say("ACCEPT " + Hexadecimal.encode((0..<16).map { _ in UInt8.random(in: 0...255) }))
    case .sendsBeforeChecking:
      SendsBeforeVerifyingClient.sendRequest()
      return say("CANCEL untrusted it had a look afterwards")
    case .forksAway:
      guard let program = try? Files.currentExecutable(),
        (try? DetachedProcess.start(program, arguments: Self.arguments(for: .hangs))) != nil
      else { return 1 }
      return say("CANCEL untrusted somebody else is still looking")
    }
  }

  /// The command's arguments for this behaviour.
  static func arguments(for control: NegativeControl) -> [String] { ["negative-control", control.rawValue] }

  private func say(_ line: String) -> Int32 {
    // Past the buffers of the C library: this process may end without emptying them.
    try? StandardStream.output.write(line + "\n")
    return 0
  }
}
