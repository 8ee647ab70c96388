internal import RoguePlatform
internal import Synchronization

/// The handling of Ctrl-C: the first time the run ends in order (children killed, log closed with `complete: false`),
/// the second time at once.
public final class Interruption: Sendable {
  public static let shared = Interruption()

  private struct State {
    var requested = false
    var cancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())
  /// Locked by the thread that ends this process, and never unlocked: there is one ending, with one status.
  private let ending = Mutex(())

  /// A stop was requested.
  var isRequested: Bool { state.withLock(\.requested) }

  /// Called from the thread that waits for signals.
  ///
  /// - Parameter count: how many requests there have been, this one included.
  public func request(count: Int) {
    guard count == 1 else { end() }
    let cancel = state.withLock { state in
      state.requested = true
      return state.cancel
    }
    cancel?()
    // Nothing is running that could end in order.
    if cancel == nil { end() }
  }

  /// Ends this process because its work is done, unless a second request is ending it: then that one's status counts,
  /// not what the work came to while everything was taken from it.
  public func exit(_ status: Int32) -> Never {
    ending.withLock { _ in
      // Nothing that was started outlives the command.
      ChildProcesses.endAll()
      Signals.exitNow(status)
    }
  }

  /// Ends this process with its children and its temporary folders.
  private func end() -> Never {
    ending.withLock { _ in
      FileAppender.freeze()
      ChildProcesses.endAll()
      Files.removeTemporaryDirectories()
      Signals.exitNow(ExitStatus.interrupted.rawValue)
    }
  }

  /// Runs `body` in a task that the first request cancels.
  func cancelling<Result: Sendable>(_ body: @escaping @Sendable () async -> Result) async -> Result {
    let task = Task { await body() }
    let already = state.withLock { state in
      state.cancel = { task.cancel() }
      return state.requested
    }
    if already { task.cancel() }
    let result = await task.value
    state.withLock { $0.cancel = nil }
    return result
  }
}
