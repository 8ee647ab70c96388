import Foundation
import RogueModel
import RogueScenarios
import TestSupport
import Testing

@testable import RoguesGallery

/// docs/records/coverage.md and docs/records/requirements.md, which are made from the scenarios.
@Suite struct CoverageTests {
  /// Published failures that no scenario reproduces.
  static let leftOut = [
    ("pins skipped over QUIC", "not yet: needs a QUIC server"),
    ("pins skipped after a user has overridden an error", "no user takes part here"),
    ("roots that are marked as distrusted", "the stores that adapters get cannot mark a root as distrusted"),
    (
      "keys of an algorithm that TLS does not have (DSA)",
      "no client offers to verify with them (RFC 8446, section 4.2.3), so the refusal would be that of any unknown algorithm"
    ),
    (
      "certificates confused with others of the same digest",
      "this needs a collision, and no client identifies certificates by MD5 any more"
    ),
    (
      "a response that ends without close_notify (RFC 9112, section 9.8)",
      "an accept is the nonce, and a client that shows the nonce of a response cut behind it has refused it as well"
    ),
    (
      "Encrypted ClientHello refused, and the outer certificate checked against the wrong name",
      "not yet: no library of an adapter here offers it"
    ),
    ("TLS behind a SOCKS proxy; STARTTLS in FTP, LDAP, POP3 and MySQL", "not yet: needs such servers"),
    (
      "CAs blocked by a list of the client",
      "lists are the client's own, and a policy cannot name a certificate that must be refused"
    ),
    ("random mixtures of certificates", "a scenario has one fault, so that a verdict means something"),
    (
      "a revoked CA as a server",
      "whether a CA may be a server is a matter of usage, and its revocation adds nothing to that of a leaf"
    ),
    (
      "Certificate Transparency: exempt hosts and keys, policies that changed on a date, numbers that grow with the lifetime",
      "they are one vendor's list at one time; a policy here states only a number of logs and of operators"
    ),
    (
      "inclusion proofs, signed tree heads, version 2 (RFC 9162)", "no client asks for them in a handshake"
    ),
    ("servers that do not verify what clients send", "the harness judges clients"),
    ("a client's commands from before TLS kept by a server (CVE-2011-0411)", "a server's fault"),
  ]

  @Test func `the page on coverage says which published failures the scenarios reproduce`() throws {
    let scenarios = try ShippedCatalogue.load(.known).scenarios
    let titles = try ShippedCatalogue.families().mapValues(\.title)
    var text = """
      # Coverage

      The published failures of validators, and the cases of other test suites, that the scenarios reproduce: what their key
      `covers` says, by family, and the identifiers and other sources in their `references`. [requirements.md](requirements.md) lists the
      scenarios by the sentence of a standard.


      """
    for (family, ids) in Dictionary(grouping: scenarios, by: { String($0.id.prefix { $0 != "/" }) }).sorted(by: {
      $0.key < $1.key
    }) {
      let rows = Self.rows(ids.flatMap { scenario in scenario.covers.map { ($0, scenario.id) } })
      if !rows.isEmpty { text += "## \(titles[family] ?? family)\n\n\(Self.table("failure", rows))\n" }
    }
    for (heading, column, kind) in [
      ("Failures with an identifier", "identifier", Reference.Kind.failure), ("Other sources", "source", .other),
    ] {
      let named = Self.references(of: scenarios, kind).map { ($0.document, $1) }
      text += "## \(heading)\n\n\(Self.table(column, Self.rows(named)))\n"
    }
    text += "## What no scenario covers\n\n| failure | reason |\n|---|---|\n"
    text += Self.leftOut.map { "| \($0.0) | \($0.1) |\n" }.joined()
    try GeneratedDocumentTests.check(text, "records/coverage.md")
  }

  @Test func `the page on requirements lists the scenarios by the section of a standard`() throws {
    let scenarios = try ShippedCatalogue.load(.known).scenarios
    let cited = Self.references(of: scenarios, .standard)
    var text = """
      # Requirements

      The scenarios by the standard and the section that decides what is right, from their `references`.
      `rogues explain ID` shows the sentence.


      """
    let documents = Dictionary(grouping: cited, by: \.0.document)
    for (document, of) in documents.sorted(by: { $0.key.compare($1.key, options: .numeric) == .orderedAscending }) {
      text += "## \(document)\n\n\(Self.table("section", Self.rows(of.map { ($0.0.section, $0.1) })))\n"
    }
    try GeneratedDocumentTests.check(String(text.dropLast()), "records/requirements.md")
  }

  @Test func `a reference has a document and a section, and failures, papers and manuals are no standards`() {
    let path = Reference("RFC 5280, section 6.1.4: (k) the certificate must be that of a CA")
    #expect((path.document, path.section, path.kind) == ("RFC 5280", "section 6.1.4", .standard))
    #expect(Reference("SEC 1: points at infinity are no keys").section == "the whole")
    for text in ["X.690, section 8.1", "CA/Browser Forum Baseline Requirements, section 6.1.5"] {
      #expect(Reference(text).kind == .standard, "\(text)")
    }
    for text in ["CVE-2016-2402: pins", "golang/go issue 76935", "https://example.org/-/issues/7: b"] {
      #expect(Reference(text).kind == .failure, "\(text)")
    }
    for text in [
      "PostgreSQL documentation, libpq", "McMahon Stone, Chothia, Garcia: hosts", "https://example.org/a: b",
    ] {
      #expect(Reference(text).kind == .other, "\(text)")
    }
  }

  /// What a scenario cites, taken apart.
  struct Reference {
    enum Kind { case standard, failure, other }

    /// How the documents begin that bodies of standards publish.
    private static let standards = ["RFC ", "CA/Browser Forum ", "NIST ", "SEC ", "X.", "WHATWG ", "ISO/IEC "]
    private static let trackers = [" issue ", " pull request ", "/issues/"]

    var document: String
    var section: String

    init(_ text: String) {
      let head = text.range(of: ": ").map { String(text[..<$0.lowerBound]) } ?? text
      let comma = head.range(of: #", (sections?|appendix|erratum) "#, options: .regularExpression)
      document = comma.map { String(head[..<$0.lowerBound]) } ?? head
      section = comma.map { String(head[$0.lowerBound...].dropFirst(2)) } ?? "the whole"
    }

    var kind: Kind {
      if Self.standards.contains(where: document.hasPrefix) { return .standard }
      return document.hasPrefix("CVE-") || Self.trackers.contains(where: document.contains) ? .failure : .other
    }
  }

  private static func references(of scenarios: [Scenario], _ kind: Reference.Kind) -> [(Reference, id: String)] {
    scenarios.flatMap { scenario in
      scenario.references.map(Reference.init).filter { $0.kind == kind }.map { ($0, scenario.id) }
    }
  }

  /// The scenarios of each subject, in the order of its name.
  private static func rows(_ pairs: [(subject: String, id: String)]) -> [(subject: String, ids: [String])] {
    Dictionary(grouping: pairs, by: \.subject).map { ($0.key, $0.value.map(\.id)) }
      .sorted { $0.subject.compare($1.subject, options: .numeric) == .orderedAscending }
  }

  private static func table(_ heading: String, _ rows: [(subject: String, ids: [String])]) -> String {
    "| \(heading) | scenarios |\n|---|---|\n"
      + rows.map { row in
        "| \(row.subject) | \(Set(row.ids).sorted().map { "`\($0)`" }.joined(separator: ", ")) |\n"
      }.joined()
  }
}
