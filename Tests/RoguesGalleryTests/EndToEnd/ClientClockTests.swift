import Foundation
import Testing

/// Programs that go by another clock than the harness are judged by nobody.
@Suite(.enabled(if: Faketime.library != nil, "Debian's libfaketime is not installed"))
struct ClientClockTests {

  /// Runs the harness with a clock that is wrong by so much. What it starts gets a clean environment, and the right time.
  private static func run(_ arguments: [String], offBy offset: String) async throws -> BuiltCommand.Ending {
    let place = try TemporaryWorkplace()
    let library = try #require(Faketime.library)
    return try await blocking {
      try RunningCommand(
        ["run", "-q", "--axes", "tls=1.3,policy=system", "trust/unknown-ca"] + arguments, in: place,
        environment: ["LD_PRELOAD": library, "FAKETIME": offset]
      ).ending(within: 600)
    }
  }

  @Test(arguments: ["+5d", "-5d"])
  func `a harness whose clock alone is wrong judges no program`(offset: String) async throws {
    let ending = try await Self.run(["-a", "never-connects"], offBy: offset)
    #expect(ending.status == 70, "\(ending)")
    #expect(ending.error.contains("the clock of this process is "), "\(ending)")
    #expect(ending.error.contains(offset == "+5d" ? " s behind: " : " s ahead: "), "\(ending)")
  }

  @Test func `a client that gets the time from the harness, or runs in it, is judged`() async throws {
    let inside = try await Self.run(["-a", "reference"], offBy: "+5d")
    #expect(inside.status == 0, "\(inside)")
    let told = try await Self.run(["-a", "never-connects", "--at", "2030-01-01T00:00:00Z"], offBy: "+5d")
    #expect(told.status == 2, "\(told)")
  }

  @Test func `a clock without a difference stops nothing`() async throws {
    let ending = try await Self.run(["-a", "never-connects"], offBy: "+0")
    #expect(ending.status == 2, "\(ending)")
  }
}

private enum Faketime {
  static let library: String? = ["x86_64", "aarch64"].lazy
    .map { "/usr/lib/\($0)-linux-gnu/faketime/libfaketimeMT.so.1" }
    .first { FileManager.default.fileExists(atPath: $0) }
}
