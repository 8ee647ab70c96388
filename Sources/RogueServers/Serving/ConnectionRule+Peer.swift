internal import RogueModel
internal import RoguePlatform

extension ConnectionRule {
  /// What becomes of a connection that was just accepted.
  enum Ruling {
    case served(ConnectionOwner)
    case dropped(DroppedConnection.Cause, name: String?)
  }

  /// - Parameters:
  ///   - port: the listener's; children that were given ports may connect only to these. Nil: all children may connect.
  ///   - isThorough: searches all processes of the machine for the name of a stranger.
  func owner(of socket: TCPSocket, at port: UInt16?, isThorough: Bool = true) -> Ruling {
    switch kind {
    case .started, .startedIfKnown: decision(on: socket.peerOwner(at: port, isThorough: isThorough))
    case .parent: decision(on: socket.peerOwner(declared: DeclaredPeer(.parent, ""), isThorough: isThorough))
    case .process: decision(on: socket.peerOwner(declared: DeclaredPeer(.process, value), isThorough: isThorough))
    case .cgroup: decision(on: socket.peerOwner(declared: DeclaredPeer(.cgroup, value), isThorough: isThorough))
    case .network: decision(on: socket.peerOwner(declared: DeclaredPeer(.network, value), isThorough: isThorough))
    case .user: decision(on: socket.peerOwner(declared: DeclaredPeer(.user, value), isThorough: isThorough))
    case .address: unasked(socket) { $0 == value }
    case .anybody: unasked(socket) { _ in true }
    }
  }

  private func decision(on owner: PeerOwner) -> Ruling {
    switch owner {
    case .harness: .served(.harness)
    case .child: .served(.adapter)
    case .declared: .served(.declared)
    case .unknown: .served(.unknown)
    case .stranger(let name): .dropped(.stranger, name: name)
    case .gone: .dropped(.gone, name: nil)
    }
  }

  /// The kernel is not asked, but for the connections of the harness's own proxy.
  private func unasked(_ socket: TCPSocket, _ counts: (String) -> Bool) -> Ruling {
    if socket.isFromThisProcess { return .served(.harness) }
    guard let address = socket.peerAddress else { return .dropped(.gone, name: nil) }
    return counts(address) ? .served(.unverified) : .dropped(.stranger, name: "the address \(address)")
  }
}
