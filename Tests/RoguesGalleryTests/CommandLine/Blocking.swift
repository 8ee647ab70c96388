import Foundation

/// Does something that waits for other processes, on a thread that may wait: the few threads of the concurrency runtime
/// are needed by every other test. Few at once, because each thing is a process that wants a processor.
func blocking<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
  try await withCheckedThrowingContinuation { continuation in
    waitingThreads.addOperation { continuation.resume(with: Swift.Result { try body() }) }
  }
}

private let waitingThreads: OperationQueue = {
  let queue = OperationQueue()
  queue.maxConcurrentOperationCount = 3
  return queue
}()
