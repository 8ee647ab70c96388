import RogueDecisions
import RogueEngines
import RogueModel
import RoguePKI
import TestSupport
import Testing

@testable import RogueScenarios

/// What is right stands in two places that do not know each other: in the `expect` of the scenarios, and in the rules of
/// the decision tables. Where a scenario tells what a cell tells, both have to say the same.
@Suite struct TwoFormulationsTests {
  /// By table: a scenario, its policy, and the values in which its cell differs from the first value of each factor.
  static let pairs: [String: [(scenario: String, policy: String, values: String)]] = [
    "pin/table": [
      ("pin/ca-holds-pinned-leaf-key", "leaf-spki", "presented=ca"),
      ("pin/leaf-holds-pinned-ca-key", "ca-spki", "position=ca,presented=leaf"),
      ("pin/leaf-holds-pinned-ca-key", "chain-spki", "position=chain,presented=leaf"),
      ("pin/sibling-of-pinned-ca", "ca-spki", "position=ca,presented=nowhere"),
      ("pin/sibling-of-pinned-ca", "root-spki", "position=ca,presented=anchor"),
      ("pin/pinned-certificates-appended", "leaf-spki", "presented=beside"),
      ("pin/pinned-certificates-appended", "ca-certificate", "kind=certificate,position=ca,presented=beside"),
      ("pin/digest-same-first-8-octets", "digest-same-first-8-octets", "digest=shared-prefix"),
      ("pin/digest-differs-in-base64-case", "digest-other-base64-case", "digest=other-letters"),
      ("pin/digest-of-certificate", "digest-of-certificate", "digest=of-certificate"),
      ("pin/host-trailing-dot", "host-trailing-dot", "host=trailing-dot,presented=nowhere"),
      ("pin/host-uppercase", "host-uppercase", "host=uppercase,presented=nowhere"),
      ("pin/include-subdomains", "parent-with-subdomains", "host=below-1,presented=nowhere"),
      ("pin/include-subdomains-two-labels", "parent-with-subdomains", "host=below-2,presented=nowhere"),
      ("pin/include-subdomains-three-labels", "parent-with-subdomains", "host=below-3,presented=nowhere"),
      ("pin/key-pinned-for-another-host", "own-and-other", "second=other-host,presented=nowhere"),
      ("pin/only-own-pin-set-matches", "parent-and-own", "second=differs"),
      ("pin/pin-set-active-beside-expired", "one-pin-set-expired", "second=expired,presented=nowhere"),
      ("pin/pin-set-emptied", "right-pin-last", "state=empty"),
      ("pin/pin-set-expires-soon", "expires-soon", "state=ends-soon,presented=nowhere"),
      ("pin/pinned-leaf-unknown-ca", "leaf-spki", "trust=unknown"),
      ("pin/pinned-leaf-unknown-ca", "leaf-certificate", "kind=certificate,trust=unknown"),
      ("pin/pinned-leaf-wrong-host", "leaf-spki", "fault=name"),
      ("time/pinned-leaf-expired", "leaf-certificate", "kind=certificate,fault=expired"),
      ("usage/eku-client-auth", "leaf-spki", "fault=usage"),
      ("revocation/crl-pinned-leaf-revoked", "pinned-require-crl", "fault=revoked,revocation=crl"),
    ],
    "pin/set-table": [
      ("pin/pinned-leaf-wrong-host", "leaf-spki", "fault=name"),
      ("pin/ca-holds-pinned-leaf-key", "leaf-spki", "presented=issuing"),
      ("pin/leaf-holds-pinned-ca-key", "ca-spki", "position=ca,presented=leaf"),
      ("pin/rogue-ca-with-pinned-ca-name", "ca-certificate", "kind=certificate,position=ca,presented=namesake"),
    ],
    "names/spelling-table": [
      ("names/wrong-host", "system", "name=other"), ("names/suffix-without-dot", "system", "name=longer"),
      ("name-constraints/excluded-uppercase", "system", "constraint=excludes-upper"),
    ],
    "names/unreadable-table": [
      ("names/wrong-host", "system", "san=other-host"), ("names/san-empty", "system", "san=empty"),
      ("names/san-dns-empty", "system", "san=empty-name"), ("names/san-dns-nul", "system", "san=nul"),
      ("names/san-dns-injected-separator", "system", "san=injected"),
      ("names/san-dns-leading-dot", "system", "san=leading-dot"), ("names/host-in-san-uri", "system", "san=uri"),
      ("names/host-in-san-email", "system", "san=email"), ("names/san-truncated", "system", "san=truncated"),
      ("names/common-name-only", "system", "san=absent,common-name=host"),
      ("names/common-name-with-san-uri", "system", "san=uri,common-name=host"),
      ("names/san-dns-too-long", "system", "san=too-long,common-name=host"),
      ("names/common-name-with-unreadable-san", "system", "san=not-a-sequence,common-name=host"),
    ],
    "trust/clone-table": [
      ("trust/same-name-ca", "system", "issued-by=clone,place=served-last,shares=name"),
      ("trust/same-name-ca-same-ski", "system", "issued-by=clone,place=served-last,shares=both"),
    ],
    "time/far-table": [
      ("pin/pin-set-expires-soon", "expires-soon", "what=pins,wrong=server"),
      ("healthy/pin-set-expired", "pin-set-expired", "what=pins,date=in-1972"),
    ],
    "rotation/sequence-table": [
      ("rotation/leaf-swapped-on-second-connection", "leaf-spki", "second=other-key,pin=leaf"),
      ("rotation/crl-revoked-on-second-connection", "require-crl", "second=revoked,revocation=crl"),
    ],
    "names/table": [
      ("names/wrong-host", "system", "name=other"),
      ("names/wrong-host", "anchor", "name=other,trust=anchors"),
      ("names/child-domain", "system", "name=deep"),
      ("names/parent-domain", "system", "name=parent"),
      ("names/suffix-without-dot", "system", "name=glued"),
      ("names/wildcard-spans-two-labels", "system", "asked=deep,name=star-parent"),
      ("names/wildcard-below-the-host", "system", "name=star-www"),
      ("names/host-in-san-uri", "system", "kind=uri"),
      ("names/host-in-san-email", "system", "kind=email"),
      ("names/common-name-with-san-of-another-host", "system", "kind=common-name"),
    ],
    "session/table": [
      ("session/resumed-new-pin", "leaf-spki", "certificate=other-key,now=pins"),
      ("session/resumed-new-anchors", "anchor", "certificate=other-ca,now=anchors"),
      ("session/resumed-new-anchors", "leaf-spki", "certificate=other-ca,now=pins"),
      ("session/ticket-wrong-host", "system", "certificate=one-host,host=second"),
      ("session/ticket-wrong-host", "anchor", "certificate=one-host,host=second,now=anchors"),
      ("session/ticket-other-hosts-pins", "pins-of-each", "certificate=other-key,first=pins,now=pins,host=second"),
      ("session/session-id-new-pin", "leaf-spki", "kept=session-id,certificate=other-key,now=pins"),
      ("session/session-id-new-anchors", "anchor", "kept=session-id,certificate=other-ca,now=anchors"),
      ("connection-reuse/keep-alive-new-pin", "leaf-spki", "kept=connection,certificate=other-key,now=pins"),
      ("connection-reuse/keep-alive-new-anchors", "anchor", "kept=connection,certificate=other-ca,now=anchors"),
      ("connection-reuse/keep-alive-wrong-host", "system", "kept=connection,certificate=one-host,host=second"),
      ("session/early-data-new-pin", "leaf-spki", "kept=early-data,certificate=other-key,now=pins"),
      ("session/early-data-wrong-host", "system", "kept=early-data,certificate=one-host,host=second"),
      ("session/early-data-new-anchors", "anchor", "kept=early-data,certificate=other-ca,now=anchors"),
    ],
    "revocation/table": [
      ("revocation/crl-leaf-revoked", "require-crl", "says=revoked"),
      ("revocation/crl-leaf-revoked", "best-effort-crl", "says=revoked,mode=best-effort"),
      ("revocation/crl-leaf-revoked", "anchor-require-crl", "says=revoked,trust=anchors"),
      ("revocation/crl-intermediate-revoked", "require-crl", "says=revoked,subject=issuing"),
      ("revocation/crl-missing", "require-crl", "says=nothing"),
      ("revocation/crl-expired", "require-crl", "freshness=ended"),
      ("revocation/crl-from-the-future", "require-crl", "freshness=from-future"),
      ("revocation/crl-forged", "require-crl", "signer=other-issuer"),
      ("revocation/crl-revoked-last-of-5000", "require-crl", "says=revoked,among=last"),
      ("revocation/crl-pinned-leaf-revoked", "pinned-require-crl", "says=revoked,pin=leaf"),
      ("revocation/fetched-crl-leaf-revoked", "require-crl-fetch", "source=crl-fetch,says=revoked"),
      ("revocation/crl-server-down", "require-crl-fetch", "source=crl-fetch,says=nothing"),
      ("revocation/fetched-crl-expired", "require-crl-fetch", "source=crl-fetch,freshness=ended"),
      ("revocation/staple-leaf-revoked", "require-staple", "source=staple,says=revoked"),
      ("revocation/staple-missing", "require-staple", "source=staple,says=nothing"),
      ("revocation/staple-unknown", "require-staple", "source=staple,says=unknown"),
      ("revocation/staple-expired", "require-staple", "source=staple,freshness=ended"),
      ("revocation/staple-signed-by-sibling-leaf", "require-staple", "source=staple,signer=not-delegated"),
      ("revocation/staple-signed-by-unknown-ca", "require-staple", "source=staple,signer=other-issuer"),
      ("revocation/staple-responder-delegated", "require-staple", "source=staple,signer=delegate"),
      ("revocation/ocsp-leaf-revoked", "require-ocsp-fetch", "source=ocsp-fetch,says=revoked"),
      ("revocation/ocsp-down", "require-ocsp-fetch", "source=ocsp-fetch,says=nothing"),
      ("revocation/ocsp-unknown", "require-ocsp-fetch", "source=ocsp-fetch,says=unknown"),
      ("revocation/ocsp-expired", "require-ocsp-fetch", "source=ocsp-fetch,freshness=ended"),
      ("revocation/ocsp-intermediate-revoked", "require-ocsp-fetch", "source=ocsp-fetch,says=revoked,subject=issuing"),
      ("revocation/ocsp-root-responder-down", "require-ocsp-fetch", "source=ocsp-fetch,says=nothing,subject=issuing"),
      ("revocation/ocsp-responder-delegated", "require-ocsp-fetch", "source=ocsp-fetch,signer=delegate"),
    ],
    "client-auth/table": [
      ("client-auth/no-client-certificate-to-wrong-host", "chain-pem", "server=other-host,chain=issuer"),
      ("client-auth/no-client-certificate-to-unknown-ca", "chain-pkcs12", "server=stranger,form=pkcs12"),
      ("client-auth/no-client-certificate-to-expired-server", "chain-pem", "server=expired"),
      ("client-auth/no-client-certificate-to-client-auth-only-server", "chain-pem", "server=client-only"),
      ("client-auth/no-client-certificate-to-wrong-pin", "pinned-chain-pem", "server=other-key,pin=spki"),
      ("client-auth/strict-server-leaf-once", "leaf-pem", "checks=strict"),
      ("client-auth/strict-server-leaf-and-issuer", "chain-pem", "checks=strict,chain=issuer"),
    ],
    "handshake/table": [
      ("handshake/handshake-signature-bit-flipped", "system", "fault=signature-flipped"),
      ("handshake/handshake-signature-replayed", "leaf-spki", "fault=signature-replayed,pin=leaf"),
      ("handshake/finished-bad-verify-data", "system", "fault=finished-flipped"),
      ("handshake/certificate-verify-omitted", "system", "version=tls-1-3,fault=no-proof"),
      ("handshake/cipher-suite-ecdh-anon", "system", "fault=anonymous"),
      ("handshake/cipher-suite-null", "leaf-spki", "fault=no-encryption,pin=leaf"),
      ("handshake/http-instead-of-tls", "system", "fault=in-the-clear"),
      ("handshake/certificate-omitted", "system", "fault=no-certificate"),
      ("handshake/raw-public-key", "leaf-spki", "fault=raw-key,pin=leaf"),
      ("handshake/tls-1-1", "system", "fault=tls-1-1"),
      ("handshake/downgrade-sentinel", "leaf-spki", "fault=downgrade,pin=leaf"),
    ],
    "names/address-table": [
      ("names/wrong-ip", "system", "name=other-address"),
      ("names/host-ip-in-san-dns", "system", "name=in-dns"),
      ("names/wildcard-in-ip", "system", "name=star-in-dns"),
      ("names/host-ip-in-san-uri", "system", "name=in-uri"),
      ("names/host-ip-in-common-name", "system", "name=in-subject"),
      ("names/san-ip-v4-mapped", "system", "name=mapped"),
      ("names/san-dns-holds-peer-ip", "system", "asked=name,name=in-dns"),
      ("names/san-ip-only", "system", "asked=name"),
      ("name-constraints/host-ip-excluded", "system", "constraint=excludes"),
      ("name-constraints/host-ip-not-permitted", "system", "constraint=permits-other"),
    ],
    "name-constraints/table": [
      ("name-constraints/host-not-permitted", "system", "constraint=permits-other"),
      ("name-constraints/host-not-permitted", "anchor", "constraint=permits-other,trust=anchors"),
      ("name-constraints/host-excluded", "system", "constraint=excludes-domain"),
      ("name-constraints/second-san-not-permitted", "system", "names=host-outsider,constraint=permits-domain"),
      ("name-constraints/wildcard-covers-excluded", "system", "names=wildcard,constraint=excludes-sibling"),
      ("name-constraints/wildcard-wider-than-permitted", "system", "names=wildcard,constraint=permits-host"),
      ("name-constraints/inherited", "system", "constraint=permits-other,holder=upper"),
      ("name-constraints/permitted-partial-label", "system", "constraint=permits-look-alike"),
      ("name-constraints/not-critical-host-not-permitted", "system", "constraint=permits-other,critical=no"),
    ],
    "chain/link-table": [
      ("time/leaf-expired", "system", "fault=expired"),
      ("time/leaf-not-yet-valid", "system", "fault=not-yet-valid"),
      ("time/intermediate-expired", "system", "fault=expired,at=issuing"),
      ("time/intermediate-not-yet-valid", "system", "fault=not-yet-valid,at=issuing"),
      ("ca/basic-constraints-ca-false", "system", "fault=not-a-ca,at=issuing"),
      ("ca/basic-constraints-absent", "system", "fault=no-constraints,at=issuing"),
      ("signature/bad-signature-leaf", "system", "fault=bad-signature"),
      ("signature/bad-signature-intermediate", "system", "fault=bad-signature,at=issuing"),
      ("trust/same-name-ca-same-ski", "system", "fault=namesake"),
      ("robustness/unknown-critical-extension-leaf", "system", "fault=critical"),
      ("robustness/unknown-critical-extension-intermediate", "system", "fault=critical,at=issuing"),
      ("signature/sha1-leaf", "system", "fault=sha1"),
      ("ca/path-len-exceeded", "system", "fault=path-length,at=upper"),
      ("usage/eku-client-auth", "system", "fault=client-only"),
      ("ca/issuer-version-1", "system", "fault=version-1,at=issuing"),
    ],
    "chain/path-table": [
      ("healthy/path-choice-path-len", "system", "first=length"),
      ("healthy/path-choice-name-constraints", "system", "first=excluded"),
      ("healthy/path-choice-ca-false", "system", "first=not-a-ca"),
    ],
    "chain/unusual-table": [
      ("healthy/path-choice-untrusted-root", "system", "path=three-copy-first"),
      ("healthy/ca-subject-universal-string", "system", "rest=letters"),
      ("healthy/eku-absent", "system", "purpose=none"),
      ("names/wrong-host", "system", "server=other-host"),
    ],
    "trust/anchor-table": [
      ("trust/unknown-ca", "system", "anchor=other"),
      ("trust/self-signed-leaf-not-the-anchor", "leaf-anchor", "anchor=other-leaf,from=anchors"),
      ("time/self-signed-anchor-expired", "leaf-anchor", "anchor=leaf,from=anchors,fault=expired"),
      ("revocation/self-signed-anchor-only", "anchors-require-crl", "anchor=leaf,from=anchors,revocation=crl"),
      ("trust/rogue-ca-in-system-store", "anchor", "from=in-vain"),
    ],
    "revocation/path-table": [
      ("revocation/crl-leaf-revoked", "require-crl", "revoked=leaf"),
      ("revocation/crl-intermediate-revoked", "require-crl", "revoked=issuing"),
      ("revocation/crl-missing", "require-crl", "silent=leaf"),
      ("revocation/staple-intermediate-revoked", "require-staple", "revoked=issuing,source=staples"),
      ("revocation/fetched-crl-intermediate-revoked", "require-crl-fetch", "revoked=issuing,source=crl-fetch"),
      ("revocation/ocsp-intermediate-revoked", "require-ocsp-fetch", "revoked=issuing,source=ocsp-fetch"),
      ("revocation/ocsp-root-responder-down", "require-ocsp-fetch", "silent=issuing,source=ocsp-fetch"),
    ],
    "revocation/ocsp-table": [
      ("revocation/ocsp-responder-delegated", "require-ocsp-fetch", "signer=delegate,source=fetch"),
      ("revocation/ocsp-responder-expired", "require-ocsp-fetch", "signer=expired,source=fetch"),
      ("revocation/ocsp-responder-without-eku", "require-ocsp-fetch", "signer=without-purpose,source=fetch"),
      ("revocation/ocsp-responder-of-root", "require-ocsp-fetch", "signer=of-upper,source=fetch"),
      ("revocation/ocsp-responder-of-another-ca", "require-ocsp-fetch", "signer=of-stranger,source=fetch"),
      ("revocation/ocsp-signed-by-sibling-leaf", "require-ocsp-fetch", "signer=server-purpose,source=fetch"),
      ("revocation/ocsp-for-another-certificate", "require-ocsp-fetch", "about=other-leaf,source=fetch"),
      ("revocation/ocsp-wrong-issuer-key-hash", "require-ocsp-fetch", "about=wrong-key,source=fetch"),
      ("revocation/ocsp-nonce-wrong", "require-ocsp-fetch", "nonce=wrong,source=fetch"),
      ("revocation/ocsp-from-the-future", "require-ocsp-fetch", "time=future,source=fetch"),
      ("revocation/ocsp-expired", "require-ocsp-fetch", "time=ended,source=fetch"),
      ("revocation/ocsp-responder-id-by-name", "require-ocsp-fetch", "responder-id=by-name,source=fetch"),
      ("revocation/staple-for-another-certificate", "require-staple", "about=other-leaf"),
    ],
    "revocation/point-table": [
      ("revocation/crl-second-distribution-point-revokes", "require-crl-fetch", "revoked=yes,first=down"),
      ("revocation/crl-first-distribution-point-down", "require-crl-fetch", "first=down"),
      ("revocation/crl-both-distribution-points-down", "require-crl-fetch", "first=down,second=down"),
    ],
    "revocation/staple-table": [
      ("revocation/must-staple-staple-missing", "system", "features=request,staple=none"),
      ("revocation/must-staple-revoked", "require-staple", "features=request,staple=revoked,policy=staple"),
      ("revocation/must-staple-expired", "require-staple", "features=request,staple=ended,policy=staple"),
      ("revocation/must-staple-try-later", "require-staple", "features=request,staple=try-later,policy=staple"),
      ("revocation/must-staple-second-feature-staple-missing", "system", "features=first-of-2,staple=none"),
      ("revocation/staple-missing", "require-staple", "staple=none,policy=staple"),
      ("healthy/must-staple-second-feature-good", "system", "features=first-of-2"),
    ],
    "client-auth/choice-table": [
      ("client-auth/second-identity-admitted", "two-identities-chain", "depth=one,place=last"),
      ("client-auth/no-identity-admitted", "two-identities-chain", "depth=one,place=first,named=stranger"),
      ("healthy/client-certificate-first-of-two", "two-identities-chain", "depth=one,place=first"),
    ],
    "session/identity-table": [
      ("session/resumed-other-identity", "second", "first=bob,now=alice"),
      ("session/resumed-other-identity", "no-identity", "first=alice"),
      ("connection-reuse/keep-alive-other-identity", "second", "kept=connection,first=bob,now=alice"),
      ("connection-reuse/keep-alive-other-identity", "no-identity", "kept=connection,first=alice"),
      (
        "connection-reuse/keep-alive-other-host-and-identity", "second",
        "kept=connection,first=bob,now=alice,host=second"
      ),
      ("healthy/resumed-same-identity", "first", "first=alice,now=alice"),
    ],
    "session/time-table": [
      ("session/resumed-after-not-after", "system", "kept=session,passed=yes"),
      ("connection-reuse/keep-alive-after-not-after", "system", "kept=connection,passed=yes"),
      ("rotation/staple-expired-on-second-connection", "require-staple", "what=staple,passed=yes"),
    ],
    "rotation/moment-table": [
      ("redirect/target-wrong-pin", "pins-of-both", "moment=redirect,server=other-key,pin=leaf"),
      ("redirect/target-expired", "system", "moment=redirect,server=expired"),
      ("redirect/last-of-three-wrong-pin", "pins-of-all", "moment=next-redirect,server=other-key,pin=leaf"),
      ("rotation/renegotiation-wrong-key", "leaf-spki", "moment=renegotiation,server=other-key,pin=leaf"),
      ("rotation/renegotiation-unknown-ca", "system", "moment=renegotiation,server=stranger"),
      ("rotation/leaf-swapped-on-second-connection", "leaf-spki", "moment=second,server=other-key,pin=leaf"),
      ("rotation/unknown-ca-on-second-connection", "system", "moment=second,server=stranger"),
      ("proxy/server-unknown-ca-behind-https-proxy", "system", "moment=behind-tls-proxy,server=stranger"),
      ("proxy/server-shows-proxy-name", "system", "moment=behind-proxy,server=other-name"),
      ("starttls/smtp-wrong-pin", "leaf-spki", "moment=after-starttls,server=other-key,pin=leaf"),
      ("starttls/smtp-expired", "system", "moment=after-starttls,server=expired"),
      ("trust/virtual-host-unknown-ca", "system", "moment=other-host,server=stranger"),
    ],
    "pin/key-table": [
      ("pin/ca-holds-pinned-leaf-key", "leaf-spki", "pinned=ca"),
      ("pin/leaf-holds-pinned-ca-key", "ca-spki", "position=ca"),
      ("pin/sibling-of-pinned-ca", "root-spki", "position=ca,pinned=root"),
      ("rotation/leaf-swapped-on-second-connection", "leaf-spki", "pinned=nothing"),
    ],
    "client-hello/table": [
      ("client-hello/server-name", "system", "asked=name"),
      ("client-hello/server-name-without-address", "system", "asked=address"),
    ],
  ]

