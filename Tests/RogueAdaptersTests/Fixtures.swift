import RogueModel
import RoguePlatform
import Testing

@testable import RogueAdapters

/// A folder with programs written for one test.
final class Workshop: Sendable {
  let folder: String

  init() throws { folder = try Files.makeTemporaryDirectory(prefix: "rogues-workshop") }

  deinit { try? Files.removeTree(folder) }

  /// A shell script as an executable file.
  func script(_ body: String, name: String = "program") throws -> String {
    let path = "\(folder)/\(name)"
    try Files.write("#!/bin/sh\n\(body)\n", to: path, mode: 0o755)
    return path
  }

  /// Runs the shell and gives its standard output.
  func shell(_ script: String) async -> String {
    let result = await ChildCommand(
      program: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
      workingDirectory: folder, deadlineMilliseconds: 3_600_000
    ).run()
    return String(decoding: result.standardOutput, as: UTF8.self)
  }
}

let someNonce = "0123456789abcdef0123456789ABCDEF"

extension Attempt {
  /// An attempt with nothing in it; nobody listens on its port.
  static func sample(
    id: String = "a3f9", needs: [Capability] = [], deadline: Int = 3_600_000, host: String = "pinned.rogues.test",
    proxy: String? = nil, alpn: [String] = [], _ change: (inout AttemptPolicy) -> Void = { _ in }
  ) -> Attempt {
    var policy = AttemptPolicy(
      systemAnchors: [[1, 2, 3]], userAnchors: nil, anchors: nil, hostname: host, pinSets: [],
      revocation: AttemptPolicy.Revocation(mode: .off, methods: [], crls: []), identity: nil, time: nil)
    change(&policy)
    return Attempt(
      id: id, conversation: "c1", step: 1, needs: needs, reuse: .none, learn: false, deadlineMilliseconds: deadline,
      connect: Endpoint(host: host, address: "127.0.0.1", port: 1, path: "/\(id)", proxy: proxy), alpn: alpn,
      policy: policy)
  }
}

extension AttemptPolicy.PinSet {
  static func sample(
    _ pins: [AttemptPolicy.Pin], host: String = "pinned.rogues.test", includeSubdomains: Bool = false
  ) -> AttemptPolicy.PinSet {
    AttemptPolicy.PinSet(host: host, includeSubdomains: includeSubdomains, expires: nil, any: pins)
  }
}

extension Adapter {
  /// One attempt in a conversation of its own.
  func perform(_ attempt: Attempt) async throws -> AdapterReport {
    try await withConversation("c1") { try await $0.perform(attempt) }
  }
}

extension AdapterOutcome {
  var fault: AdapterFault? {
    if case .broken(let fault) = self { return fault }
    return nil
  }
}
