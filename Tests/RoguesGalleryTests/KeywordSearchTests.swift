import Foundation
import RogueModel
import RogueScenarios
import TestSupport
import Testing

@testable import RoguesGallery

/// What an engineer of TLS types, put to the shipped catalogue.
@Suite struct KeywordSearchTests {
  private static let scenarios = Result {
    try ShippedCatalogue.load(.known).scenarios.map { ScenarioSummary($0, keywords: Vocabulary.known.keywords($0)) }
  }

  private static func ids(_ terms: [String]) throws -> [String] {
    Selection.search(try scenarios.get(), for: terms).scenarios.map(\.id)
  }

  /// A term, how many scenarios there are at least, and some that have to be among them.
  private static let terms: [(term: String, least: Int, some: [String])] = [
    ("SCT", 24, ["healthy/sct-embedded", "transparency/precertificate-poison", "transparency/tls-sct-missing"]),
    ("EKU", 16, ["usage/eku-client-auth", "ca/issuer-eku-code-signing", "healthy/path-choice-eku-client-auth"]),
    (
      "SAN", 80, ["names/san-empty", "names/common-name-only", "ca/issuer-subject-empty", "pin/wrong-key-at-pinned-ip"]
    ),
    ("SNI", 7, ["handshake/sni-response-twice", "handshake/unrecognized-name-warning", "session/ticket-wrong-host"]),
    ("ALPN", 17, ["handshake/alpn-not-offered", "healthy/http2", "connection-reuse/coalesced-wrong-host"]),
    ("PSK", 34, ["session/psk-not-offered", "session/resumed-after-revocation", "handshake/cipher-suite-psk"]),
    ("HelloRetryRequest", 5, ["handshake/hello-retry-request-twice"]),
    (
      "CertificateVerify", 19,
      ["handshake/certificate-verify-sha1", "handshake/wrong-private-key", "real-bugs/cve-2022-21449-handshake"]
    ),
    (
      "CRL DP", 38,
      ["revocation/crl-first-distribution-point-down", "revocation/fetched-crl-missing", "revocation/crl-idp-mismatch"]
    ),
    (
      "must-staple", 13,
      ["healthy/must-staple-good", "revocation/tls-feature-without-status-request", "revocation/must-staple-expired"]
    ),
    ("nameConstraints", 50, ["name-constraints/host-excluded", "healthy/name-constraints-permitted"]),
    ("pathLenConstraint", 8, ["ca/path-len-exceeded", "ca/path-len-negative", "healthy/path-len-self-issued"]),
    ("AKI", 7, ["robustness/aki-wrong-serial", "healthy/aki-absent", "trust/same-name-ca-same-ski"]),
    ("SKI", 3, ["robustness/ski-critical", "trust/same-name-ca-same-ski"]),
    (
      "OCSP nonce", 3,
      ["revocation/ocsp-nonce-missing", "revocation/ocsp-nonce-twice", "revocation/ocsp-nonce-wrong"]
    ),
    ("renegotiation_info", 9, ["rotation/renegotiation-wrong-host", "healthy/renegotiation-same-leaf"]),
    ("EMS", 2, ["healthy/without-ems", "session/resumed-without-ems"]),
    ("CT", 24, ["transparency/sct-of-retired-log", "healthy/sct-in-ocsp"]),
  ]

  @Test(arguments: terms)
  func `the field's terms find their scenarios`(term: String, least: Int, some: [String]) throws {
    let found = try Self.ids([term])
    #expect(found.count >= least, "\(found)")
    for id in some { #expect(found.contains(id), "\(id)") }
    // A search that finds half of the catalogue has found nothing.
    #expect(found.count * 5 < (try Self.scenarios.get().count), "\(found.count)")
  }

  @Test(arguments: [
    ("DANE", "RFC 6698", "pin/ca-holds-pinned-leaf-key"), ("HSTS", "RFC 6797", "pin/include-subdomains-two-labels"),
  ])
  func `a topic without a scenario is reported, with scenarios that quote its standard`(
    term: String, rfc: String, id: String
  ) throws {
    let found = Selection.search(try Self.scenarios.get(), for: [term])
    #expect(found.scenarios.isEmpty)
    #expect(found.findings.map(\.message) == ["no scenario is about '\(term)'"])
    #expect(found.findings.first?.help?.hasPrefix("related, by \(rfc): ") == true)
    #expect(found.findings.first?.help?.contains(id) == true)
    #expect(try Self.ids([rfc]).contains(id))
  }

  @Test func `another name finds the same`() throws {
    for (one, other) in [
      ("EKU", "extendedKeyUsage"), ("SAN", "subject-alt-name"), ("AKI", "authority key identifier"),
      ("PSK", "pre_shared_key"),
      ("CT", "certificate transparency"), ("CDP", "CRL distribution points"), ("EMS", "Extended Master Secret"),
    ] {
      #expect(try Self.ids([one]) == Self.ids([other]), "\(one) \(other)")
    }
  }

  @Test func `the command lists its matches in every format, and no match is exit status 4`() async throws {
    let ids = try await BuiltCommand.run(["list", "--grep", "EMS", "-g", "TLS 1.2", "--ids"])
    #expect(ids.status == 4, "nobody says the version in words")
    #expect(ids.output.isEmpty)
    #expect(ids.error.contains("no scenario is about"))
    let one = try await BuiltCommand.run(["list", "--grep", "EMS", "--grep", "triple handshake", "session/*", "--json"])
    #expect(one.status == 0)
    let entries = try JSON(parsing: one.output).array ?? []
    #expect(entries.map { $0["id"] } == [.string("session/resumed-without-ems")])
    #expect(entries.first?["keywords"]?.array?.contains(.string("extended_master_secret")) == true)
    let none = try await BuiltCommand.run(["list", "--grep", "EMS", "trust/*"])
    #expect(none.status == 4)
    #expect(none.error.contains("selected scenarios is about 'EMS'"))
    let wrong = try await BuiltCommand.run(["list", "--adapters", "--grep", "EMS"])
    #expect(wrong.status == 64)
  }
}