  @Test(arguments: pairs.keys.sorted())
  func `scenarios expect what the rules compute`(id: String) throws {
    let catalogue = try ShippedCatalogue.load(DecisionTableTests.vocabulary)
    let scenarios = Dictionary(uniqueKeysWithValues: catalogue.scenarios.map { ($0.id, $0) })
    let tables = try ShippedCatalogue.files(of: .table).compactMap {
      LoadedTable.read($0, DecisionTableTests.vocabulary).table?.table
    }
    let table = try #require(tables.first { $0.id == id })
    for (scenario, policy, values) in Self.pairs[id] ?? [] {
      let last = try #require(scenarios[scenario]?.steps.last, "\(scenario)")
      let expected = try #require(last.expectations[policy], "\(scenario) does not run under \(policy)")
      var cell = DecisionTable.Cell(table.factors.map { _ in 0 })
      for value in values.split(separator: ",") {
        let words = value.split(separator: "=").map(String.init)
        let factor = try #require(table.factors.firstIndex { $0.name == words[0] }, "\(value)")
        cell[factor] = try #require(table.factors[factor].values.firstIndex(of: words[1]), "\(value)")
      }
      #expect(table.impossibility(of: cell) == nil, "\(scenario): \(values)")
      let rule = table.rules[table.rule(of: cell)]
      #expect(rule.expectation.mustCancel == expected.mustCancel, "\(scenario)[\(policy)] and \(values)")
      let (computed, written) = (Self.reasons(rule.expectation), Self.reasons(expected))
      #expect(
        computed.isEmpty && written.isEmpty || !computed.isDisjoint(with: written),
        "\(scenario)[\(policy)] wants \(written.sorted()), the rule of \(values) \(computed.sorted())")
    }
  }

  @Test func `every shipped table has scenarios beside it`() throws {
    let ids = try ShippedCatalogue.files(of: .table).compactMap {
      LoadedTable.read($0, DecisionTableTests.vocabulary).table?.table.id
    }
    #expect(Set(ids) == Set(Self.pairs.keys))
  }

  private static func reasons(_ expectation: RogueModel.Expectation) -> Set<Reason> {
    Set(expectation.answers.filter { $0.disposition == .cancel }.flatMap(\.reasons))
  }
}
