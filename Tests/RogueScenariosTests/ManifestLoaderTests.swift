import RogueModel
import RogueScenarios
import Testing

@Suite struct ManifestLoaderTests {
  private static let recipe = """
    adapter: curl
    summary: curl with OpenSSL
    library: curl
    programs: [curl]
    version: {arguments: [--version], after: "curl "}
    names: connect-to
    capabilities: [anchors, pin.spki.leaf]
    declined: {pin.spki.ca: "--pinnedpubkey looks at the leaf only"}
    door: recipe
    arguments:
      - always: [--silent, "{url}"]
      - pins.spki: [--pinnedpubkey, {each: "sha256//{base64}", join: ";"}]
      - pins.certificate: [{each: [--pin, "{dir}/{der}"]}]
    environment: {SSLKEYLOGFILE: "{dir}/keys", "EMPTY": ""}
    stdin: "GET {path} HTTP/1.1\\r\\nHost: {host}:{port}\\r\\n\\r\\n"
    hold-stdin: true
    files: {client.cnf: "ca = {roots} {{literal}"}
    outcomes:
      - {exit: 60, stderr: certificate has expired, cancel: expired, phase: after-handshake}
      - {stdout: refused, cancel: untrusted}
      - {exit: 7, failed: network}

    """

  private func load(_ text: String, path: String = "Adapters/curl/adapter.yaml") -> (AdapterManifest?, [Finding]) {
    ManifestLoader.load(SourceFile(path: path, bytes: Array(text.utf8)))
  }

  /// What is printed about the recipe with one text replaced by another.
  private func complaints(_ text: String, _ other: String) -> String {
    #expect(Self.recipe.contains(text))
    let (manifest, findings) = load(Self.recipe.replacing(text, with: other))
    #expect(manifest == nil)
    return findings.map(\.rendered).joined()
  }

  @Test func `every key of a recipe is read`() throws {
    let (loaded, findings) = load(Self.recipe)
    #expect(findings.map(\.rendered) == [])
    let manifest = try #require(loaded)
    let location = { (line: Int, column: Int) in
      SourceLocation(file: "Adapters/curl/adapter.yaml", line: line, column: column)
    }
    let expected = AdapterManifest(
      name: "curl", summary: "curl with OpenSSL", library: "curl", programs: ["curl"],
      versionProbe: .init(arguments: ["--version"], after: "curl "), capabilities: [.anchors, .pin(.spki, .leaf)],
      declined: [.pin(.spki, .ca): "--pinnedpubkey looks at the leaf only"], names: .connectTo,
      startupMilliseconds: 0, packages: [],
      door: .recipe(
        .init(
          arguments: [
            .init(when: .always, arguments: [.text("--silent"), .text("{url}")]),
            .init(
              when: .spkiPins, arguments: [.text("--pinnedpubkey"), .joined(each: "sha256//{base64}", separator: ";")]),
            .init(when: .certificatePins, arguments: [.repeated(each: ["--pin", "{dir}/{der}"])]),
          ],
          environment: [.init(name: "SSLKEYLOGFILE", value: "{dir}/keys"), .init(name: "EMPTY", value: "")],
          standardInput: "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n", holdsStandardInput: true,
          files: [.init(name: "client.cnf", content: "ca = {roots} {{literal}")],
          outcomes: [
            .init(
              exitStatus: 60, standardError: "certificate has expired", standardOutput: nil,
              meaning: .cancel(.expired, .afterHandshake), location: location(19, 5)),
            .init(
              exitStatus: nil, standardError: nil, standardOutput: "refused", meaning: .cancel(.untrusted, .handshake),
              location: location(20, 5)),
            .init(
              exitStatus: 7, standardError: nil, standardOutput: nil, meaning: .failed(.network),
              location: location(21, 5)),
          ])),
      folder: "Adapters/curl", location: location(1, 10))
    #expect(manifest == expected)
  }

