import Foundation
import Glibc
import Testing

@testable import RoguePlatform

/// A TLS server of somebody else's, as a child process that gives back what it is told.
final class IndependentServer: Sendable {
  /// In the order of the tests' names.
  enum Library: String, CaseIterable, Sendable {
    case openSSL = "openssl"
    case gnuTLS = "gnutls"
    case go

    var program: String {
      switch self {
      case .openSSL: "openssl"
      case .gnuTLS: "gnutls-serv"
      case .go: "go"
      }
    }

    /// What comes back for a line.
    func reply(to line: String) -> String {
      self == .openSSL ? String(line.dropLast().reversed()) + "\n" : line
    }
  }

  struct Options: Hashable, Sendable {
    /// Of its certificate: `p256`, `p384`, `ed25519`, `rsa` or `rsapss`.
    var key = "p256"
    /// Only P-384, so that a client which sends another share has to say its hello again.
    var wantsOtherGroup = false
    /// ChaCha20-Poly1305 only.
    var wantsChaCha = false
    /// AES-256-GCM only.
    var wantsAES256 = false
    var requiresClient = false
    var protocolName: String?
    /// What else its command line says.
    var more: [String] = []
  }

  let library: Library
  let port: UInt16
  private let child: ChildProcess
  private let log: String

  init(_ library: Library, _ options: Options = Options(), input: String = "/dev/null", echoes: Bool = true) throws {
    self.library = library
    let port = library == .openSSL ? 0 : try Self.freePort()
    log = ServerFiles.folder.appendingPathComponent(UUID().uuidString).path
    let arguments =
      switch library {
      case .openSSL: Self.openSSL(options, echoes)
      case .gnuTLS: Self.gnuTLS(options, port)
      case .go: Self.go(options, port)
      }
    let command = ChildCommand(
      program: "/bin/sh", arguments: ["-c", #"exec "$@" >"$0" 2>&1 <"# + input, log] + arguments,
      workingDirectory: ServerFiles.folder.path, deadlineMilliseconds: 0)
    child = try ChildProcess(
      starting: command, environment: ["PATH=\(ServerFiles.searchPath)", "HOME=\(ServerFiles.folder.path)"])
    let file = log
    let found = Self.wait(
      for: library == .openSSL ? "ACCEPT" : library == .gnuTLS ? "0.0.0.0 port \(port)...done" : "ready", in: file)
    guard let line = found else {
      child.signalGroup(SIGKILL)
      _ = child.reap()
      throw SystemError(code: 0, operation: "start \(library): \(Self.text(file))")
    }
    self.port = library == .openSSL ? line.split(separator: ":").last.flatMap { UInt16($0) } ?? 0 : port
  }

  deinit {
    child.signalGroup(SIGKILL)
    _ = child.reap()
  }

  /// Waits until the server has printed so many lines with these words; false after ten minutes without.
  func says(_ words: String, times: Int = 1) -> Bool { Self.wait(for: words, times, in: log) != nil }

  var output: String { Self.text(log) }

  private static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

  /// The last of so many lines with these words.
  private static func wait(for words: String, _ times: Int = 1, in path: String) -> String? {
    for _ in 0..<60_000 {
      let lines = text(path).split(separator: "\n").filter { $0.contains(words) }
      if lines.count >= times { return lines.last.map(String.init) }
      usleep(10_000)
    }
    return nil
  }

  private static func freePort() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<30_000)
      if (try? TCPListener(port: port)) != nil { return port }
    }
    throw SystemError(code: EADDRINUSE, operation: "find a free port")
  }

  // MARK: Command lines

  private static func openSSL(_ options: Options, _ echoes: Bool) -> [String] {
    var arguments = ["openssl", "s_server", "-accept", "127.0.0.1:0", "-cert", options.key + ".crt"]
    arguments += ["-key", options.key + ".key"] + (echoes ? ["-rev"] : [])
    if options.wantsOtherGroup { arguments += ["-groups", "P-384"] }
    if options.wantsChaCha {
      arguments += ["-ciphersuites", "TLS_CHACHA20_POLY1305_SHA256", "-cipher", "CHACHA20"]
    }
    if options.wantsAES256 {
      arguments += ["-ciphersuites", "TLS_AES_256_GCM_SHA384", "-cipher", "ECDHE-ECDSA-AES256-GCM-SHA384"]
    }
    if options.requiresClient { arguments += ["-Verify", "1", "-verify_return_error", "-CAfile", "client.crt"] }
    if let name = options.protocolName { arguments += ["-alpn", name] }
    return arguments + options.more
  }

  private static func gnuTLS(_ options: Options, _ port: UInt16) -> [String] {
    var priority = "NORMAL"
    if options.wantsOtherGroup { priority += ":-GROUP-ALL:+GROUP-SECP384R1" }
    if options.wantsChaCha { priority += ":-CIPHER-ALL:+CHACHA20-POLY1305" }
    if options.wantsAES256 { priority += ":-CIPHER-ALL:+AES-256-GCM" }
    var arguments = ["gnutls-serv", "--echo", "-p", "\(port)", "--priority", priority]
    arguments += ["--x509certfile", options.key + ".crt", "--x509keyfile", options.key + ".key"]
    if options.requiresClient {
      arguments += ["--require-client-cert", "--verify-client-cert", "--x509cafile", "client.crt"]
    }
    if let name = options.protocolName { arguments += ["--alpn", name] }
    return arguments + options.more
  }

  private static func go(_ options: Options, _ port: UInt16) -> [String] {
    var arguments = ["./go-server", "-port", "\(port)", "-key", options.key]
    if options.wantsOtherGroup { arguments.append("-p384") }
    if options.wantsChaCha { arguments.append("-chacha") }
    if options.requiresClient { arguments.append("-client") }
    if let name = options.protocolName { arguments += ["-alpn", name] }
    return arguments
  }
}
