import RogueModel
import RogueScenarios
import RogueStimuli
import Testing

/// What is said about a world that is written wrong, to the column.
@Suite struct WorldDiagnosticsTests {
  /// What is printed about the common world with one text replaced by another.
  func complaints(_ text: String, _ other: String) -> String {
    #expect(Fixture.world.contains(text))
    return Fixture.complaints(world: Fixture.world.replacing(text, with: other))
  }

  @Test func `the shared world of these tests has no findings`() {
    #expect(Fixture.complaints(world: Fixture.world) == "")
  }

  @Test func `an unknown key`() {
    #expect(
      complaints("path-length: 0", "path-lenght: 0") == """
        Certs/worlds/pinned-site.yaml:6:37: error: unknown key 'path-lenght' in a certificate
            issuing: {ca: true, issuer: root, path-lenght: 0}
                                              ^^^^^^^^^^^
          help: did you mean 'path-length'?

        """)
  }

  @Test(arguments: [
    (
      "name-constraints: {permitted: [dsn shop]}",
      "a subtree begins with dns, email, uri, address, organization, not 'dsn'"
    ),
    ("name-constraints: {permitted: [address 10.0.0.0/33]}", "'10.0.0.0/33' is not a network such as 10.0.0.0/8"),
    ("name-constraints: {excluded: [address 10.0.0.1]}", "'10.0.0.1' is not a network such as 10.0.0.0/8"),
    ("name-constraints: {permitted: [dns]}", "expected a subtree such as 'dns shop' or 'address 10.0.0.0/8'"),
    ("name-constraints: {permitted: [dns a b]}", "expected a subtree such as 'dns shop' or 'address 10.0.0.0/8'"),
    ("name-constraints: {permitted: []}", "expected a list of subtrees, found an empty one"),
    ("name-constraints: {critical: false}", "name constraints that permit and exclude nothing"),
    ("policies: [gold]", "expected an object identifier such as 2.23.140.1.2.1, or any"),
    ("policies: [3.1.1]", "expected an object identifier such as 2.23.140.1.2.1, or any"),
    ("requires-policy: 1", "expected true or false"),
  ])
  func `invalid limits and policies are refused at their position`(_ text: String, _ complaint: String) {
    let said = complaints("path-length: 0", "path-length: 0, \(text)")
    #expect(said.contains("Certs/worlds/pinned-site.yaml:6:"), "\(said)")
    #expect(said.contains(complaint), "\(said)")
  }

  @Test func `a missing key is shown at the mapping`() {
    #expect(
      complaints("{present: [leaf, issuing]}", "{tls: \"1.3\"}") == """
        Certs/worlds/pinned-site.yaml:16:9: error: missing key 'present' in the server
          server: {tls: "1.3"}
                  ^^^^^^^^^^^^
          help: the certificates of the Certificate message, in order

        """)
  }

  @Test func `a missing key of the file is shown at its beginning`() {
    #expect(
      complaints("domain: rogues.test\n", "") == """
        Certs/worlds/pinned-site.yaml:1:1: error: missing key 'domain' in a world
          world: pinned-site
          ^^^^^
          help: the domain that host labels are under

        """)
  }

  @Test func `a world named otherwise than its file is refused`() {
    #expect(
      complaints("world: pinned-site", "world: pinned-sight") == """
        Certs/worlds/pinned-site.yaml:1:8: error: the world is called 'pinned-sight', its file 'pinned-site'; \
        both must be the same
          world: pinned-sight
                 ^^^^^^^^^^^^

        """)
  }

  @Test func `a certificate that the world lacks gets its near miss`() {
    #expect(
      complaints("present: [leaf, issuing]", "present: [leaf, issueing]") == """
        Certs/worlds/pinned-site.yaml:16:26: error: the world has no certificate 'issueing'
          server: {present: [leaf, issueing]}
                                   ^^^^^^^^
          help: did you mean 'issuing'?

        """)
  }

  @Test func `a key in place of a certificate`() {
    #expect(
      complaints("anchors: [root]", "anchors: [backup]") == """
        Certs/worlds/pinned-site.yaml:19:22: error: 'backup' is a key without a certificate; \
        a certificate is expected here
            anchor: {anchors: [backup]}
                               ^^^^^^

        """)
  }

  @Test func `a cycle of issuers`() {
    #expect(
      complaints("root: {ca: true}\n  issuing", "root: {ca: true, issuer: issuing}\n  issuing") == """
        Certs/worlds/pinned-site.yaml:6:31: error: a cycle: 'issuer' leads from 'root' back to it \
        (root -> issuing -> root)
            issuing: {ca: true, issuer: root, path-length: 0}
                                        ^^^^

        """)
  }

  @Test func `an application writes the world's host, however it writes it`() {
    #expect(complaints("policies:\n", "policies:\n  written: {host-as-written: PINNED.Rogues.TEST.}\n") == "")
    // One address has many texts (RFC 5952, section 2).
    for (host, written, isOther) in [
      ("2001:db8::1", "2001:DB8:0:0:0:0:0:1", false), ("::1.2.3.4", "0::102:304", false),
      ("2001:db8::1", "2001:db8::1:1", true), ("2001:db8::1", "2001:db8:1", true),
    ] {
      let said = Fixture.load(
        world: Fixture.world.replacing("host: pinned\n", with: "host: \"\(host).\"\n").replacing(
          "policies:\n", with: "policies:\n  written: {host-as-written: \"\(written)\"}\n")
      ).findings
      #expect(
        said.contains { $0.message.contains("is another host than the world's") } == isOther, "\(written): \(said)")
    }
    #expect(
      complaints("policies:\n", "policies:\n  written: {host-as-written: other.rogues.test}\n").contains(
        "error: 'other.rogues.test' is another host than the world's, which is 'pinned.rogues.test'"))
  }

  @Test func `a certificate that names itself as issuer`() {
    #expect(
      complaints("rogue-root: {ca: true}", "rogue-root: {ca: true, issuer: rogue-root}") == """
        Certs/worlds/pinned-site.yaml:9:34: error: a cycle: 'issuer' leads from 'rogue-root' back to it \
        (rogue-root -> rogue-root)
            rogue-root: {ca: true, issuer: rogue-root}
                                           ^^^^^^^^^^
          help: leave 'issuer' out: then it signs itself

        """)
  }

  @Test(arguments: [
    ("-30", "expected a duration such as -30d, 90m or 0s, found '-30'", "add a unit: s, m, h or d"),
    ("30 days", "expected a duration such as -30d, 90m or 0s, found '30 days'", "a number and a unit: s, m, h or d"),
    ("9999999999d", "the duration '9999999999d' is longer than a thousand years", nil),
    (
      "99999999999999999999d", "expected a duration such as -30d, 90m or 0s, found '99999999999999999999d'",
      "a number and a unit: s, m, h or d"
    ),
    ("-9223372036854775808s", "the duration '-9223372036854775808s' is longer than a thousand years", nil),
    ("[1d]", "expected a duration such as -30d, 90m or 0s, found a list", nil),
    ("", "expected a duration such as -30d, 90m or 0s, found nothing", nil),
  ])
  func `a bad duration`(text: String, message: String, help: String?) {
    let findings = Fixture.load(
      world: Fixture.world.replacing("rogue-root: {ca: true}", with: "rogue-root: {ca: true, not-after: \(text)}")
    ).findings
    #expect(findings.map(\.message) == [message])
    #expect(findings.first?.help == help)
    #expect(findings.first?.location?.line == 9)
  }

  @Test(arguments: zip(["true", "false", "ids", "'ids'"], [Resumption.Sessions.any, .none, .ids, .ids]))
  func `ways to keep sessions`(text: String, way: Resumption.Sessions) throws {
    let world = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], resumption: \(text)")
    #expect(try #require(Fixture.load(world: world).worlds.first).server[Resumption.self] == way)
  }

  @Test(arguments: ["tickets", "'true'", "1", "[ids]"])
  func `a bad way to keep sessions`(text: String) {
    let world = Fixture.world.replacing("present: [leaf, issuing]", with: "present: [leaf], resumption: \(text)")
    let findings = Fixture.load(world: world).findings
    #expect(findings.count == 1)
    #expect(
      findings.first?.message.hasPrefix("expected true or false, or one of ids, forgotten, found") == true,
      "\(findings)")
  }

  @Test func `durations in every unit`() throws {
    let world = Fixture.world.replacing(
      "rogue-root: {ca: true}", with: "rogue-root: {ca: true, not-before: -90m, not-after: +2h}"
    ).replacing("leaf: {issuer: issuing, hosts: [pinned], crl", with: "leaf: {not-before: -3d, not-after: 0s, crl")
    let read = try #require(Fixture.load(world: world).worlds.first)
    #expect(read.certificate("rogue-root")?[NotBefore.self] == -5400)
    #expect(read.certificate("rogue-root")?[NotAfter.self] == 7200)
    #expect(read.certificate("leaf")?[NotBefore.self] == -259_200)
    #expect(read.certificate("leaf")?[NotAfter.self] == 0)
  }

  @Test(arguments: [
    ("spik leaf", "21:45+4", "a pin begins with spki or certificate, not 'spik'", "did you mean 'spki'?"),
    ("spki leag", "21:50+4", "the world has no certificate or key 'leag'", "did you mean 'leaf'?"),
    (
      "spki leaf @cha", "21:55+4", "a pin ends with its position, @leaf or @ca or @chain, not '@cha'",
      "did you mean '@ca' or '@chain'?"
    ),
    (
      "'spki leaf ca'", "21:56+2", "a pin ends with its position, @leaf or @ca or @chain, not 'ca'",
      "did you mean '@ca'?"
    ),
    (
      "spki leaf ~letter", "21:55+7",
      "a pin ends with what is alike, ~prefix or ~letters or ~certificate, not '~letter'",
      "did you mean '~letters'?"
    ),
    (
      "certificate leaf ~prefix", "21:62+7", "only the digest of a key can be like another", "pin the key: spki"
    ),
    (
      "spki leaf ~half", "21:55+5", "only a certificate is pinned by its file", "pin the certificate: certificate"
    ),
    (
      "certificate leaf ~halff", "21:62+6",
      "a pin ends with what is in its file, ~other-encoding or ~half or ~empty or ~missing or ~zero-byte, not '~halff'",
      "did you mean '~half'?"
    ),
    (
      "certificate backup", "21:57+6",
      "'backup' is a key without a certificate; a certificate is expected here", nil
    ),
    ("spki", "21:45+4", "expected a pin such as 'spki leaf' or 'certificate issuing @ca', found 'spki'", nil),
  ])
  func `a bad pin`(pin: String, place: String, message: String, help: String?) {
    let world = Fixture.world.replacing("[spki issuing @ca]", with: "[\(pin)]")
    let findings = Fixture.load(world: world).findings
    #expect(findings.map { "\($0.location?.line ?? 0):\($0.location?.column ?? 0)+\($0.length)" } == [place])
    #expect(findings.map(\.message) == [message])
    #expect(findings.first?.help == help)
  }

  @Test(arguments: [
    ("rogue-root: {ca: true}", "rogue-root: {ca: yes}", "expected true or false, found 'yes'"),
    ("rogue-root: {ca: true}", "rogue-root: {ca: 'true'}", "expected true or false, found 'true'"),
    ("path-length: 0", "path-length: -1", "expected a whole number from 0 to 255, found '-1'"),
    (
      "rogue-root: {ca: true}", "Rogue_root: {ca: true}",
      "expected a name of lower-case letters, digits and hyphens, found 'Rogue_root'"
    ),
    ("present: [leaf, issuing]", "present: []", "expected a list of certificates, found an empty one"),
    ("present: [leaf, issuing]", "present: [leaf], connections: {0: {}}", "expected a whole number from 1, found '0'"),
    (
      "present: [leaf, issuing]", "present: [leaf], client-auth: require",
      "a server that requests client certificates needs 'client-anchors'"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], starttls: {speaks: pop3}",
      "expected one of smtp, imap, postgresql, found 'pop3'"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], starttls: {speaks: postgresql, offer: unadvertised}",
      "PostgreSQL has no list of what a server can"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], starttls: {speaks: smtp, offer: preauthenticated}",
      "only IMAP greets clients that are logged in already"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], starttls: {speaks: smtp, offer: refused, injects: true}",
      "there is no TLS to inject answers into"
    ),
    ("present: [leaf, issuing]", "present: [leaf], proxy: {}", "missing key 'host' in the proxy"),
    (
      "present: [leaf, issuing]", "present: [leaf], staple: revoked",
      "expected one of none, honest, or a mapping, found 'revoked'"
    ),
    ("keys: [backup]", "keys: [backup, backup]", "the key 'backup' appears twice"),
    ("keys: [backup]", "keys: [backup, leaf]", "'leaf' is a certificate; its key has the same name"),
    (
      "rogue-root: {ca: true}", "rogue-root: {ca: true, addresses: [127.0.0.256]}",
      "expected an IPv4 or IPv6 address, found '127.0.0.256'"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {key-of: leaf, key-type: p384}",
      "'key-type' has no meaning beside 'key-of': the key is the other's"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {key-identifier: mine}",
      "expected one of own, absent, or a mapping, found 'mine'"
    ),
    (
      "form: pkcs12, leaf: client-leaf", "form: pem, leaf: client-leaf, chain: [client-leaf]",
      "in PEM form the chain never holds the leaf 'client-leaf' itself"
    ),
    (
      "anchor: {anchors: [root]}", "anchor: {revocation: {mode: require}}",
      "missing key 'methods' in revocation with the mode require"
    ),
    ("host: pinned\nserver", "host: pinned\nresponders: {leef: {}}\nserver", "the world has no certificate 'leef'"),
    (
      "host: pinned\nserver", "host: pinned\nresponders: {root: {ocsp: down, response: {}}}\nserver",
      "unknown key 'response' in a responder"
    ),
    ("rogue-root: {ca: true}", "rogue-root: {defects: [bad-signture]}", "unknown defect 'bad-signture'"),
    (
      "rogue-root: {ca: true}", "rogue-root: {defects: [{long-serial: {bites: 3}}]}",
      "unknown key 'bites' in the parameters of 'long-serial'"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {defects: [long-serial]}",
      "missing key 'bytes' in the parameters of 'long-serial'"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {defects: [{long-serial: {bytes: many}}]}",
      "expected a whole number, found 'many'"
    ),
    ("present: [leaf, issuing]", "present: [leaf], behaviours: [silent]", "unknown behaviour 'silent'"),
    ("rogue-root: {ca: true}", "rogue-root: {serial: xyz}", "'xyz' is not hexadecimal"),
    ("rogue-root: {ca: true}", "rogue-root: {serial: \"012\"}", "'012' is not hexadecimal"),
    ("rogue-root: {ca: true}", "rogue-root: {subject: {XY: z}}", "'XY' is not an attribute of a name"),
    (
      "rogue-root: {ca: true}", "rogue-root: {extensions: {2.99.1: \"0500\"}}",
      "'0500' is not the value of an extension"
    ),
    ("rogue-root: {ca: true}", "rogue-root: {extensions: {1.40: \"DER:0500\"}}", "'1.40' is not an object identifier"),
    (
      "rogue-root: {ca: true}", "rogue-root: {extensions: {2.5.29.54: \"DER:0500\", 2.5.29.054: \"DER:0500\"}}",
      "the extension 2.5.29.054 appears here twice"
    ),
  ])
  func `a wrong value`(text: String, other: String, message: String) {
    #expect(Fixture.world.contains(text))
    let findings = Fixture.load(world: Fixture.world.replacing(text, with: other)).findings
    #expect(findings.map(\.message).contains(message))
  }

  /// Keys of which one would silently win.
  @Test(arguments: [
    (
      "rogue-root: {ca: true}", "rogue-root: {ca: true, subject-of: root, subject: {O: x}}",
      "'subject-of' has no meaning beside 'subject': the subject is written here", "leave one of them out"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {common-name: x, subject: {O: x}}",
      "'common-name' has no meaning beside 'subject': the common name is its attribute CN", "leave one of them out"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {common-name: x, subject-of: root}",
      "'common-name' has no meaning beside 'subject-of': the subject is the other's", "leave one of them out"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {ca: true, common-name: x}",
      "'common-name' has no meaning in a CA, whose subject does not name a host", "'subject' gives it another subject"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {path-length: 0}", "'path-length' has no meaning here: only a CA has one",
      "'ca: true'; the defect wrong-basic-constraints gives one to a leaf"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {crl: {}}", "'crl' has no meaning here: only a CA issues a list",
      "'ca: true', or leave it out"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {ca: true, crl: {form: absent, next-update: 1d}}",
      "'next-update' has no meaning beside the form absent: there is no CRL", "leave one of them out"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {ca: true, crl: {version: 1, number: critical}}",
      "'number' has no meaning beside version 1, which has no extensions (RFC 5280, section 5.1.2.1)",
      "leave one of them out"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {ca: true, crl: [honest, {form: empty-entries, lists: [leaf]}]}",
      "'lists' has no meaning beside the form empty-entries: it has no entry", "leave one of them out"
    ),
    (
      "rogue-root: {ca: true}", "rogue-root: {ca: true, crl: {lists: [], reason: certificate-hold}}",
      "'reason' has no meaning beside an empty 'lists': no entry is about a certificate of the world",
      "leave one of them out"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf, issuing], staples: {leaf: honest}",
      "'staples' is for the certificates after the first, which is 'leaf'", "'staple' has the response for it"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], staple: {status: try-later, next-update: 1d}",
      "'next-update' has no meaning beside the status try-later, which is the whole response (RFC 6960, section 4.2.1)",
      "leave one of them out"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], staple: {status: good, revocation-time: -2d}",
      "'revocation-time' has no meaning beside this status: only a revoked one has a time", "leave one of them out"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], staple: {form: empty, nonce: wrong}",
      "'nonce' has no meaning beside the form empty, which has nothing else", "leave one of them out"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], staple: {form: no-single-responses, about: root}",
      "'about' has no meaning beside the form no-single-responses: it is part of a SingleResponse",
      "leave one of them out"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], client-chain: strict",
      "'client-chain' has no meaning: the server requests no client certificate", "client-auth: request, or require"
    ),
    (
      "present: [leaf, issuing]", "present: [leaf], proxy: {host: proxy, key: leaf}",
      "'key' has no meaning without 'present': this proxy uses plaintext",
      "its certificates, if clients use TLS with it; default: plaintext"
    ),
  ])
  func `a key without effect`(text: String, other: String, message: String, help: String) {
    #expect(Fixture.world.contains(text))
    let findings = Fixture.load(world: Fixture.world.replacing(text, with: other)).findings
    #expect(findings.map(\.message) == [message])
    #expect(findings.map(\.help) == [help])
  }

  @Test func `of a chosen and a copied subject, the key without effect is reported`() {
    #expect(
      complaints("rogue-root: {ca: true}", "rogue-root: {ca: true, subject-of: root, subject: {O: x}}").contains(
        """
            rogue-root: {ca: true, subject-of: root, subject: {O: x}}
                                   ^^^^^^^^^^
          help: leave one of them out
        """))
  }
}
