import RoguePlatform

extension TCPListener {
  /// The next client; what was connected on the other side may still be on its way here.
  func awaitClient() throws(SystemError) -> TCPSocket {
    while true {
      switch accept() {
      case .accepted(let socket): return socket
      case .none: continue
      case .failed(let error): throw error
      }
    }
  }
}

extension TCPSocket {
  /// What comes next to a socket that does not block.
  func await() -> ReceiveResult {
    while true {
      let result = receive()
      if case .wouldBlock = result { continue }
      return result
    }
  }
}
