import RoguePlatform

/// Loopback ports that nothing listens on.
enum FreePort {
  /// A port that the kernel assigns only on request, so that it stays free between two runs.
  static func any() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<30_000)
      if (try? TCPListener(port: port)) != nil { return port }
    }
    throw SystemError(code: 98, operation: "find a free port")
  }
}
