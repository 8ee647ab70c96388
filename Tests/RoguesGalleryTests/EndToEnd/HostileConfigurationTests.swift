import Foundation
import Testing

/// What a machine's administrator has set for TLS libraries decides nothing: neither for the harness, which is linked
/// with two of them, nor for the clients that it starts.
@Suite(
  .enabled(
    if: ["/usr/bin/curl", "/usr/bin/openssl", "/usr/bin/gnutls-cli", "/usr/bin/python3"]
      .allSatisfy(FileManager.default.isExecutableFile(atPath:))))
struct HostileConfigurationTests {
  /// One machine's settings.
  struct Machine: Sendable, CustomTestStringConvertible {
    var name: String
    /// An `openssl.cnf`.
    var openSSL = ""
    /// A GnuTLS priority file.
    var gnuTLS = ""

    var testDescription: String { name }

    /// Settings of every context of libssl.
    static func contexts(_ line: String) -> String {
      "openssl_conf = d\n[d]\nssl_conf = s\n[s]\nsystem_default = x\n[x]\n\(line)\n"
    }
  }

  static let machines = [
    Machine(
      name: "P-384 alone", openSSL: Machine.contexts("Groups = P-384"),
      gnuTLS: "[overrides]\ndisabled-curve = secp256r1\ndisabled-curve = x25519\n"),
    Machine(
      name: "P-521 alone", openSSL: Machine.contexts("Groups = P-521"),
      gnuTLS: "[overrides]\ntls-disabled-group = group-secp256r1\ntls-disabled-group = group-x25519\n"),
    Machine(
      name: "SHA-384 alone",
      openSSL: Machine.contexts("SignatureAlgorithms = ECDSA+SHA384:RSA+SHA384\nOptions = NoResumptionOnRenegotiation"),
      gnuTLS: "[overrides]\ninsecure-sig = ecdsa-sha256\ninsecure-sig = ecdsa-secp256r1-sha256\n"),
    Machine(
      name: "certified algorithms alone",
      openSSL: "openssl_conf = d\n[d]\nalg_section = a\n[a]\ndefault_properties = fips=yes\n",
      gnuTLS: "[overrides]\ninsecure-hash = sha256\ndisabled-version = tls1.2\ndisabled-version = tls1.3\n"),
    Machine(
      name: "no algorithms at all",
      openSSL: "openssl_conf = d\n[d]\nproviders = p\n[p]\nnull = n\n[n]\nactivate = 1\n",
      gnuTLS: "[global]\noverride-mode = allowlist\n[overrides]\nsecure-hash = sha512\n"),
  ]

  private static let doors = ["reference", "swift-client", "curl", "openssl", "gnutls-cli", "python-ssl", "program"]

  /// Every door at the default engine, and one client of each side's library at the others.
  private static func judge(in place: TemporaryWorkplace, _ environment: [String: String]) async throws -> [String] {
    let program = try place.adapter("program", "echo ACCEPT $($client)")
    var lines: [String] = []
    for (engine, doors) in [
      ("swift", doors), ("libssl", ["swift-client", "gnutls-cli"]), ("gnutls", ["swift-client", "curl"]),
    ] {
      let arguments = [
        "compare", "-q", "-j", "2", "--timeout", "60s", "--seed", "settings", "--log", place.path("log.jsonl"),
        "--axes",
        "engine=\(engine),policy=system,key=p256", "-s", "healthy/chain-two-tiers", "-s", "trust/unknown-ca", "-s",
        "time/leaf-expired",
      ]
      let adapters = doors.flatMap { ["-a", $0 == "program" ? program : $0] }
      let command = try await blocking {
        try RunningCommand(arguments + adapters, in: place, environment: environment).ending(within: 600)
      }
      #expect(command.status == 0, "\(command.error)")
      for (adapter, cases) in try place.log().cases {
        for (name, result) in cases {
          let said = result.said.map { "\($0?.kind ?? "-") \($0?.disposition ?? "-") \($0?.reason ?? "-")" }
          lines.append("\(adapter) \(name) \(result.verdict) \(result.explanation) \(said)")
        }
      }
    }
    return lines.sorted()
  }

  @Test func `the machine's configuration of TLS libraries changes no word of any verdict`() async throws {
    let plain = try await Self.judge(in: try TemporaryWorkplace(), [:])
    #expect(plain.count > 30)
    for door in Self.doors {
      // A run in which nobody can be served proves nothing about the settings.
      #expect(plain.contains { $0.hasPrefix("\(door) healthy/chain-two-tiers") && $0.contains(" pass ") }, "\(door)")
    }
    for machine in Self.machines {
      let place = try TemporaryWorkplace()
      let hostile = try await Self.judge(
        in: place,
        [
          "OPENSSL_CONF": try place.write(machine.openSSL, to: "openssl.cnf"),
          "GNUTLS_SYSTEM_PRIORITY_FILE": try place.write(machine.gnuTLS, to: "gnutls.conf"),
          "GNUTLS_SYSTEM_PRIORITY_FAIL_ON_INVALID": "1",
        ])
      #expect(hostile == plain, "\(machine)")
    }
  }
}
