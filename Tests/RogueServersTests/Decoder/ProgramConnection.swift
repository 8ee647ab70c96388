import Foundation
import Glibc
import RogueModel
import RogueOpenSSL
import ServerTestSupport

@testable import RogueEngines
@testable import RoguePlatform
@testable import RogueServers

/// A connection between `openssl s_server` and another program, recorded by a relay between them.
///
/// Real programs do what no in-memory pair can be asked for: renegotiate, update keys, send 0-RTT data.
struct ProgramConnection {
  var transcript: WireTranscript
  /// Everything that the client wrote to standard output and error.
  var clientOutput: String
  var serverOutput: String

  /// A line for one side's standard input, sent when the wire has been quiet for a moment.
  enum Line {
    case client(String), server(String)
  }

  /// The folder with `server.pem` (certificate and key), `client.pem`, `client-chain.pem`, made once.
  static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("decoder-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func make(_ name: String, _ more: [String]) {
      let path = folder.appendingPathComponent(name).path
      _ = run(
        "openssl",
        ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2"]
          + ["-subj", "/CN=\(name)", "-keyout", path + ".key", "-out", path + ".crt"] + more)
      let both = ["crt", "key"].compactMap { FileManager.default.contents(atPath: "\(path).\($0)") }
      try? Data(both.joined()).write(to: folder.appendingPathComponent(name + ".pem"))
    }
    make("server", ["-addext", "subjectAltName=DNS:pinned.rogues.test"])
    make("client", [])
    make("stranger", [])
    return folder
  }()

  static func run(_ program: String, _ arguments: [String]) -> String {
    Tool.run(program, arguments).output
  }

  static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  /// Gives the last of `connections`.
  ///
  /// Runs `client` (its arguments made from the relay's port) against `s_server` on a thread of its own.
  static func record(
    server: [String] = [], connections: Int = 1,
    script: [Line] = [.client("GET / HTTP/1.1\n"), .client("Q\n")],
    client: @escaping @Sendable (_ port: UInt16) -> [String]
  ) async -> ProgramConnection? {
    let name = UUID().uuidString
    let lines = script
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: recordNow(server, connections, lines, client, name))
      }
    }
  }

  private static func recordNow(
    _ server: [String], _ connections: Int, _ script: [Line], _ client: (UInt16) -> [String], _ name: String
  ) -> ProgramConnection? {
    signal(SIGPIPE, SIG_IGN)
    let keyLog = path(name + ".keys")
    guard
      let serverProgram = Program(
        ["openssl", "s_server", "-accept", "127.0.0.1:0", "-naccept", "\(connections)", "-cert", path("server.pem")]
          + ["-keylogfile", keyLog] + server, output: path(name + ".server")),
      let serverPort = serverProgram.port(), let relay = Relay(),
      let clientProgram = Program(client(relay.port), output: path(name + ".client"))
    else { return nil }
    var lines = script[...]
    var chunks: [WireTranscript.Chunk] = []
    for _ in 0..<connections {
      chunks = relay.run(to: serverPort, script: &lines, client: clientProgram, server: serverProgram)
    }
    relay.end()
    clientProgram.end()
    serverProgram.end()
    let keys = (try? String(contentsOfFile: keyLog, encoding: .utf8)) ?? ""
    let secrets = keys.split(whereSeparator: \.isNewline).compactMap { TLSSecret(line: Array($0.utf8)) }
    return ProgramConnection(
      transcript: WireTranscript(chunks: chunks, secrets: secrets),
      clientOutput: clientProgram.output, serverOutput: serverProgram.output)
  }

  var evidence: ConnectionEvidence {
    var evidence = ConnectionEvidence(index: 1, openedAt: 0)
    TranscriptDecoder.decode(transcript, into: &evidence)
    return evidence
  }
}

/// A child with a standard input that is held open and its output in a file.
///
/// Not Foundation's `Process`: that lets its children inherit the descriptors by which it notices the end of others, so
/// that programs which live at the same time keep each other from being seen to end.
final class Program {
  private var child: ChildProcess
  private let file: String

  init?(_ command: [String], output: String) {
    file = output
    _ = FileManager.default.createFile(atPath: output, contents: nil)
    let started = try? ChildProcess(
      starting: ChildCommand(
        program: "/bin/sh", arguments: ["-c", #"exec "$@" >"$0" 2>&1"#, output] + command, deadlineMilliseconds: 0),
      environment: ["PATH=\(Tool.searchPath)", "HOME=/nonexistent"])
    guard let started else { return nil }
    child = started
  }

  var output: String { (FileManager.default.contents(atPath: file)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

  /// A few bytes, which always fit into a pipe.
  func write(_ text: String) {
    let bytes = Array(text.utf8)
    _ = Glibc.write(child.input, bytes, bytes.count)
  }

  /// The port in s_server's "ACCEPT 127.0.0.1:PORT".
  func port() -> UInt16? {
    for _ in 0..<60_000 {
      if let line = output.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }),
        let number = line.split(separator: ":").last
      {
        return UInt16(number)
      }
      usleep(10_000)
    }
    return nil
  }

  func end() {
    child.closeInput()
    if !child.hasExited { child.signalGroup(SIGTERM) }
    _ = child.reap()
  }
}

/// Forwards one connection and keeps what it forwards.
struct Relay {
  private let listener: CInt
  let port: UInt16

  init?() {
    listener = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    var address = Self.loopback(0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, length) == 0 && listen(descriptor, 4) == 0 && getsockname(descriptor, $0, &length) == 0
      }
    }
    guard bound else { return nil }
    port = UInt16(bigEndian: address.sin_port)
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  func end() { close(listener) }

  func run(
    to serverPort: UInt16, script lines: inout ArraySlice<ProgramConnection.Line>, client: Program, server: Program
  ) -> [WireTranscript.Chunk] {
    var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 600_000) == 1 else { return [] }
    let clientSocket = accept(listener, nil, nil)
    let serverSocket = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
    defer {
      close(clientSocket)
      close(serverSocket)
    }
    var address = Self.loopback(serverPort)
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(serverSocket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard connected else { return [] }
    var chunks: [WireTranscript.Chunk] = []
    var open: Set<CInt> = [clientSocket, serverSocket]
    let begun = Date()
    // A line is sent only after the one before has shown on the wire, however slow the machine.
    var hasMoved = false
    var quiet = 0
    while !open.isEmpty, Date().timeIntervalSince(begun) < 600 {
      var sockets = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&sockets, nfds_t(sockets.count), 250) > 0 else {
        quiet += 1
        guard hasMoved || quiet > 25 else { continue }
        hasMoved = false
        quiet = 0
        switch lines.popFirst() {
        case .client(let text)?: client.write(text)
        case .server(let text)?: server.write(text)
        case nil: return chunks
        }
        continue
      }
      for ready in sockets where ready.revents != 0 {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(ready.fd, &bytes, bytes.count, 0)
        let other = ready.fd == clientSocket ? serverSocket : clientSocket
        guard count > 0 else {
          open.remove(ready.fd)
          shutdown(other, CInt(SHUT_WR))
          continue
        }
        hasMoved = true
        let at = Int(Date().timeIntervalSince(begun) * 1_000_000)
        chunks.append(
          WireTranscript.Chunk(
            from: ready.fd == clientSocket ? .client : .server, at: at, bytes: Array(bytes[..<count])))
        send(other, bytes, count, 0)
      }
    }
    return chunks
  }
}