  @Test(arguments: AdapterManifest.ArgumentGroup.Condition.allCases)
  func `a condition about pins selects them and takes arguments for each`(
    _ condition: AdapterManifest.ArgumentGroup.Condition
  ) {
    let word = condition.pins.map { "pins.\($0.kind.rawValue)" + ($0.position.map { ".\($0.rawValue)" } ?? "") }
    #expect(word == (condition.rawValue.hasPrefix("pins.") ? condition.rawValue : nil))
    let text = Self.recipe.replacing("- pins.certificate:", with: "- \(condition.rawValue):")
    #expect(text != Self.recipe || condition == .certificatePins)
    #expect((load(text).0 == nil) == (word == nil))
  }

  // MARK: Fields of attempts

  /// The recipe with what it says of fields.
  private func told(_ text: String) -> (AdapterManifest?, [Finding]) {
    load(Self.recipe.replacing("door: recipe", with: text + "\ndoor: recipe"))
  }

  @Test func `statements about the fields of attempts are read`() throws {
    let (manifest, findings) = told(
      """
      applies: {connect.host: url, connect.address: url, connect.port: url, connect.path: url,
        policy.systemAnchors: --cacert, policy.userAnchors: --cacert, policy.anchors: --cacert,
        policy.pinSets.host: --pinnedpubkey, policy.pinSets.any: --pinnedpubkey}
      fixed: {tls.minimum: "1.2, by --tlsv1.2", tls.maximum: "1.3", policy.hostname: always}
      """)
    #expect(findings.map(\.rendered) == [])
    #expect(
      manifest?.configuration
        == AdapterConfiguration(
          applied: [
            .host: "url", .address: "url", .port: "url", .path: "url", .systemAnchors: "--cacert",
            .userAnchors: "--cacert", .anchors: "--cacert", .pinHost: "--pinnedpubkey", .pins: "--pinnedpubkey",
          ], fixed: [.minimumTLS: "1.2, by --tlsv1.2", .maximumTLS: "1.3", .hostname: "always"]))
    #expect(load(Self.recipe).0?.configuration == nil)
  }

  @Test(arguments: [
    ("applies: {policy.anchor: --cacert}", "9:11: error: unknown field 'policy.anchor' of an attempt"),
    (
      "applies: {policy.anchors: --cacert}",
      "9:1: error: 'pin.spki.leaf' is declared, but 'applies' does not say how 'policy.pinSets.host' reaches"
    ),
    (
      "applies: {connect.host: url}",
      "neither 'applies' nor 'fixed' has 'connect.address', 'connect.port', 'connect.path', 'tls.maximum', "
        + "'policy.systemAnchors', 'policy.userAnchors', 'policy.hostname', which every attempt needs"
    ),
    ("fixed: {policy.anchors: none}", "9:9: error: 'policy.anchors' is fixed, but the capability 'anchors' says"),
    ("applies: {policy.time: --at}", "9:11: error: 'policy.time' is applied, but no capability declares it"),
    (
      "applies: {tls.minimum: --tlsv1.2}\nfixed: {tls.minimum: \"1.2\"}",
      "10:9: error: 'tls.minimum' is also applied"
    ),
  ])
  func `statements about fields must match the declared capabilities`(text: String, complaint: String) {
    let (manifest, findings) = told(text)
    #expect(manifest == nil)
    let rendered = findings.map(\.rendered).joined()
    #expect(rendered.contains(complaint), "\(rendered)")
  }

  @Test func `a program that speaks the exec contract`() throws {
    let (manifest, findings) = load(
      """
      adapter: python
      summary: Python's ssl
      library: Python ssl
      programs: [python3]
      packages: [python3]
      version: {arguments: [--version], after: "Python "}
      startup: 300
      connections: address 10.0.2.15
      capabilities: []
      door: exec
      arguments: [adapter.py]
      """, path: "Adapters/python/adapter.yaml")
    #expect(findings == [])
    #expect(manifest?.door == .exec(arguments: ["adapter.py"]))
    #expect(manifest?.startupMilliseconds == 300)
    #expect(manifest?.connections == ConnectionRule(.address, "10.0.2.15"))
    #expect(manifest?.packages == ["python3"])
  }

  @Test func `an unknown placeholder is refused`() {
    #expect(
      complaints("\"{url}\"", "\"{url}/{prot}\"") == """
        Adapters/curl/adapter.yaml:11:31: error: unknown placeholder {prot}
            - always: [--silent, "{url}/{prot}"]
                                        ^^^^^^
          help: did you mean 'port'?

        """)
    #expect(
      complaints("\"{url}\"", "\"{base64}\"") == """
        Adapters/curl/adapter.yaml:11:25: error: {base64} belongs to one pin
            - always: [--silent, "{base64}"]
                                  ^^^^^^^^
          help: use it inside {each: ...} under pins.spki or pins.certificate

        """)
    #expect(
      complaints("sha256//{base64}", "sha256//{base46") == """
        Adapters/curl/adapter.yaml:12:49: error: a brace without its end
            - pins.spki: [--pinnedpubkey, {each: "sha256//{base46", join: ";"}]
                                                          ^
          help: write {{ for a brace itself

        """)
  }

  @Test func `an unknown capability`() {
    #expect(
      complaints("pin.spki.leaf]", "pin.spki.lief]") == """
        Adapters/curl/adapter.yaml:7:25: error: unknown capability 'pin.spki.lief'
          capabilities: [anchors, pin.spki.lief]
                                  ^^^^^^^^^^^^^
          help: did you mean 'pin.spki.leaf'?

        """)
  }

  @Test func `another name than the folder's`() {
    #expect(
      complaints("adapter: curl", "adapter: curly") == """
        Adapters/curl/adapter.yaml:1:10: error: the adapter is called 'curly', its folder 'curl'; both must be the same
          adapter: curly
                   ^^^^^

        """)
    #expect(load(Self.recipe, path: "adapter.yaml").1 == [])
  }

  @Test(arguments: [
    ("- always:", "- allways:", "unknown condition 'allways'"),
    ("- always: [--silent, \"{url}\"]", "- {always: [], last: []}", "a group is one condition with its arguments"),
    ("- always: [--silent", "- always: [{each: \"{der}\"}", "'each' has nothing to repeat under 'always'"),
    ("{each: [--pin, \"{dir}/{der}\"]}", "{each: [--pin, \"{der}\"], join: \",\"}", "'join' needs one text in 'each'"),
    ("{exit: 7, failed: network}", "{failed: network}", "an outcome without a condition would hide every error"),
    (
      "{exit: 7, failed: network}", "{exit: 7}",
      "an outcome is either 'cancel' or 'failed', or 'accept' of an offline validator"
    ),
    (
      "{exit: 7, failed: network}", "{exit: 7, failed: network, accept: true}",
      "an outcome is either 'cancel' or 'failed', or 'accept' of an offline validator"
    ),
    (
      "{exit: 7, failed: network}", "{exit: 7, accept: false}", "a refusal is 'cancel' or 'failed'"
    ),
    (
      "{exit: 7, failed: network}", "{exit: 7, accept: true}",
      "'accept' in line 21: a client that connects has accepted when it shows the reply"
    ),
    ("- always:", "- served.rest:", "'served.rest' needs 'offline: true'"),
    ("\"{url}\"", "\"{served}\"", "{served} needs 'offline: true'"),
    ("{dir}/keys", "{leaf}/keys", "{leaf} needs 'offline: true'"),
    ("{exit: 7, failed: network}", "{exit: 7, failed: network, phase: handshake}", "'phase' belongs to 'cancel'"),
    (
      "{exit: 7, failed: network}", "{exit: 256, failed: network}", "expected a whole number from 0 to 255, found '256'"
    ),
    ("declined: {pin.spki.ca", "declined: {anchors", "'anchors' is also among the capabilities"),
    ("client.cnf:", "../client.cnf:", "'../client.cnf' is not a plain file name"),
    ("SSLKEYLOGFILE:", "SSL-KEY:", "'SSL-KEY' is not the name of a variable"),
    ("door: recipe", "door: exec", "'stdin' belongs to recipes, not to the door exec"),
    ("programs: [curl]", "programs: []", "expected a list of programs, found an empty one"),
  ])
  func `a wrong value`(text: String, other: String, message: String) {
    #expect(Self.recipe.contains(text))
    let (manifest, findings) = load(Self.recipe.replacing(text, with: other))
    #expect(manifest == nil)
    #expect(findings.map(\.message).contains(message))
  }

  private static let offline = """
    adapter: verify
    summary: openssl verify
    library: OpenSSL
    programs: [openssl]
    version: {arguments: [version], after: "OpenSSL "}
    capabilities: [anchors]
    door: recipe
    offline: true
    arguments:
      - always: [verify, -CAfile, "{roots}"]
      - served.rest: [-untrusted, "{rest}"]
      - served.staple: [-staple, "{staple}", "{served}"]
      - last: ["{leaf}"]
    outcomes:
      - {exit: 0, stdout: OK, accept: true}
      - {exit: 2, stderr: error 20, cancel: untrusted}
    """

  @Test func `a recipe for a validator without TLS`() throws {
    let (manifest, findings) = load(Self.offline, path: "Adapters/verify/adapter.yaml")
    #expect(findings == [])
    #expect(manifest?.isOffline == true)
    guard case .recipe(let recipe)? = manifest?.door else {
      Issue.record("no recipe")
      return
    }
    #expect(recipe.outcomes.map(\.meaning) == [.accept, .cancel(.untrusted, .handshake)])
    #expect(recipe.arguments.map(\.when) == [.always, .servedRest, .servedStaple, .last])
  }

  @Test(arguments: [
    ("[anchors]", "[anchors, tls1.3]", "'tls1.3' is not a capability of an offline validator"),
    ("[anchors]", "[resumption]", "'resumption' is not a capability of an offline validator"),
    ("[anchors]", "[client-identity.pem]", "'client-identity.pem' is not a capability of an offline validator"),
    ("\"{leaf}\"", "\"{url}\"", "{url} has no value for an offline validator, which does not connect"),
    ("\"{leaf}\"", "\"{leaf}{port}\"", "{port} has no value for an offline validator, which does not connect"),
    ("offline: true", "offline: true\nnames: proxy", "an offline validator does not look up names"),
    ("offline: true", "offline: true\nhold-stdin: true", "an offline validator does not wait for a reply"),
    ("accept: true", "failed: network", "an offline recipe without an 'accept' among its outcomes always refuses"),
  ])
  func `capabilities that an offline validator cannot have`(text: String, other: String, message: String) {
    #expect(Self.offline.contains(text))
    let (manifest, findings) = load(
      Self.offline.replacing(text, with: other), path: "Adapters/verify/adapter.yaml")
    #expect(manifest == nil)
    #expect(findings.map(\.message).contains(message), "\(findings.map(\.message))")
  }

  @Test(arguments: [
    ("names: connect-to\nclock: libfaketime", "'clock' is missing from the capabilities"),
    ("names: connect-to\nclock: sundial", "expected one of own, libfaketime, found 'sundial'"),
  ])
  func `an adapter whose clock cannot be set is refused`(other: String, message: String) {
    let (manifest, findings) = load(Self.recipe.replacing("names: connect-to", with: other))
    #expect(manifest == nil)
    #expect(findings.map(\.message).contains { $0.contains(message) }, "\(findings.map(\.message))")
  }

  @Test func `libfaketime sets the clock of recipes`() throws {
    let text = Self.recipe.replacing("names: connect-to", with: "names: connect-to\nclock: libfaketime")
      .replacing("capabilities: [", with: "capabilities: [clock, ")
    let (manifest, findings) = load(text)
    #expect(findings.map(\.rendered) == [])
    #expect(manifest?.clock == .libfaketime)
    let session = """
      adapter: curl
      summary: a program that is started once
      library: a library
      programs: [python3]
      version: {arguments: [--version], after: "Python "}
      capabilities: [clock]
      clock: libfaketime
      door: session
      """
    #expect(load(session).1.map(\.message) == ["libfaketime sets the clock of recipes only"])
  }

  @Test func `a session can be offline`() {
    let (manifest, findings) = load(
      """
      adapter: python
      summary: a verifier
      library: a verifier
      programs: [python3]
      version: {arguments: [--version], after: "Python "}
      capabilities: [anchors]
      door: session
      offline: true
      """, path: "Adapters/python/adapter.yaml")
    #expect(findings.isEmpty)
    #expect(manifest?.isOffline == true)
  }

  @Test func `a file that is not YAML is refused`() {
    let (manifest, findings) = load("adapter: [")
    #expect(manifest == nil)
    #expect(findings.count == 1)
  }
}
