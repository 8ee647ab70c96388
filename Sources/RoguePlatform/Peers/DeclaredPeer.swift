/// What a client is that this process has not started: the kernel is asked whether a connection is of one.
public struct DeclaredPeer: Sendable, Hashable {
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The process that started this one, and its descendants.
    case parent
    /// The process whose number a file holds, and its descendants.
    case process = "pid-file"
    /// The processes of a control group and of those below it.
    case cgroup
    /// Sockets of a network namespace, by a file such as `/run/netns/phone` or `/proc/4711/ns/net`.
    case network
    /// Sockets of a user, by name or number.
    case user
  }
  public var kind: Kind
  public var value: String

  public init(_ kind: Kind, _ value: String) {
    self.kind = kind
    self.value = value
  }

  /// Why the kernel cannot be asked, or why its word would say nothing, with a way out; nil: it can.
  public var doubt: String? {
    #if os(Linux)
      SocketDiagnosis.shared.doubt ?? DeclaredClient(self).doubt
    #else
      PeerOwner.doubt
    #endif
  }
}

extension TCPSocket {
  /// The owner of the other end of a socket that was just accepted, where only a declared client may connect.
  public func peerOwner(declared: DeclaredPeer, isThorough: Bool = true) -> PeerOwner {
    guard let ends = ends else { return .gone }
    if LocalConnections.shared.claim(ends.asSeenByPeer) { return .harness }
    #if os(Linux)
      return PeerSearch(ends: ends, port: nil).owner(declared: DeclaredClient(declared), isThorough: isThorough)
    #else
      return .unknown
    #endif
  }

  /// Whether this process made the connection that was just accepted. Asked once for each.
  public var isFromThisProcess: Bool { ends.map { LocalConnections.shared.claim($0.asSeenByPeer) } ?? false }

  /// The IPv4 address of the other end in dotted form; nil: the connection has broken already.
  public var peerAddress: String? { ends?.remote.text }
}

extension SocketEnds.End {
  var text: String {
    let number = UInt32(bigEndian: address)
    return stride(from: 24, through: 0, by: -8).map { String(number >> UInt32($0) & 0xFF) }.joined(separator: ".")
  }

  var isLoopback: Bool { UInt32(bigEndian: address) >> 24 == 127 }
}
