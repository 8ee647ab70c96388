import Foundation
import RoguePlatform

/// pkilint, and a reading of paths that shares no code with ours (`Tools/lint-certificates.py`), asked once for everything.
enum CertificateLinter {
  struct Path: Encodable, Hashable {
    var present: [Int]
    var anchors: [Int]
    var host: String
    /// Seconds since 1970.
    var time: Int64
  }

  struct Question: Encodable {
    /// DER, in hexadecimal.
    var certificates: [String] = []
    /// Which of the certificates pkilint is to look at.
    var lint: [Int] = []
    /// Issuer and subject.
    var chains: [[Int]] = []
    var lists: [String] = []
    var responses: [String] = []
    var paths: [Path] = []

    private var places: [[UInt8]: Int] = [:]
    private enum CodingKeys: CodingKey { case certificates, lint, chains, lists, responses, paths }

    /// The place of a certificate in the list.
    mutating func place(of der: [UInt8]) -> Int {
      if let place = places[der] { return place }
      certificates.append(Self.hex(der))
      places[der] = certificates.count - 1
      return certificates.count - 1
    }

    static func hex(_ bytes: [UInt8]) -> String {
      bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  /// Codes of findings, at the places of what was asked.
  struct Answer: Decodable {
    var certificates: [[String]]
    var chains: [[String]]
    var lists: [[String]]
    var responses: [[String]]
    var paths: [[String]]
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Tools").path

  /// Nil when it is not installed: `make test` installs it.
  private static let python: String? = {
    let result = run("/bin/bash", ["\(folder)/linter"], [])
    guard case .exited(0) = result.ending else { return nil }
    return String(decoding: result.standardOutput, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }()

  static func ask(_ question: Question) throws -> Answer {
    guard let python else { throw Failure(description: "pkilint is not installed: Tools/linter --install") }
    let input = Array(try JSONEncoder().encode(question))
    let result = run(python, ["-I", "\(folder)/lint-certificates.py"], input)
    guard case .exited(0) = result.ending else {
      throw Failure(description: "\(result.ending): \(String(decoding: result.standardError, as: UTF8.self))")
    }
    return try JSONDecoder().decode(Answer.self, from: Data(result.standardOutput))
  }

  private static func run(_ program: String, _ arguments: [String], _ input: [UInt8]) -> ChildResult {
    let ours = ProcessInfo.processInfo.environment
    let environment = ours.filter { ["PATH", "HOME", "XDG_CACHE_HOME"].contains($0.key) }
    return ChildCommand(
      program: program, arguments: arguments, environment: environment, input: .bytes(input),
      deadlineMilliseconds: 1_800_000, keptBytes: 64 << 20, floodBytes: 64 << 20
    ).runBlocking()
  }
}
