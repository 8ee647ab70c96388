#if os(Linux)
  import Foundation
  import Testing

  @testable import RoguePlatform

  /// Whose the other end of a connection is: the kernel's word, held against the processes that run.
  @Suite struct PeerOwnerTests {
    /// Runs a shell script as a child, looks at the connection that it makes, and ends the child.
    ///
    /// - Parameter ports: that the child may come to, given the listener's.
    private static func owner(
      of script: String, ports: @Sendable (UInt16) -> Set<UInt16>? = { [$0] },
      look: @Sendable (TCPSocket, UInt16) throws -> Void
    ) async throws {
      let listener = try TCPListener()
      let command = ChildCommand(
        program: "/bin/bash",
        arguments: ["-c", script, "bash", String(listener.port)],
        environment: ["PATH": "/usr/bin:/bin"], input: .held([]) { _ in false }, deadlineMilliseconds: 60_000,
        ports: ports(listener.port))
      let child = Task { await command.run() }
      let accepted = await onOwnThread { _ in listener.waitForConnection(milliseconds: 50_000) }
      let result = Result { try look(try #require(accepted), listener.port) }
      child.cancel()
      _ = await child.value
      try result.get()
    }

    private static let connects = "exec 3<>/dev/tcp/127.0.0.1/$1; cat >&2"

    @Test func `a connection of this process is its own`() throws {
      let listener = try TCPListener()
      let client = try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 5000)
      let accepted = try #require(listener.waitForConnection(milliseconds: 5000))
      #expect(accepted.peerOwner(at: listener.port) == .harness)
      // By the way that is asked for what nobody has noted.
      LocalConnections.shared.remove(try #require(client.ends))
      #expect(accepted.peerOwner(at: listener.port) == .harness)
    }

    @Test(arguments: [false, true])
    func `a connection of this process stays its own if it closes before it is accepted`(isReset: Bool) throws {
      let listener = try TCPListener()
      let client = try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 5000)
      if isReset { client.reset() } else { client.close() }
      while !listener.hasArrivals {}
      guard case .accepted(let accepted) = listener.accept() else {
        Issue.record("no connection came")
        return
      }
      #expect(accepted.peerOwner(at: listener.port) == .harness)
      // Its ends are free for others from now on.
      Self.waitUntilGone { accepted.peerOwner(at: listener.port) == .gone }
    }

    @Test func `once it is accepted and closed, of no process`() throws {
      let listener = try TCPListener()
      let client = try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 5000)
      let accepted = try #require(listener.waitForConnection(milliseconds: 5000))
      #expect(accepted.peerOwner(at: listener.port) == .harness)
      client.close()
      Self.waitUntilGone { accepted.peerOwner(at: listener.port) == .gone }
    }

    @Test(
      arguments: [
        connects,
        // A helper of its own.
        "(exec 3<>/dev/tcp/127.0.0.1/$1; sleep 60) & wait",
        "setsid -w bash -c '\(connects)' bash $1",
        // A daemon: another session, no parent, nothing in its environment that says whose it is.
        "(setsid env -i /bin/bash -c 'exec 3<>/dev/tcp/127.0.0.1/'$1'; exec sleep 60' &) ; cat >&2",
        // Connected by one that is gone, held by another.
        "exec 3<>/dev/tcp/127.0.0.1/$1; exec sleep 60",
      ])
    func `a connection belongs to the child, whichever of the child's processes holds it`(_ script: String) async throws
    {
      try await Self.owner(of: script) { socket, port in #expect(socket.peerOwner(at: port) == .child) }
      // A session comes to the ports of all of its attempts.
      try await Self.owner(of: script, ports: { _ in nil }) { socket, port in
        #expect(socket.peerOwner(at: port) == .child)
      }
    }

    @Test func `a child may connect only to the ports that it was given`() async throws {
      try await Self.owner(of: Self.connects, ports: { [$0 &+ 1] }) { socket, port in
        guard case .stranger(let name) = socket.peerOwner(at: port) else {
          Issue.record("it may come")
          return
        }
        #expect(name.contains("(bash) of user \(getuid())"), "\(name)")
        // Where no port is anybody's, it may.
        #expect(socket.peerOwner(at: nil) == .child)
      }
    }

    @Test func `the kernel finds a socket by its ends, and reports when it is gone`() throws {
      #expect(PeerOwner.doubt == nil)
      guard case .works(let diagnosis) = SocketDiagnosis.shared else { return }
      let listener = try TCPListener()
      let client = try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 5000)
      let ends = try #require(client.ends)
      var information = stat()
      #expect(fstat(client.descriptor, &information) == 0)
      let entry = try #require(diagnosis.entry(ends))
      #expect(entry.inode == UInt32(information.st_ino) && entry.user == getuid())
      client.reset()
      Self.waitUntilGone { diagnosis.entry(ends) == nil }
    }

    /// A child that another test is starting right now has a copy of the descriptor until it is another program. Without an
    /// end if the socket stays: then the test hangs, which is a failure with a name.
    private static func waitUntilGone(_ isGone: () -> Bool) {
      while !isGone() { Pause.milliseconds(1) }
    }
  }
#endif
