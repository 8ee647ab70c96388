import RogueModel
import RoguePlatform
import Testing

@testable import RogueAdapters

@Suite struct AttemptFilesTests {
  let workshop: Workshop

  init() throws { workshop = try Workshop() }

  /// The files of an attempt, in the workshop.
  private func files(_ attempt: Attempt) throws -> AttemptFiles {
    try AttemptFiles(attempt, in: ConversationFolder(path: workshop.folder))
  }

  /// A certificate and its key, made by the command `openssl`.
  private func certificate(_ name: String) async throws -> (certificate: [UInt8], key: [UInt8]) {
    _ = await workshop.shell(
      """
      openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout \(name).key -out \(name).pem \
      -subj /CN=\(name) -days 2
      openssl x509 -in \(name).pem -outform DER -out \(name).der
      openssl pkcs8 -topk8 -nocrypt -in \(name).key -outform DER -out \(name).key.der
      """)
    return (try Files.read("\(workshop.folder)/\(name).der"), try Files.read("\(workshop.folder)/\(name).key.der"))
  }

  @Test func `OpenSSL reads the PEM that is written`() async throws {
    let one = try await certificate("one")
    let two = try await certificate("two")
    let files = try files(
      .sample { policy in
        policy.systemAnchors = [one.certificate]
        policy.userAnchors = [two.certificate]
      })
    #expect(try files.roots() == "roots.pem")
    #expect(try files.systemAnchors() == "system.pem")
    let subjects = await workshop.shell(
      "openssl crl2pkcs7 -nocrl -certfile a3f9/roots.pem | openssl pkcs7 -print_certs -noout | grep subject")
    #expect(subjects == "subject=CN = one\nsubject=CN = two\n")
    #expect(
      await workshop.shell("openssl x509 -in a3f9/system.pem -outform DER | cmp - one.der && echo same") == "same\n")
  }

  @Test func `a client identity is readable in both forms, and private`() async throws {
    let leaf = try await certificate("leaf")
    let issuer = try await certificate("issuer")
    let files = try files(.sample())
    let identity = AttemptPolicy.Identity(
      form: .pkcs12, leaf: leaf.certificate, chain: [leaf.certificate, issuer.certificate], privateKey: leaf.key,
      password: "a 'pass")
    #expect(try files.identityPKCS12(identity) == "client.p12")
    let bundled = await workshop.shell(
      "openssl pkcs12 -in a3f9/client.p12 -nodes -passin \"pass:a 'pass\" | grep -E 'subject|PRIVATE'")
    #expect(bundled.split(separator: "\n").count { $0.hasSuffix("leaf") } == 2)
    #expect(bundled.contains("CN = issuer"))
    #expect(bundled.contains("BEGIN PRIVATE KEY"))
    _ = try files.identityKey(identity)
    #expect(
      await workshop.shell(
        "openssl pkcs8 -topk8 -nocrypt -in a3f9/client.key -outform DER | cmp - leaf.key.der && echo same"
      ) == "same\n")
    _ = try files.identityChain(identity)
    #expect(await workshop.shell("stat -c %a a3f9 a3f9/*") == "700\n600\n600\n600\n")
  }

  @Test func `OpenSSL makes the pinned certificate of the files that have it, and of no other`() async throws {
    let own = try await certificate("own")
    for file in PinnedFile.allCases {
      let pin = AttemptPolicy.Pin(
        kind: .certificate, position: .leaf, der: file.content(of: own.certificate), file: file)
      let files = try files(.sample())
      let (der, pem) = (try files.pinDER(pin, 0), try files.pinPEM(pin, 0))
      func read(_ name: String, _ form: String) async -> String {
        await workshop.shell(
          "openssl x509 -inform \(form) -in a3f9/\(name) -outform DER 2>/dev/null | cmp -s - own.der && echo same; true"
        )
      }
      // Under the wrong name, the file has the other encoding; OpenSSL leaves what follows a certificate in DER unread.
      let (derForm, pemForm) = file == .otherEncoding ? ("PEM", "DER") : ("DER", "PEM")
      #expect(await read(der, derForm) == (file.isCertificate ? "same\n" : ""), "\(file)")
      #expect(await read(pem, pemForm) == (file.isCertificate ? "same\n" : ""), "\(file)")
      #expect(Files.exists("\(workshop.folder)/a3f9/\(der)") == (file != .missing))
      _ = await workshop.shell("rm -r a3f9")
    }
  }

  @Test func `the known logs are written for both kinds of readers`() async throws {
    _ = await workshop.shell(
      """
      openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out log.key
      openssl pkey -in log.key -pubout -outform DER -out log.der
      """)
    let spki = try Files.read("\(workshop.folder)/log.der")
    let files = try files(
      .sample { policy in
        policy.transparency = AttemptPolicy.Transparency(
          logs: [
            AttemptPolicy.Log(name: "oak", spki: spki, operatorName: "forest", retired: nil),
            AttemptPolicy.Log(
              name: "withered", spki: spki, operatorName: "park", retired: Timestamp(secondsSince1970: 0)),
          ], minimum: 2, operators: 1)
      })
    let json = try files.json()
    #expect(
      json["policy"]?["transparency"]
        == ["require": 2, "operators": 1, "logs": "ct-logs.json", "opensslLogs": "ct-logs.cnf"])
    let logs = try JSON(parsing: Files.read("\(files.folder)/ct-logs.json"))["logs"]?.array ?? []
    #expect(logs.map { $0["name"]?.string } == ["oak", "withered"])
    #expect(logs.map { $0["operator"]?.string } == ["forest", "park"])
    #expect(logs.map { $0["retired"] } == [.null, "1970-01-01T00:00:00Z"])
    #expect(logs.first?["key"]?.string.flatMap { Base64.decode(Array($0.utf8)) } == spki)
    #expect(
      await workshop.shell("openssl dgst -sha256 -binary log.der | base64 -w0") == logs.first?["id"]?.string)
    // OpenSSL's own reader refuses a file with anything wrong in it.
    let client = "openssl s_client -connect 127.0.0.1:1 -ct -ctlogfile"
    let complaint = await workshop.shell("\(client) a3f9/ct-logs.cnf 2>&1 </dev/null")
    #expect(complaint.contains("refused") && !complaint.contains("CT"), "\(complaint)")
    #expect(await workshop.shell("\(client) a3f9/ct-logs.json 2>&1 </dev/null").contains("CT"))
    #expect(!String(decoding: try Files.read("\(files.folder)/ct-logs.cnf"), as: UTF8.self).contains("withered"))
  }

  @Test func `only requested files are written`() throws {
    let files = try files(.sample { $0.anchors = [[1]] })
    #expect(try Files.list(files.folder).isEmpty)
    #expect(try files.roots() == "anchors.pem")
    #expect(try Files.list(files.folder).map(\.path) == ["anchors.pem"])
  }

  @Test func `an empty store is a file that trusts nothing, an absent one is null`() throws {
    let files = try files(
      .sample { policy in
        policy.systemAnchors = []
        policy.userAnchors = nil
      })
    let policy = try #require(try files.json()["policy"])
    #expect(policy["systemAnchors"]?.string == "system.pem")
    #expect(try Files.read("\(files.folder)/system.pem").isEmpty)
    #expect(policy["userAnchors"] == .null)
  }

  @Test func `the JSON names the way to TLS where there is one`() throws {
    var attempt = Attempt.sample(proxy: "127.0.0.1:40100") { $0.proxyAnchors = [[5]] }
    attempt.connect.proxyHost = "gateway.rogues.test"
    attempt.connect.startTLS = .imap
    let files = try files(attempt)
    let json = try files.json()
    #expect(json["connect"]?["proxyHost"]?.string == "gateway.rogues.test")
    #expect(json["connect"]?["starttls"]?.string == "imap")
    #expect(json["policy"]?["proxyAnchors"]?.string == "proxy-anchors.pem")
    #expect(PEM.decode(.certificate, in: try Files.read("\(files.folder)/proxy-anchors.pem")) == [[5]])
    #expect(try files.proxyRoots() == "proxy-anchors.pem")
  }

  @Test(arguments: [
    (PinLikeness.certificate, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (PinLikeness.letters, "UNGwV48bZ+PbqudExA4Ii7adyAowf3QCTbd/yFiafA0="),
    (.prefix, "ungWv48Bz+q+vr8holHd3E/8nlxp6IVjS+8Ang3/6lI="),
  ])
  func `a pin that only looks like a key's has its own digest, and no key`(likeness: PinLikeness, digest: String) throws
  {
    let files = try files(
      .sample { policy in
        policy.pinSets = [
          .sample([AttemptPolicy.Pin(kind: .spki, position: .leaf, der: Array("abc".utf8), likeness: likeness)])
        ]
      })
    let pin = try #require(files.json()["policy"]?["pinSets"]?.array?.first?["any"]?.array?.first)
    #expect(pin["sha256"]?.string == digest)
    #expect(pin["sha256Hex"]?.string == Base64.decode(digest).map(Hexadecimal.encode))
    #expect(pin["der"] == .null && pin["pem"] == .null)
  }

  @Test func `the JSON names every part of the contract`() throws {
    let files = try files(
      .sample(needs: [.tls13], deadline: 5000, proxy: "127.0.0.1:40100", alpn: ["http/1.1"]) { policy in
        policy.pinSets = [
          .sample([
            AttemptPolicy.Pin(kind: .spki, position: .chain, der: Array("abc".utf8)),
            AttemptPolicy.Pin(kind: .certificate, position: .leaf, der: [7]),
          ]),
          .sample([AttemptPolicy.Pin(kind: .spki, position: .ca, der: [8])], includeSubdomains: true),
        ]
        policy.pinSets[1].expires = Timestamp(secondsSince1970: 86_400)
        policy.revocation = AttemptPolicy.Revocation(
          mode: .require, methods: [.crl, .ocspFetch],
          crls: [
            AttemptPolicy.NamedCRL(issuer: "root", der: [1]), AttemptPolicy.NamedCRL(issuer: "../x y", der: [2]),
          ])
        policy.time = Timestamp(secondsSince1970: 0)
      })
    let json = try JSON(parsing: try files.json().line)
    #expect(json["needs"] == ["tls1.3"])
    #expect(json["reuse"]?.string == "none")
    #expect(json["learn"]?.bool == false)
    #expect(json["deadlineMilliseconds"]?.integer == 5000)
    #expect(json["state"]?.string == "../state/")
    #expect(
      json["connect"] == [
        "host": "pinned.rogues.test", "address": "127.0.0.1", "port": 1, "path": "/a3f9", "proxy": "127.0.0.1:40100",
        "proxyHost": .null, "starttls": .null,
      ])
    #expect(json["tls"] == ["minimum": "1.2", "maximum": "1.3", "alpn": ["http/1.1"]])
    let policy = try #require(json["policy"])
    #expect(policy["time"]?.string == "1970-01-01T00:00:00Z")
    #expect(
      policy["revocation"] == [
        "mode": "require", "methods": ["crl", "ocsp-fetch"], "network": true,
        "crls": ["root.crl.pem", "___x_y.crl.pem"],
        "allCRLs": "crls.pem",
      ])
    #expect(policy["identity"] == .null)
    #expect(policy["transparency"] == .null)
    let sets = try #require(policy["pinSets"]?.array)
    #expect(
      sets[0]["any"]?.array?.first == [
        "kind": "spki", "position": "chain", "sha256": "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "sha256Hex": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad", "der": "pin-0.der",
        "pem": "pin-0.pem",
      ])
    #expect(sets[1]["expires"]?.string == "1970-01-02T00:00:00Z")
    #expect(sets[1]["includeSubdomains"]?.bool == true)
    #expect(sets[1]["any"]?.array?.first?["der"]?.string == "pin-2.der")
    let names = Set(try Files.list(files.folder).map(\.path))
    #expect(
      names == [
        "system.pem", "pin-0.der", "pin-0.pem", "pin-1.der", "pin-1.pem", "pin-2.der", "pin-2.pem", "root.crl.pem",
        "___x_y.crl.pem", "crls.pem",
      ])
  }
}

@Suite struct PEMTests {
  @Test func `PEM is decoded block by block`() {
    let ders: [[UInt8]] = [Array(0...200), []]
    let text = Array("Subject: x\n".utf8) + PEM.encode(.certificate, all: ders) + PEM.encode(.privateKey, [9])
    #expect(PEM.decode(.certificate, in: text) == ders)
    #expect(PEM.decode(.privateKey, in: text) == [[9]])
  }
}

@Suite struct ShellQuotingTests {
  @Test(arguments: [
    "", "plain", "two words", "a'b", "$HOME", "a\nb", "*", "-x", "{a,b}", "~", "a;b", "`id`", "\\", "ü", "a=b",
  ])
  func `a shell reads quoted text back`(word: String) async throws {
    let result = await ChildCommand(
      program: "/bin/sh", arguments: ["-c", "printf '%s|' \(ShellQuoting.quote(word)) end"],
      deadlineMilliseconds: 3_600_000
    ).run()
    #expect(String(decoding: result.standardOutput, as: UTF8.self) == "\(word)|end|")
  }
}
