#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

extension SystemError {
  /// The process, its user or the system has run out of descriptors, memory, processes, threads or ports: a fault of
  /// the machine, not of the peer or the child.
  ///
  /// EAGAIN is what `posix_spawn` and `pthread_create` return at a limit of processes, and `connect` without a free
  /// port, as does EADDRNOTAVAIL. Non-blocking calls use it for "later"; none of those reports it as an error here.
  public var isShortage: Bool {
    switch code {
    case EMFILE, ENFILE, ENOBUFS, ENOMEM, EAGAIN, EADDRNOTAVAIL: true
    default: false
    }
  }
}
