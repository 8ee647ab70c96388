import Foundation
import Testing

/// Programs that are found in the caller's PATH and need the files beside them there.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")))
struct ShimTests {
  @Test func `a shim in the caller's PATH finds the program that it wraps`() async throws {
    let place = try TemporaryWorkplace()
    try place.write("#!/bin/sh\nexec real-curl \"$@\"\n", to: "shims/curl", executable: true)
    try place.write("#!/bin/sh\nexec /usr/bin/curl \"$@\"\n", to: "shims/real-curl", executable: true)
    let arguments = [
      "run", "-q", "-a", "curl", "--axes", "tls=1.3,policy=system", "--log", place.path("log.jsonl"),
      "healthy/chain-two-tiers", "trust/unknown-ca",
    ]
    let path = "\(place.path("shims")):/usr/bin:/bin"
    let ending = try await blocking {
      try RunningCommand(arguments, in: place, environment: ["PATH": path]).ending(within: 300)
    }
    #expect(ending.status == 0, "\(ending)")
    #expect(try place.log().words("curl") == ["pass"])
  }
}
