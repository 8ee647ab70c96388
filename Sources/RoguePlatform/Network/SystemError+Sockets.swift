#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension SystemError {
  /// The process, its user or the system has no descriptor, memory, process, thread or port left: trouble of ours, not of
  /// the peer or the child.
  ///
  /// EAGAIN is what `posix_spawn` and `pthread_create` say at a limit of processes, and `connect` without a free port, as
  /// does EADDRNOTAVAIL. Calls that do not wait say it for "later"; none of those gives it as an error here.
  public var isShortage: Bool {
    switch code {
    case EMFILE, ENFILE, ENOBUFS, ENOMEM, EAGAIN, EADDRNOTAVAIL: true
    default: false
    }
  }
  /// The peer ended the connection with a reset.
  public var isReset: Bool { code == ECONNRESET || code == EPIPE }
}
