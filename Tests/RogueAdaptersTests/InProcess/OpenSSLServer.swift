import Foundation
import Glibc
import Synchronization

@testable import RoguePlatform

/// `openssl s_server -HTTP`, which serves files as whole HTTP replies: a server that shares no code with the client.
///
/// Not Foundation's `Process`: that lets its children inherit the descriptors by which it notices the end of others, so
/// that servers which live at the same time keep each other from being seen to end.
final class OpenSSLServer: Sendable {
  static let nonce = "0123456789abcdef0123456789abcdef"

  let port: UInt16
  private let child: ChildProcess
  private let isStopped = Mutex(false)
  private let file: String

  /// Certificates (`server`, `client`, `other`, self-signed), replies and an OCSP response's bytes.
  static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("in-process-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    func openssl(_ arguments: [String]) {
      _ = ChildCommand(
        program: "/usr/bin/env", arguments: ["openssl"] + arguments, environment: environment,
        workingDirectory: folder.path, deadlineMilliseconds: 3_600_000
      ).runBlocking()
    }
    func write(_ name: String, _ text: String) {
      try? Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
    for name in ["server", "client", "other"] {
      openssl(
        ["req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2", "-subj"]
          + ["/CN=\(name)", "-keyout", name + ".key", "-out", name + ".crt"])
    }
    write("index", "V\t300101000000Z\t\t01\tunknown\t/CN=server\n")
    openssl(["ocsp", "-issuer", "server.crt", "-cert", "server.crt", "-reqout", "staple.req"])
    openssl(
      ["ocsp", "-index", "index", "-CA", "server.crt", "-rsigner", "server.crt", "-rkey", "server.key"]
        + ["-reqin", "staple.req", "-respout", "staple.der", "-ndays", "1"])
    write("nonce", "HTTP/1.1 200 OK\r\nContent-Length: 33\r\nConnection: close\r\n\r\n\(nonce)\n")
    write("missing", "HTTP/1.1 404 Not Found\r\nContent-Length: 33\r\nConnection: close\r\n\r\n\(nonce)\n")
    write("endless", "HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n\(nonce)\n")
    return folder
  }()

  static func file(_ name: String) -> [UInt8] {
    (try? Data(contentsOf: folder.appendingPathComponent(name))).map { Array($0) } ?? []
  }

  /// The DER in a PEM file.
  static func der(_ name: String) -> [UInt8] {
    let pem = String(decoding: file(name), as: UTF8.self)
    let base64 = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }.joined()
    return Data(base64Encoded: base64).map { Array($0) } ?? []
  }

  /// Starts one, on a thread that may block.
  static func start(_ arguments: [String] = []) async -> OpenSSLServer? {
    await BlockingThreads.shared.run { OpenSSLServer(arguments) }
  }

  private init?(_ arguments: [String]) {
    let log = Self.folder.appendingPathComponent(UUID().uuidString).path
    file = log
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let arguments =
      ["openssl", "s_server", "-accept", "127.0.0.1:0", "-HTTP", "-cert", "server.crt", "-key", "server.key", "-msg"]
      + arguments
    let command = ChildCommand(
      program: "/bin/sh", arguments: ["-c", #"exec "$@" >"$0" 2>&1 </dev/null"#, log] + arguments,
      workingDirectory: Self.folder.path, deadlineMilliseconds: 0)
    guard let started = try? ChildProcess(starting: command, environment: Self.environment.map { "\($0)=\($1)" }) else {
      return nil
    }
    child = started
    var found: UInt16?
    for _ in 0..<60_000 {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      if let line = text.split(separator: "\n").first(where: { $0.hasPrefix("ACCEPT") }),
        let number = line.split(separator: ":").last.flatMap({ UInt16($0) })
      {
        found = number
        break
      }
      usleep(10_000)
    }
    port = found ?? 0
    if found == nil { return nil }
  }

  private static var environment: [String: String] {
    ["PATH": ProcessEnvironment.value(of: "PATH") ?? "/usr/bin:/bin", "HOME": "/nonexistent"]
  }

  deinit { stop() }

  private func stop() {
    let isFirst = isStopped.withLock { stopped in
      defer { stopped = true }
      return !stopped
    }
    guard isFirst else { return }
    child.signalGroup(SIGKILL)
    _ = child.reap()
  }

  /// Ends the server, and gives what it printed: its messages (`<<<` received, `>>>` sent), alerts, requests.
  func end() async -> String {
    await BlockingThreads.shared.run {
      // What it is still handling is printed soon.
      usleep(100_000)
      self.stop()
    }
    return String(decoding: (FileManager.default.contents(atPath: file)) ?? Data(), as: UTF8.self)
  }
}
