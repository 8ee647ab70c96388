import Foundation
import RogueModel
import ServerTestSupport
import Testing

/// What nobody should speak any more, spoken to the end with clients that nobody here wrote: they are set up so that they
/// still do, which proves that a client that goes along gets its answer.
@Suite struct ObsoleteHandshakeTests {
  struct Meeting: Sendable, CustomTestStringConvertible {
    var client: IndependentClient
    var use: NamedUse
    var leaf: String
    var options: [String]
    var olderVersion: UInt16?
    var testDescription: String { "\(client.name), \(use), \(leaf)" }

    init(
      _ client: IndependentClient, _ name: String, _ parameters: [String: String] = [:], leaf: String = "leaf-p256",
      _ options: [String] = [], olderVersion: UInt16? = nil
    ) {
      self.client = client
      use = NamedUse(name, parameters.mapValues { .text($0) })
      self.leaf = leaf
      self.options = options
      self.olderVersion = olderVersion
    }
  }

  private static let rsa = "leaf-rsa2048"
  private static let lenient = ["-cipher", "DEFAULT@SECLEVEL=0"]
  /// Lets Java speak what its configuration rules out.
  private static func java(_ protocols: String) -> [String] {
    let rules = "jdk.tls.disabledAlgorithms=\njdk.certpath.disabledAlgorithms=\n"
    return [
      "-Djava.security.properties=\(TestPKI.shared.file(Array(rules.utf8)))", "-Djdk.tls.client.protocols=\(protocols)",
    ]
  }
  private static func gnutls(_ version: String) -> [String] {
    ["--priority", "NORMAL:-VERS-ALL:+VERS-\(version):+SIGN-ECDSA-SHA1:+SIGN-RSA-SHA1:%VERIFY_ALLOW_SIGN_WITH_SHA1"]
  }

  static let old: [Meeting] = ["leaf-p256", rsa].flatMap { leaf in
    [
      Meeting(.openssl, "old-version", ["version": "tls1.0"], leaf: leaf, lenient + ["-tls1"], olderVersion: 0x0301),
      Meeting(.openssl, "old-version", ["version": "tls1.1"], leaf: leaf, lenient + ["-tls1_1"], olderVersion: 0x0302),
      Meeting(.gnutls, "old-version", ["version": "tls1.0"], leaf: leaf, gnutls("TLS1.0"), olderVersion: 0x0301),
      Meeting(.gnutls, "old-version", ["version": "tls1.1"], leaf: leaf, gnutls("TLS1.1"), olderVersion: 0x0302),
      Meeting(.java, "old-version", ["version": "tls1.0"], leaf: leaf, java("TLSv1"), olderVersion: 0x0301),
      Meeting(.java, "old-version", ["version": "tls1.1"], leaf: leaf, java("TLSv1.1"), olderVersion: 0x0302),
      Meeting(.nss, "old-version", ["version": "tls1.0"], leaf: leaf, ["-V", "tls1.0:tls1.0"], olderVersion: 0x0301),
      Meeting(.nss, "old-version", ["version": "tls1.1"], leaf: leaf, ["-V", "tls1.1:tls1.1"], olderVersion: 0x0302),
    ]
  }

  static let oldest = [
    Meeting(.java, "old-version", ["version": "ssl3.0"], leaf: rsa, java("SSLv3"), olderVersion: 0x0300),
    Meeting(.nss, "old-version", ["version": "ssl3.0"], leaf: rsa, ["-V", "ssl3:ssl3"], olderVersion: 0x0300),
  ]

  static let weak = [
    Meeting(.openssl, "weak-cipher-suite", ["kind": "ecdh-anon"], ["-cipher", "aNULL@SECLEVEL=0", "-tls1_2"]),
    Meeting(.openssl, "weak-cipher-suite", ["kind": "dh-anon"], ["-cipher", "aNULL@SECLEVEL=0", "-tls1_2"]),
    Meeting(
      .gnutls, "weak-cipher-suite", ["kind": "ecdh-anon"],
      ["--priority", "NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+ANON-ECDH"]),
    Meeting(
      .gnutls, "weak-cipher-suite", ["kind": "dh-anon"],
      ["--priority", "NORMAL:-VERS-ALL:+VERS-TLS1.2:-KX-ALL:+ANON-DH"]),
    Meeting(.openssl, "weak-cipher-suite", ["kind": "null"], ["-cipher", "eNULL@SECLEVEL=0", "-tls1_2"]),
    Meeting(.openssl, "weak-cipher-suite", ["kind": "null"], leaf: rsa, ["-cipher", "eNULL@SECLEVEL=0", "-tls1_2"]),
    Meeting(
      .gnutls, "weak-cipher-suite", ["kind": "null"], ["--priority", "NORMAL:-VERS-ALL:+VERS-TLS1.2:-CIPHER-ALL:+NULL"]),
  ]

  static let fields =
    [
      Meeting(.openssl, "dhe", leaf: rsa), Meeting(.gnutls, "dhe", leaf: rsa),
      Meeting(.java, "dhe", leaf: rsa), Meeting(.nss, "dhe", leaf: rsa),
      Meeting(.openssl, "dhe", ["field": "1024-bits"], leaf: rsa, lenient),
    ]
    + ["512-bits", "768-bits"].flatMap { field in
      [
        Meeting(.gnutls, "dhe", ["field": field], leaf: rsa, ["--dh-bits=512"]),
        Meeting(.java, "dhe", ["field": field], leaf: rsa, java("TLSv1.2")),
      ]
    }

  static let transports = ["gcm", "cbc", "cbc-sha256"].flatMap { cipher in
    [IndependentClient.openssl, .gnutls, .java, .nss].map { client in
      // GnuTLS wants to be asked for a MAC with SHA-256; later updates of JDK 17 rule out RSA key transport.
      let options: [String] =
        switch client.name {
        case "GnuTLS": ["--priority", "NORMAL:+SHA256"]
        case "Java": java("TLSv1.2")
        default: []
        }
      return Meeting(client, "rsa-key-exchange", ["cipher": cipher], leaf: rsa, options)
    }
  }

  @Test(arguments: (old + oldest + weak + fields + transports).filter(\.client.isInstalled))
  func `a client that still speaks it gets its answer`(meeting: Meeting) async throws {
    let attempt = ServerFixture.attempt(TestPKI.shared.presentation(meeting.leaf, "issuing"), .tls12) {
      $0.behaviours = [meeting.use]
    }
    let (answer, seen) = try await ServerFixture.serve(attempt, engine: "swift", grace: 600_000) { port in
      let visit = IndependentClient.Visit(
        port: port, proxy: "", version: .tls12, anchor: TestPKI.shared.path("root.pem"), options: meeting.options)
      let command = meeting.client.command(visit)
      return await Tool.runAside("timeout", ["3000", command.program] + command.arguments, input: command.input)
    }
    #expect(
      answer.output.contains(ServerFixture.nonce), "\(answer.output.suffix(1500)); \(seen.connections.map(\.undecoded))"
    )
    #expect(seen.faults == [])
    let connection = try #require(seen.connections.first)
    #expect(connection.presented == [meeting.use.name])
    #expect(connection.olderVersion == meeting.olderVersion)
    // The decoder has read records of that time: what was asked, and nothing that it could not follow.
    #expect(connection.applicationBytes > 0)
    #expect(connection.undecoded == nil)
  }
}
