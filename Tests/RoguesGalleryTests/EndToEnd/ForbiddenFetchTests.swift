import Testing

/// A policy that forbids the network, over real sockets: a request that was made all the same fails the case by itself.
@Suite struct ForbiddenFetchTests {
  static let ids = [
    "healthy/no-network-crl-good", "healthy/no-network-staple-good", "revocation/no-network-crl-missing",
    "revocation/no-network-staple-missing", "revocation/no-network-staple-missing-best-effort",
    "revocation/no-network-revoked-in-ocsp-only",
  ]

  @Test func `a validator that sends no request passes`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--timeout", "10m", "--axes", "tls=1.3", "--log", place.path("log.jsonl")]
        + Self.ids.flatMap { ["-s", $0] } + ["reference"])
    #expect(ending.status == 0, "\(ending.error)")
    let honest = try place.log().cases["reference"] ?? [:]
    #expect(honest.count > 8)
    for (name, result) in honest { #expect(result.verdict == "pass", "\(name): \(result)") }
  }

  @Test func `a validator that sends a request all the same leaks`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      [
        "mutants", "-q", "--timeout", "600", "--axes", "tls=1.3", "--log", place.path("log.jsonl"), "-a",
        "mutant-fetches-although-forbidden",
      ] + Self.ids, program: BuiltCommand.lab)
    #expect(ending.status == 0, "\(ending.error)")
    let asking = try place.log().cases["mutant-fetches-although-forbidden"] ?? [:]
    for (name, result) in asking where result.verdict != "pass" {
      #expect(["leak", "inconclusive", "false-accept"].contains(result.verdict), "\(name): \(result)")
      if result.verdict == "leak" {
        #expect(result.explanation.contains("although the policy forbids network access"), "\(name): \(result)")
      }
    }
    func verdict(_ id: String, _ policy: String) -> String? { asking["\(id)[tls=1.3,policy=\(policy)]"]?.verdict }
    // Without a staple it goes to the responder, and what it hears there makes it accept: that is worse than asking.
    #expect(verdict("revocation/no-network-staple-missing", "require-ocsp") == "false-accept")
    #expect(verdict("revocation/no-network-staple-missing-best-effort", "best-effort-ocsp") == "leak")
    // A missing list is looked for where the certificate says that it is.
    #expect(verdict("revocation/no-network-crl-missing", "require-crl") == "leak")
    // No option makes it check anything, and it may not do so by itself.
    #expect(verdict("healthy/no-network-crl-good", "unchecked") == "leak")
    // A policy of staples alone leaves it nothing to ask.
    #expect(verdict("revocation/no-network-staple-missing", "require-staple") == "pass")
  }

  @Test func `a program that goes to the place of a list is seen`() async throws {
    let place = try TemporaryWorkplace()
    // The certificate of the server says where; what comes from there is of no interest.
    let script = """
      url=$(openssl s_client -connect $ROGUES_ADDRESS:$ROGUES_PORT -servername listed.rogues.test </dev/null 2>/dev/null \\
        | openssl x509 -noout -ext crlDistributionPoints | sed -n 's/.*URI://p')
      curl -s --noproxy '*' --max-time 20 "$url" >/dev/null
      echo ACCEPT $($client)
      """
    let program = try place.adapter(
      "curious", script,
      capabilities: TemporaryWorkplace.capabilities + ["revocation.crl", "revocation.require", "revocation.no-network"])
    let ending = try await place.run([
      "run", "-q", "-a", program, "--timeout", "10m", "--axes", "tls=1.3", "--log", place.path("log.jsonl"),
      "healthy/no-network-crl-good",
    ])
    #expect(ending.status == 1, "\(ending)")
    let log = try place.log()
    #expect(log.words("curious") == ["leak"])
    for result in (log.cases["curious"] ?? [:]).values {
      #expect(result.explanation.contains("fetched the list of issuing"), "\(result)")
    }
  }
}
