import Foundation
import Testing

@testable import RoguePlatform

/// What a run leaves for people who come to it later: the index of its evidence, and pages with both certificates.
@Suite struct EvidenceIndexTests {
  private static let scenario = "usage/eku-code-signing"

  private static func text(_ path: String) -> String {
    FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  @Test func `the index leads to every case that was kept, and pages show what the fault changed`() async throws {
    let place = try TemporaryWorkplace()
    let ending = try await place.run([
      "run", "-q", "-a", "accept-all", Self.scenario, "healthy/chain-two-tiers", "--axes", "tls=1.3,policy=system",
      "--artifacts", place.path("out"), "--report", "html=\(place.path("site"))",
    ])
    #expect(ending.status == 1, "\(ending)")
    let index = Self.text(place.path("out/latest/README.md"))
    #expect(index.contains("## Failures (1)\n") && !index.contains("healthy/chain-two-tiers"), "\(index)")
    let link = try #require(index.components(separatedBy: "](").dropFirst().first?.prefix { $0 != ")" })
    #expect(Files.exists(place.path("out/latest/\(link)")), "\(link)")

    for page in ["\(Self.scenario).html", "\(Self.scenario)/accept-all.html"] {
      let html = Self.text(place.path("site/scenarios/\(page)"))
      // The fault differs, and nothing that is random: the healthy certificate is of the same keys.
      #expect(html.contains("<tr class=\"differs\"><th scope=\"row\">extKeyUsage<small>differs</small>"), "\(page)")
      for same in [
        "SHA-256 of the key", "subjectAltName", "issuer", "not before", "not after",
        "authorityKeyIdentifier",
      ] {
        #expect(html.contains("<tr><th scope=\"row\">\(same)<td>"), "\(page): \(same)")
      }
      #expect(
        html.contains("<li class=\"odd\"><code>leaf</code>") && html.contains("not sent; system store"), "\(page)")
    }

    // The log has them, so a page that is made of it later is the same.
    let again = try await place.run([
      "report", place.path("out/latest/events.jsonl"), "--to", "html=\(place.path("later"))",
    ])
    #expect(again.status == 0, "\(again)")
    let path = "scenarios/\(Self.scenario)/accept-all.html"
    #expect(Self.text(place.path("later/\(path)")).contains("class=\"cmp\""))
  }
}
