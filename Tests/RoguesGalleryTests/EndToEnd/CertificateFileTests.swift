import Foundation
import RogueModel
import Testing

@testable import RoguesGallery

/// Certificates that were made elsewhere, by the `openssl` program, served, trusted and pinned as they are.
@Suite(.timeLimit(.minutes(15))) struct CertificateFileTests {
  private static let world = """
    world: company-site
    title: A site of a company with a PKI of its own
    domain: company.test
    certificates:
      company-root: {file: ../company/root.pem}
      company-issuing: {file: ../company/issuing.der, key-file: ../company/issuing.key}
      company-leaf: {file: ../company/leaf.pem}
      ours: {issuer: company-issuing, hosts: [www]}
      rogue-root: {ca: true, subject-of: company-root}
      rogue-leaf: {issuer: rogue-root, hosts: [www]}
    stores: {system: [], user: []}
    host: www
    server: {present: [company-leaf, company-issuing]}
    policies:
      anchored: {anchors: [company-root]}
      pinned: {anchors: [company-root], pin-sets: [{host: www, any: [spki company-leaf]}]}

    """

  private static func scenario(_ name: String, _ mutation: String, _ reason: String, _ policies: String) -> String {
    """
    scenario: company/\(name)
    title: Not the company's own server
    why: It is here to be tested, and it says so in two sentences. This is the second one.
    level: must
    severity: high
    references: ["RFC 5280, section 6"]
    world: company-site
    policies: [\(policies)]
    mutate: {\(mutation)}
    expect: {disposition: cancel, reason: [\(reason)]}

    """
  }

  private static func repository(days: Int = 30, line: String = "") throws -> TemporaryWorkplace {
    let place = try TemporaryWorkplace()
    try place.write(world, to: "acme/Certs/worlds/company-site.yaml")
    try place.write(
      scenario("other-ca", "server.present: [rogue-leaf, rogue-root]", "untrusted", "anchored"),
      to: "acme/Scenarios/company/other-ca.yaml")
    try place.write(
      scenario("other-key", "server.present: [ours, company-issuing]", "pin-mismatch", "pinned"),
      to: "acme/Scenarios/company/other-key.yaml")
    try place.write(
      """
      cd "$1" && exec 2>/dev/null
      new() {
        openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -subj "/CN=company $1" \\
          -keyout $1.key -out $1.csr
      }
      sign() {
        openssl x509 -req -in $1.csr -CA $2.pem -CAkey $2.key -set_serial $3 -days $4 -extfile $5.cnf -out $1.pem
      }
      new root && new issuing && new leaf || exit 1
      printf 'basicConstraints=critical,CA:true\\nkeyUsage=critical,keyCertSign,cRLSign\\n' >ca.cnf
      printf 'subjectKeyIdentifier=hash\\n' >>ca.cnf
      printf 'basicConstraints=critical,CA:false\\nextendedKeyUsage=serverAuth\\n' >leaf.cnf
      printf 'subjectAltName=DNS:www.company.test\\n%s\\n' "$3" >>leaf.cnf
      openssl x509 -req -in root.csr -signkey root.key -days 90 -extfile ca.cnf -out root.pem || exit 1
      sign issuing root 2 90 ca && sign leaf issuing 3 $2 leaf && mv leaf.pem leaf.crt
      openssl x509 -in issuing.pem -outform DER -out issuing.der
      cat leaf.crt leaf.key >leaf.pem
      mkfifo pipe.pem && : >empty.pem && cat root.pem leaf.crt >two.pem && echo hello >text.pem
      head -c 2000000 /dev/zero >large.pem && openssl ec -in leaf.key -out old.key && cat leaf.crt old.key >old.pem
      openssl ec -in leaf.key -aes128 -passout pass:x -out locked.key
      cp root.pem ../../../outside.pem && ln -s ../../../outside.pem link.pem && ln -s nowhere.pem dangling.pem
      test -s leaf.pem && test -s issuing.der
      """, to: "make.sh", executable: true)
    let folder = place.path("acme/Certs/company")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = [place.path("make.sh"), folder, "\(days)", line]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return place
  }

  private static func run(_ place: TemporaryWorkplace, _ arguments: String...) async throws -> BuiltCommand.Ending {
    try await BuiltCommand.run(
      arguments, environment: ["TMPDIR": place.temporary],
      directory: URL(fileURLWithPath: place.path("acme")), deadlineMilliseconds: 600_000)
  }

  @Test func `a company's own PKI is served, trusted, pinned, and signs for a rogue`() async throws {
    let place = try Self.repository()
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 0 && lint.output.isEmpty, "\(lint)")
    let ending = try await Self.run(place, "run", "-a", "reference", "-a", "curl", "company/*")
    #expect(ending.status == 0, "\(ending)")
    #expect(ending.output.contains(" pass; 8 cases"), "\(ending.output)")
    let tree = try await Self.run(place, "explain", "company/other-ca")
    #expect(tree.status == 0 && tree.output.contains("company-leaf"), "\(tree)")
  }

  @Test func `an expired certificate is reported by lint, and its control is inconclusive`() async throws {
    let place = try Self.repository(days: -1)
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 65)
    #expect(lint.output.contains("'company-leaf' of 'company-site' has expired (notAfter "), "\(lint.output)")
    let ending = try await Self.run(place, "run", "-a", "reference", "company/other-ca")
    #expect(ending.status == 2, "\(ending)")
  }

  @Test func `a certificate that names real services is reported`() async throws {
    let place = try Self.repository(line: "authorityInfoAccess=OCSP;URI:http://ocsp.company.test/")
    let lint = try await Self.run(place, "lint")
    #expect(lint.status == 0)
    #expect(lint.output.contains("warning: 'company-leaf' names an OCSP responder"), "\(lint.output)")
  }

  /// What replaces the leaf's recipe, and what is said at its value.
  static let slips: [(recipe: String, message: String)] = [
    ("{file: ../company/nobody.pem}", "cannot be read: No such file or directory"),
    ("{file: ../company/dangling.pem}", "cannot be read: No such file or directory"),
    ("{file: /etc/ssl/cert.pem}", "is not a relative path"),
    ("{file: ../../../outside.pem}", "leads out of"), ("{file: ../company/link.pem}", "leads out of"),
    ("{file: ../company/pipe.pem}", "is not a regular file"), ("{file: ../company}", "is not a regular file"),
    ("{file: ../company/empty.pem}", "is empty"), ("{file: ../company/text.pem}", "is neither PEM nor DER"),
    ("{file: ../company/two.pem}", "there are 2 certificates in"),
    ("{file: ../company/leaf.key}", "there is no certificate in"),
    ("{file: ../company/large.pem}", "is larger than the 1048576 bytes that are read"),
    ("{file: ../company/old.pem}", "is not unencrypted PKCS #8"),
    ("{file: ../company/leaf.crt, key-file: ../company/locked.key}", "is not unencrypted PKCS #8"),
    ("{file: ../company/leaf.crt, key-file: ../company/root.key}", "is not that of the certificate"),
    ("{file: ../company/leaf.pem, key-file: ../company/leaf.key}", "holds a private key already"),
    ("{key-file: ../company/leaf.key}", "there is no certificate that this key could belong to"),
    ("{file: ../company/leaf.crt}", "comes from a file without its private key, and a handshake proves"),
    ("{file: ../company/leaf.pem, issuer: company-issuing}", "'issuer' has no meaning beside 'file'"),
    ("{file: ../company/leaf.pem, hosts: [www]}", "'hosts' has no meaning beside 'file'"),
    ("{file: ../company/leaf.pem, defects: [bad-signature]}", "'defects' has no meaning beside 'file'"),
    ("{file: ../company/leaf.pem, not-after: 1d}", "'not-after' has no meaning beside 'file'"),
    ("{file: [../company/leaf.pem]}", "expected the path of a certificate"),
  ]

  @Test func `an error in a file is reported where the file is named`() async throws {
    let place = try Self.repository()
    for (recipe, message) in Self.slips {
      let text = Self.world.replacingOccurrences(of: "{file: ../company/leaf.pem}", with: recipe)
      try place.write(text, to: "acme/Certs/worlds/company-site.yaml")
      let lint = try await Self.run(place, "lint", "Certs/worlds/company-site.yaml")
      #expect(lint.status == 65, "\(recipe): \(lint)")
      let line = lint.output.split(separator: "\n").first { $0.hasPrefix("Certs/worlds/company-site.yaml:") }
      #expect(line?.contains(message) == true, "\(recipe): \(lint.output)")
    }
  }

  @Test(arguments: [
    ("ours: {issuer: company-issuing,", "ours: {issuer: company-root,", "it signs 'ours' with it"),
    ("rogue-root: {ca: true,", "rogue-root: {ca: true, key-of: company-root,", "'rogue-root' has the same key"),
    ("anchored: {", "client: {identity: {form: pem, leaf: company-root}}\n  anchored: {", "a client proves that"),
    (
      "anchored: {", "client: {identity: {form: pem, leaf: ours, key-of: company-root}}\n  anchored: {",
      "a client proves that"
    ),
    (
      "anchored: {",
      "client: {identity: {form: pem, leaf: ours, others: [{leaf: company-root}]}}\n  anchored: {",
      "a client proves that"
    ),
    (
      "server: {present: [company-leaf, company-issuing]}",
      "server: {present: [company-leaf, company-issuing], virtual-hosts: {www: {present: [company-root]}}}",
      "a handshake proves that"
    ),
  ])
  func `a certificate without its key is refused where a key is needed`(
    line: String, changed: String, message: String
  ) async throws {
    let place = try Self.repository()
    let text = Self.world.replacingOccurrences(of: line, with: changed)
    try place.write(text, to: "acme/Certs/worlds/company-site.yaml")
    let lint = try await Self.run(place, "lint", "Certs/worlds/company-site.yaml")
    #expect(lint.status == 65, "\(lint)")
    #expect(lint.output.contains("'company-root' comes from a file without its private key, and \(message)"), "\(lint)")
  }
}
