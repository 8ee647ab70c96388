import Foundation
import Testing

/// Two hosts at one address that speaks HTTP/2, by the word of clients that have nothing to do with this project.
@Suite struct CoalescedConnectionTests {
  /// Clients that speak HTTP/2, each with code of its own. OkHttp brings two hosts to one connection, the others do not.
  static let clients = ["libcurl", "okhttp", "go-tls"]
  /// The OkHttp that is known here hands a 421 on, and asks nobody again.
  static func isLeftWithoutAnswer(_ client: String, _ name: String) -> Bool {
    client == "okhttp" && name.contains("/coalesced-421")
  }

  @Test func `a client that shares a connection shares it by the rules of the second host`() async throws {
    let known = try await ListedClients.ofThisMachine.installed
    let installed = Self.clients.filter(known.contains)
    guard installed.count >= 2 else { try Test.cancel("fewer than two clients that speak HTTP/2 are installed") }
    let place = try TemporaryWorkplace()
    let ending = try await place.run(
      ["compare", "-q", "--timeout", "10m", "--log", place.path("log.jsonl"), "-s", "connection-reuse/coalesced-*"]
        + ["-s", "healthy/coalesced-*", "-s", "healthy/http2"] + installed)
    #expect(ending.error.isEmpty || ending.status != 70, "\(ending.error)")
    let log = try place.log()
    #expect(log.complete == true)
    for client in installed {
      #expect(log.verdicts(client).count >= 30)
      for (name, verdict) in log.verdicts(client) where !Self.isLeftWithoutAnswer(client, name) {
        #expect(verdict == "pass", "\(client) \(name): \(log.cases[client]?[name]?.explanation ?? "")")
      }
    }
    for line in log.lines where line["type"] as? String == "case" {
      guard let name = line["case"] as? String, let client = line["adapter"] as? String,
        let steps = line["steps"] as? [[String: Any]], let last = steps.last?["observation"] as? [String: Any],
        let connections = last["connections"] as? [[String: Any]]
      else { continue }
      let asked = connections.filter { $0["request"] is String }
      for connection in asked { #expect((connection["request"] as? String)?.hasSuffix(" HTTP/2") == true, "\(name)") }
      guard name.hasPrefix("healthy/coalesced-connection") else { continue }
      #expect(asked.count == 1 && asked.first?["reused"] as? Bool == (client == "okhttp"), "\(client) \(name)")
      #expect((asked.first?["requestHost"] as? String)?.hasPrefix("second.rogues.test") == true)
    }
  }
}
