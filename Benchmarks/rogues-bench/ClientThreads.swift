import RoguePlatform
import Synchronization

/// Several clients of one kind at once, on threads of their own.
enum ClientThreads {
  /// Visits so many times, with so many threads for each port; says what went wrong last.
  static func visit(
    _ ports: [UInt16], clientsPerPort: Int, _ count: Int, _ visit: @escaping @Sendable (UInt16) throws -> Void
  ) throws -> String? {
    let failure = Mutex<String?>(nil)
    let left = Atomic(count)
    let clients = try ports.flatMap { port in
      try (0..<clientsPerPort).map { _ in
        try PlatformThread {
          while left.subtract(1, ordering: .relaxed).newValue >= 0 {
            do { try visit(port) } catch { failure.withLock { $0 = "client: \(error)" } }
          }
        }
      }
    }
    for thread in clients { thread.join() }
    return failure.withLock { $0 }
  }
}
