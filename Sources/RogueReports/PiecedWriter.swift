public import RogueModel
import Synchronization

/// Gathers the pieces of a text, so that a file is written some of them at a time.
public final class PiecedWriter: Sendable {
  private static let enough = 1 << 16

  private let waiting = Mutex("")
  private let next: ReportWriter

  public init(_ next: @escaping ReportWriter) { self.next = next }

  public func write(_ text: String) throws(HarnessFailure) {
    let piece = waiting.withLock { waiting -> String? in
      waiting += text
      guard waiting.utf8.count >= Self.enough else { return nil }
      defer { waiting = "" }
      return waiting
    }
    if let piece { try next(piece) }
  }

  /// Writes what is left.
  public func flush() throws(HarnessFailure) {
    let rest = waiting.withLock { waiting in
      defer { waiting = "" }
      return waiting
    }
    if !rest.isEmpty { try next(rest) }
  }
}
