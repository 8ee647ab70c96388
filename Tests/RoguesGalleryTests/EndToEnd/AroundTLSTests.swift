import Foundation
import Testing

/// Proxies and protocols that begin in the clear, by the word of clients that have nothing to do with this project.
@Suite struct AroundTLSTests {
  /// The clients that support each way.
  static let ways = [
    "healthy/http-proxy": ["curl", "openssl", "wget", "go-tls"],
    "healthy/https-proxy": ["curl", "go-tls"],
    "real-bugs/cve-2021-22890-proxy-session": ["curl", "go-tls"],
    "healthy/starttls-smtp": ["curl", "python-ssl", "openssl", "gnutls-cli"],
    "healthy/starttls-imap": ["curl", "python-ssl", "openssl", "gnutls-cli"],
    "healthy/starttls-smtp-pinned": ["curl", "python-ssl", "openssl", "gnutls-cli"],
    "healthy/starttls-imap-pinned": ["curl", "python-ssl", "openssl", "gnutls-cli"],
    "healthy/starttls-postgresql": ["psql", "openssl", "gnutls-cli"],
  ]

  /// Of a server behind a TLS proxy curl does not say what is wrong: right for another reason.
  static let right: Set = ["pass", "deviation", "unsupported"]

  private static func installed(_ names: [String]) async throws -> [String] {
    try await ListedClients.ofThisMachine.installed.filter(names.contains)
  }

  @Test(arguments: ways.keys.sorted())
  func `two independent clients take every way around TLS`(scenario: String) async throws {
    let clients = try await Self.installed(Self.ways[scenario] ?? [])
    guard clients.count >= 2 else { try Test.cancel("fewer than two clients that go this way are installed") }
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--timeout", "10m", "--log", place.path("log.jsonl"), "-s", scenario] + clients)
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    #expect(log.complete == true)
    for client in clients {
      #expect(!log.verdicts(client).isEmpty)
      for (name, verdict) in log.verdicts(client) where !Self.right.contains(verdict) {
        Issue.record("\(client) \(name): \(log.cases[client]?[name] as Any)")
      }
    }
    let passed = clients.filter { client in
      log.verdicts(client).values.contains { $0 != "unsupported" }
    }
    #expect(passed.count >= 2, "only \(passed)")
  }

  @Test func `curl is right about everything that comes before TLS`() async throws {
    guard try await Self.installed(["curl"]) == ["curl"] else { try Test.cancel("curl is not installed") }
    let place = try TemporaryWorkplace()
    let patterns = [
      "proxy/**", "starttls/smtp*", "starttls/imap*", "real-bugs/cve-2021-2294*", "real-bugs/cve-2021-22890*",
    ]
    let ending = try await place.run(
      ["run", "-q", "-a", "curl", "--axes", "tls=1.3", "--timeout", "10m", "--log", place.path("log.jsonl")] + patterns)
    #expect(ending.status == 0, "\(ending.error)")
    let verdicts = try place.log().verdicts("curl")
    #expect(verdicts.count { $0.value == "pass" } > 30)
    #expect(Set(verdicts.values).isSubset(of: Self.right))
  }

  /// smtplib sends QUIT when it closes, imaplib queries capabilities: a server that is not pinned must not get either.
  @Test(arguments: ["python-ssl", "openssl", "curl"])
  func `pins are compared before any data is sent over TLS`(client: String) async throws {
    guard try await Self.installed([client]) == [client] else { try Test.cancel("\(client) is not installed") }
    let place = try TemporaryWorkplace()
    let ending = try await place.run([
      "run", "-q", "-a", client, "--timeout", "10m", "--log", place.path("log.jsonl"), "starttls/*-wrong-pin",
      "starttls/*-rogue-ca-in-system-store", "healthy/starttls-*-pinned",
    ])
    #expect(ending.status == 0, "\(ending)")
    let log = try place.log()
    #expect(log.complete == true)
    let verdicts = log.verdicts(client)
    for pattern in ["starttls/smtp-wrong", "starttls/imap-wrong", "starttls/smtp-rogue", "starttls/imap-rogue"] {
      let pinned = verdicts.filter { $0.key.hasPrefix(pattern) && $0.key.contains("policy=leaf-spki") }
      #expect(pinned.count == 2 && pinned.values.allSatisfy { $0 == "pass" }, "\(pattern): \(pinned)")
    }
    #expect(Set(verdicts.values).isSubset(of: ["pass", "unsupported"]), "\(verdicts)")
  }
}
