import Foundation
import TestSupport
import Testing

/// Cells of the matrix that once accused a client of what its adapter had not told it, or acquitted it for what its adapter
/// did: what they say now.
@Suite(.sweep) struct RegressionCellTests {
  struct Cell {
    var clients: [String]
    var scenario: String
    var verdict: String
    var why: String

    init(_ clients: [String], _ scenario: String, _ verdict: String, _ why: String) {
      (self.clients, self.scenario, self.verdict, self.why) = (clients, scenario, verdict, why)
    }
  }

  static let cells = [
    Cell(
      ["python-cryptography"], "names/host-ip-in-san-dns", "pass",
      "an address is asked for as an address"),
    Cell(["python-cryptography"], "names/wildcard-in-ip", "pass", "the same"),
    Cell(["python-cryptography"], "healthy/san-ip", "pass", "the same"),
    Cell(["libcurl"], "pin/host-trailing-dot", "pass", "a final dot chooses the same pins"),
    Cell(["libcurl"], "healthy/redirect-to-another-host", "pass", "with the pins of two hosts it is not asked"),
    Cell(["okhttp"], "pin/ca-holds-pinned-leaf-key", "pass", "its pins have no position, so it is not asked about one"),
    Cell(["okhttp"], "pin/leaf-holds-pinned-ca-key", "pass", "the same"),
    Cell(
      ["openssl", "python-ssl"], "session/ticket-wrong-host", "unsupported",
      "whose session is handed over is the caller's choice"),
    Cell(["openssl", "python-ssl"], "session/resumed-new-anchors", "unsupported", "the same"),
    Cell(["openssl", "python-ssl"], "session/resumed-new-pin", "unsupported", "the same"),
    Cell(["openssl", "python-ssl"], "healthy/resumed", "pass", "the caller has changed nothing"),
    Cell(["openssl-verify"], "signature/md5-leaf", "pass", "it gets the level that TLS demands"),
    Cell(["openssl-verify"], "keys/p-192-intermediate", "pass", "the same"),
    Cell(
      ["openssl", "openssl-verify", "java-jsse", "okhttp"], "certificate-policies/policy-absent", "pass",
      "policies are switched on, or always are"),
    Cell(
      ["openssl", "openssl-verify", "java-jsse", "okhttp"], "certificate-policies/wrong-policy", "pass", "the same"),
    Cell(
      ["curl", "libcurl", "python-ssl", "openssl-ct", "gnutls-cli", "go-tls", "nss"],
      "certificate-policies/wrong-policy",
      "unsupported", "nothing switches them on, or nobody knows them"),
    Cell(
      ["certtool", "python-cryptography", "openssl-verify"], "usage/key-usage-crl-sign-only", "unsupported",
      "a rule of the handshake, which an offline validator does not see"),
    Cell(["certtool", "python-cryptography", "openssl-verify"], "usage/key-usage-empty", "unsupported", "the same"),
    Cell(
      ["openssl", "openssl-verify", "curl", "python-ssl", "java-jsse", "gnutls-cli", "go-tls"],
      "name-constraints/ip-without-mask", "pass", "where an address is asked for, everybody looks"),
    Cell(
      ["wget", "gnutls-cli", "curl", "openssl", "python-ssl", "libcurl"], "handshake/tls-1-0-rsa-key-exchange",
      "pass",
      "every client gets the lowest version"),
    Cell(
      ["java-jsse"], "circumstances/history[check=crl-leaf,before=session,version=1.3]", "pass",
      "with other CRLs a context is another"),
    Cell(
      ["java-jsse", "python-ssl"], "circumstances/history[check=crl-ca,before=session,version=1.3]", "pass", "the same"),
  ]

  @Test func `clients are judged by their own attempt alone`() async throws {
    // Programs are looked for where the caller has them.
    let installed = try await ListedClients.ofCaller.installed
    let clients = Set(Self.cells.flatMap(\.clients)).filter(installed.contains).sorted()
    // `make test-ci` installs them all: a row of a client that is not here would be passed over without a word.
    if Sweep.isOn { #expect(clients == Set(Self.cells.flatMap(\.clients)).sorted()) }
    guard !clients.isEmpty else { try Test.cancel("none of the clients is installed") }
    let place = try TemporaryWorkplace()
    let arguments =
      ["compare", "-q", "--timeout", "10m", "--log", place.path("log.jsonl")]
      + Set(Self.cells.map(\.scenario)).sorted().flatMap { ["-s", $0] } + clients
    let ending = try await blocking {
      try RunningCommand(arguments, in: place, environment: ListedClients.callerEnvironment).ending()
    }
    #expect(ending.status == 0, "\(ending.error)")
    let log = try place.log()
    #expect(log.complete == true)
    for cell in Self.cells {
      // The values of a table's cell come first in its case.
      let isOfTable = cell.scenario.hasSuffix("]")
      let beginning = isOfTable ? cell.scenario.dropLast() + "," : cell.scenario + "["
      for client in cell.clients where clients.contains(client) {
        let cases = (log.cases[client] ?? [:]).filter { $0.key.hasPrefix(beginning) }
        #expect(cases.values.contains { $0.verdict == cell.verdict }, "\(client), \(cell.scenario): \(cell.why)")
        for (name, result) in cases where ![cell.verdict, "unsupported"].contains(result.verdict) {
          Issue.record("\(client) \(name): \(result.verdict): \(result.explanation); \(cell.why)")
        }
      }
    }
  }
}
