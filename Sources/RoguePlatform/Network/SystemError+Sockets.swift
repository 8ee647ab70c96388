#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension SystemError {
  /// The process or the system has no descriptor or memory left: trouble of ours, not of the peer.
  public var isShortage: Bool { code == EMFILE || code == ENFILE || code == ENOBUFS || code == ENOMEM }
  /// The peer ended the connection with a reset.
  public var isReset: Bool { code == ECONNRESET || code == EPIPE }
}
