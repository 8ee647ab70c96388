import Foundation
import Testing

@testable import RoguePlatform

@Suite struct `Loopback sockets` {
  private func pair() throws -> (client: TCPSocket, server: TCPSocket) {
    let listener = try TCPListener()
    let client = try TCPSocket.connected(toPort: listener.port, timeoutMilliseconds: 120_000)
    return (client, try listener.awaitClient())
  }

  @Test func `have a port that the kernel chose, each its own`() throws {
    let listeners = try (0..<20).map { _ in try TCPListener() }
    #expect(Set(listeners.map(\.port)).count == 20)
    #expect(!listeners.contains { $0.port == 0 })
  }

  @Test func `cannot have a port that is taken`() throws {
    let listener = try TCPListener()
    #expect(throws: SystemError.self) { try TCPListener(port: listener.port) }
  }

  @Test func `accept nothing without a client`() throws {
    guard case .none = try TCPListener().accept() else {
      Issue.record("somebody was accepted")
      return
    }
  }

  @Test func `carry bytes both ways`() throws {
    let (client, server) = try pair()
    guard case .wouldBlock = server.receive() else {
      Issue.record("there is something to read")
      return
    }
    guard case .sent(3) = client.send([1, 2, 3]), case .bytes([1, 2, 3]) = server.await(),
      case .sent(2) = server.send([4, 5]), case .bytes([4, 5]) = client.receive()
    else {
      Issue.record("bytes were lost")
      return
    }
  }

  @Test func `can be finished on one side and still be read`() throws {
    let (client, server) = try pair()
    client.finishSending()
    guard case .end = server.await(), case .sent(1) = server.send([9]), case .bytes([9]) = client.receive() else {
      Issue.record("a half-closed connection does not carry bytes")
      return
    }
  }

  @Test func `show a reset as one`() throws {
    let (client, server) = try pair()
    server.reset()
    guard case .failed(let failure) = client.receive() else {
      Issue.record("no failure")
      return
    }
    #expect(failure.code == ECONNRESET)
  }

  @Test func `fail and do not kill the process when the peer is gone`() throws {
    let (client, server) = try pair()
    client.reset()
    // The kernel takes bytes until it has seen the reset, which may be a while after it was sent.
    while true {
      switch server.send([1]) {
      case .sent, .wouldBlock: continue
      case .failed(let failure):
        #expect([ECONNRESET, EPIPE].contains(failure.code))
        return
      }
    }
  }

  @Test func `keep their deadline`() throws {
    let (client, server) = try pair()
    client.setTimeout(milliseconds: 50)
    let clock = ContinuousClock()
    let begun = clock.now
    guard case .wouldBlock = client.receive() else {
      Issue.record("something came")
      return
    }
    #expect(clock.now - begun >= .milliseconds(40))
    server.close()
  }

  @Test func `are closed once and refuse everything then`() throws {
    let (client, _) = try pair()
    client.close()
    client.close()
    #expect(client.descriptor == -1)
    guard case .failed = client.receive(), case .failed = client.send([1]) else {
      Issue.record("a closed socket works")
      return
    }
  }

  @Test func `cannot connect to a closed port`() throws {
    let port = try TCPListener().port
    #expect(throws: SystemError.self) { try TCPSocket.connected(toPort: port, timeoutMilliseconds: 500) }
  }

  @Test func `may be many`() {
    #expect(DescriptorLimit.raise() >= 256)
  }
}
