import RoguePlatform

/// Loopback ports that nothing listens on.
enum FreePort {
  /// One that the kernel gives to nobody who does not ask for it, so that it stays free between two runs.
  static func any() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<30_000)
      if (try? TCPListener(port: port)) != nil { return port }
    }
    throw SystemError(code: 98, operation: "find a free port")
  }
}
