internal import Synchronization

/// The connections that this process has made, by their ends as this process sees them.
///
/// Two sockets never have the same two ends, so whoever finds a connection here need not ask the kernel whose it is. A
/// connection may be closed before its server has accepted it; its ends stay until then, because as long as the server's
/// side waits nobody else can have them. Once it was accepted they go with the socket: from then on they may be another
/// process's.
final class LocalConnections: Sendable {
  static let shared = LocalConnections()

  /// Connections to servers that never ask whose they are would stay for ever.
  static let keptAfterClosing = 4096

  private struct State {
    /// Open ones, and whether a server has asked about them.
    var open: [SocketEnds: Bool] = [:]
    /// Closed ones that no server has asked about yet.
    var closed: Set<SocketEnds> = []
    /// In the order in which they were closed; some may be gone or open again.
    var order: [SocketEnds] = []
  }

  private let state = Mutex(State())

  /// Whether a connection that was just accepted is one of these. Asked once for each.
  func claim(_ ends: SocketEnds) -> Bool {
    state.withLock { state in
      if state.open[ends] != nil {
        state.open[ends] = true
        return true
      }
      return state.closed.remove(ends) != nil
    }
  }

  func insert(_ ends: SocketEnds) {
    state.withLock { state in
      state.open[ends] = false
      state.closed.remove(ends)
    }
  }

  /// To be called before the socket is closed.
  func remove(_ ends: SocketEnds) {
    state.withLock { state in
      guard state.open.removeValue(forKey: ends) == false else { return }
      state.closed.insert(ends)
      state.order.append(ends)
      guard state.order.count > 2 * Self.keptAfterClosing else { return }
      for old in state.order.prefix(Self.keptAfterClosing) { state.closed.remove(old) }
      state.order.removeFirst(Self.keptAfterClosing)
    }
  }
}
