internal import Synchronization

/// A value that threads pass to one another: the thread that takes it has it alone.
///
/// Unchecked: a value need not be sendable, because only the thread that took it last can reach it. The thread that
/// puts a value here must keep no reference to it.
@safe public final class SingleOwnerBox<Value>: Sendable {
  private struct Held: @unchecked Sendable {
    var value: Value
  }

  private let held = Mutex<Held?>(nil)

  public init() {}

  /// Replaces a value that was not taken.
  public func put(_ value: Value) {
    let held = Held(value: value)
    self.held.withLock { $0 = held }
  }

  /// Nil when there is nothing.
  public func take() -> Value? {
    held.withLock { held in
      let taken = held
      held = nil
      return taken
    }?.value
  }
}
