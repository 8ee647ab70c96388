/// `Synchronization.Atomic`, made of a `Mutex`, with the operations that this package uses.
///
/// A lock orders more than an atomic does: races that hide behind one of these are not found.
public struct Atomic<Value: Sendable>: ~Copyable, Sendable {
  private let value: Mutex<Value>

  public init(_ initialValue: Value) { value = Mutex(initialValue) }

  public borrowing func load(ordering: AtomicLoadOrdering) -> Value { value.withLock { $0 } }

  public borrowing func store(_ desired: Value, ordering: AtomicStoreOrdering) { value.withLock { $0 = desired } }

  public borrowing func exchange(_ desired: Value, ordering: AtomicUpdateOrdering) -> Value {
    value.withLock { value in
      let old = value
      value = desired
      return old
    }
  }
}

extension Atomic where Value: FixedWidthInteger {
  @discardableResult
  public borrowing func add(
    _ operand: Value, ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    update { $0 + operand }
  }

  @discardableResult
  public borrowing func subtract(
    _ operand: Value, ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    update { $0 - operand }
  }

  @discardableResult
  public borrowing func wrappingAdd(
    _ operand: Value, ordering: AtomicUpdateOrdering
  ) -> (oldValue: Value, newValue: Value) {
    update { $0 &+ operand }
  }

  private borrowing func update(_ body: (Value) -> Value) -> (oldValue: Value, newValue: Value) {
    value.withLock { value in
      let old = value
      value = body(old)
      return (old, value)
    }
  }
}

public enum AtomicLoadOrdering: Sendable { case relaxed, acquiring, sequentiallyConsistent }
public enum AtomicStoreOrdering: Sendable { case relaxed, releasing, sequentiallyConsistent }
public enum AtomicUpdateOrdering: Sendable {
  case relaxed, acquiring, releasing, acquiringAndReleasing, sequentiallyConsistent
}
