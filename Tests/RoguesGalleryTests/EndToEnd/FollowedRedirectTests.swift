import Foundation
import Testing

/// Rogues at the end of a redirect: our own client follows it as other people's clients do.
@Suite struct FollowedRedirectTests {
  /// Clients that share no code with ours, and follow.
  static let others = ["curl", "wget", "okhttp"]

  @Test func `redirects are followed, and the second host is judged by its own name and pins`() async throws {
    let known = try await ListedClients.ofThisMachine.installed
    let installed = Self.others.filter(known.contains)
    if installed.count < Self.others.count { print("asked are only \(installed.joined(separator: ", "))") }
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--axes", "tls=1.3", "--timeout", "10m", "--log", place.path("log.jsonl")]
        + ["-s", "redirect/*", "-s", "healthy/redirect-*", "reference", "accept-all"] + installed
    )
    #expect(ending.error.isEmpty || ending.status != 70, "\(ending.error)")
    let log = try place.log()
    #expect(log.complete == true)

    let right = log.verdicts("reference")
    #expect(right.count == 35)
    for (name, verdict) in right { #expect(verdict == "pass", "\(name)") }
    for (name, verdict) in log.verdicts("accept-all") {
      // That a server holds its key is for TLS to find out, whatever looks at the certificates.
      let isRight = name.hasPrefix("healthy/") || name.contains("signature-bit-flipped")
      #expect(verdict == (isRight ? "pass" : "false-accept"), "\(name)")
    }
    for client in installed {
      let verdicts = log.verdicts(client).filter { $0.key.contains("policy=system") }
      #expect(verdicts.count == 13)
      for (name, verdict) in verdicts {
        // OkHttp is configured for TLS only; curl and wget are not, and continue in plaintext.
        let goesOn = client != "okhttp" && name.hasPrefix("redirect/target-without-tls")
        // curl and wget begin each attempt in a new process.
        let isUnsupported = client != "okhttp" && name.hasPrefix("redirect/target-on-open-connection")
        #expect(verdict == (goesOn ? "false-accept" : isUnsupported ? "unsupported" : "pass"), "\(client) \(name)")
      }
    }
  }

  @Test func `pins that are forgotten on the way are missed at its end, and nowhere else`() async throws {
    let place = try TemporaryWorkplace()
    let mutant = "mutant-ignores-pins"
    _ = try await place.run(
      ["mutants", "-q", "--axes", "tls=1.3", "--timeout", "600", "--log", place.path("log.jsonl"), "-a", mutant]
        + ["redirect/*", "healthy/redirect-*"], program: BuiltCommand.lab)
    let verdicts = try place.log().verdicts(mutant)
    #expect(verdicts.count == 35)
    for (name, verdict) in verdicts {
      #expect(verdict == (name.contains("-wrong-pin") ? "false-accept" : "pass"), "\(name)")
    }
  }
}
