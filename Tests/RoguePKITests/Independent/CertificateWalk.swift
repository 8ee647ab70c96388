import Foundation
import RoguePlatform
import Testing

/// Certificates taken apart by a program that knows nothing of ours: field by field, in the bytes as they stand.
enum CertificateWalk {
  /// The fields of one certificate, by name, in text.
  typealias Fields = [String: String]

  /// Nil when the machine has no Python with `cryptography`.
  static let isInstalled: Bool = {
    let command = ChildCommand(
      program: "/bin/sh", arguments: ["-c", "exec python3 -c 'import cryptography'"],
      environment: ["PATH": searchPath, "HOME": "/nonexistent"], input: .empty, deadlineMilliseconds: 3_600_000)
    guard case .exited(0) = command.runBlocking().ending else { return false }
    return true
  }()

  private static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin" }

  /// - Parameter certificates: each with its issuer's, whose key has to have signed it.
  static func fields(of certificates: [(der: [UInt8], issuer: [UInt8])]) throws -> [Fields] {
    let input = try JSONEncoder().encode(certificates.map { [hex($0.der), hex($0.issuer)] })
    let command = ChildCommand(
      program: "/bin/sh", arguments: ["-c", #"exec python3 -c "$0""#, source],
      environment: ["PATH": searchPath, "HOME": "/nonexistent"], input: .bytes(Array(input)),
      deadlineMilliseconds: 3_600_000, keptBytes: 64 << 20, floodBytes: 64 << 20)
    let result = command.runBlocking()
    guard case .exited(0) = result.ending else {
      throw WalkFailure(text: String(decoding: result.standardError, as: UTF8.self))
    }
    return try JSONDecoder().decode([Fields].self, from: Data(result.standardOutput))
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  struct WalkFailure: Error {
    var text: String
  }
}
