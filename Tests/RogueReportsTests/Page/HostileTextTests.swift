import Foundation
import RogueModel
import Testing

@testable import RogueReports

/// Clients, adapters, files and logs say what they like: none of it becomes markup, a path, or a request.
@Suite struct HostileTextTests {
  static let evil = "</script></title><img src=x onerror=alert(1)>\"'&\u{202e}\u{1b}[31m"
  static let paths = "/home/alice/secret/leaf.pem"

  /// A run in which everything that can be named is named like that.
  static func events(_ evil: String = evil) -> [RunEvent] {
    var adapter = SampleRun.curl
    adapter.name = "a/../../\(evil)"
    adapter.library = evil
    adapter.version = evil
    adapter.summary = evil
    var result = SampleRun.falseAccept
    result.adapter = adapter.name
    result.scenario = "../../\(evil)/../x"
    result.caseID = "\(result.scenario)[\(evil)]"
    result.title = evil
    result.why = evil
    result.judgement.explanation = "\(evil) \(paths)"
    result.reproduce = "/opt/tools/rogues run --adapter \(paths) '\(evil)'"
    result.artifacts = paths
    result.control = Judgement(.falseCancel, evil)
    result.knowledge = .entry(.init(place: evil, title: evil, kind: .bug))
    result.clientChain(evil)
    var header = SampleRun.header(.compare)
    header.version = evil
    header.seed = evil
    header.adapters = [adapter]
    header.arguments = [paths]
    header.planned = [
      PlannedCase(
        adapter: adapter.name, caseID: result.caseID, scenario: result.scenario, level: .must, severity: .high,
        unsupported: nil)
    ]
    return [.started(header), .caseFinished(result), .finished(SampleRun.footer)]
  }

  static var references: PageReferences {
    var scenario = SampleCatalogue.rogue
    scenario.id = "../../\(evil)/../x"
    scenario.title = evil
    scenario.references = [evil, "https://example.com/\"onmouseover=\"alert(1)", "javascript:alert(1)"]
    scenario.world.title = evil
    let card = ScenarioCard(scenario, keywords: [evil])
    return PageReferences(card: { $0 == card.id ? card : nil }, catalogue: evil)
  }

  static var files: [PageFile] { HTMLReport(events: events(), references: references).files }

  @Test func `names and words become text, never markup`() throws {
    for file in Self.files where file.path.hasSuffix(".html") {
      #expect(!file.text.contains("<img"), "\(file.path)")
      #expect(!file.text.contains("onerror=alert(1)>"), "\(file.path)")
      #expect(!file.text.contains("\u{202e}") && !file.text.contains("\u{1b}"), "\(file.path)")
      #expect(!file.text.contains("href=\"javascript:"), "\(file.path)")
      #expect(file.text.contains("&lt;/script&gt;"), "\(file.path)")
      // One script at most, and it is a file.
      #expect(file.text.components(separatedBy: "</script>").count <= 2, "\(file.path)")
      #expect(!file.text.contains("\" onmouseover") && !file.text.contains("\"onmouseover=\""), "\(file.path)")
    }
    let data = try #require(Self.files.first { $0.path == "data.js" })
    #expect(!data.text.contains("<"))
  }

  @Test func `file names are plain, and stay in the folder`() {
    for file in Self.files {
      for part in file.path.split(separator: "/", omittingEmptySubsequences: false) {
        #expect(part.wholeMatch(of: /[a-z0-9_][a-z0-9._-]{0,99}/) != nil, "\(file.path)")
      }
    }
  }

  @Test func `folders of the machine stay out`() {
    for file in Self.files {
      #expect(!file.text.contains("/home/alice") && !file.text.contains("/opt/tools"), "\(file.path)")
    }
    let cell = Self.files.last { $0.path.hasPrefix("scenarios/") && $0.text.contains("Repeat it") }
    #expect(cell?.text.contains("rogues run --adapter …/leaf.pem") == true)
  }

  @Test func `no page uses the network or runs text of a client`() {
    for file in Self.files where file.path.hasSuffix(".html") {
      #expect(file.text.contains("Content-Security-Policy\" content=\"default-src 'none'"), "\(file.path)")
      for match in file.text.matches(of: /(?:src|href)="([^"]*)"/) {
        let target = match.1
        let isReference = target.hasPrefix("https://") && file.path.hasPrefix("scenarios/")
        #expect(!target.contains(":") || isReference, "\(file.path): \(target)")
      }
      #expect(file.text.firstMatch(of: /<[a-z][^<>"]* (style|on[a-z]+)=/) == nil, "\(file.path)")
    }
    // The data are strings of JSON: they may name an address.
    for file in Self.files where ["page.css", "page.js"].contains(file.path) {
      #expect(file.text.firstMatch(of: /url\(|@import|https?:|fetch\(|innerHTML|eval\(/) == nil, "\(file.path)")
    }
  }

  @Test(
    arguments: [
      ("curl", "curl"), ("python-ssl", "python-ssl"), ("", "811c9dc5"), ("..", nil), (".git", nil), ("CON", nil),
      ("con", nil), ("Curl", nil), ("a/b", nil), (String(repeating: "x", count: 300), nil), ("ß", nil), ("a b", nil),
    ] as [(String, String?)])
  func `a file's name is the name itself, or has its digest`(name: String, expected: String?) {
    let part = PageName.part(name)
    if let expected {
      #expect(part == expected)
    } else {
      #expect(part.wholeMatch(of: /(?:[a-z0-9_][a-z0-9._-]*-)?[0-9a-f]{8}/) != nil, "\(part)")
      #expect(part.count <= 100)
    }
  }

  @Test func `different names have different files, regardless of case`() {
    let names = ["Curl", "curl", "CURL", "a/b", "a b", "a-b", "..", ".", "", "ä", "ö", "a.", "a"]
    #expect(Set(names.map { PageName.part($0).lowercased() }).count == names.count)
  }

  @Test(arguments: [
    ("openssl verify -CAfile /tmp/rogues-1/root.pem leaf.pem", "openssl verify -CAfile …/root.pem leaf.pem"),
    ("--cacert=/dev/shm/x/ca.pem", "--cacert=…/ca.pem"),
    ("'/home/me/My app'", "'…/My app'"),
    ("https://pinned.rogues.test:8443/a/b", "https://pinned.rogues.test:8443/a/b"),
    ("GET /status/leaf HTTP/1.1", "GET /status/leaf HTTP/1.1"),
    ("either/or, 1/2", "either/or, 1/2"),
    ("/etc", "/etc"),
    ("cannot open file:/var/lib/keys/a.key: denied", "cannot open file:…/a.key: denied"),
    ("--connect-to ::[::1]:4433 https://x/y/z", "--connect-to ::[::1]:4433 https://x/y/z"),
  ])
  func `of a path only its last part is shown`(text: String, expected: String) {
    #expect(HTMLText.withoutFolders(text) == expected)
  }

  @Test func `only valid references become links`() {
    #expect(
      ScenarioPage.reference("RFC 5280, section 4.2.1.12").contains(
        "https://www.rfc-editor.org/rfc/rfc5280#section-4.2.1.12\""))
    #expect(ScenarioPage.reference("CVE-2014-0092").contains("https://www.cve.org/CVERecord?id=CVE-2014-0092\""))
    #expect(ScenarioPage.reference("https://example.com/\"x").contains("<a") == false)
    #expect(ScenarioPage.reference("the pin itself") == "the pin itself")
  }
}

extension CaseResult {
  /// The same words wherever a step has words.
  fileprivate mutating func clientChain(_ text: String) {
    for index in steps.indices {
      steps[index].mutation = text
      steps[index].expected = text
      steps[index].judgement.explanation = text
      steps[index].clientChain = ClientChainEvidence(
        sent: [.init(name: text, issuer: text)], right: [[.init(name: text, issuer: text)]])
      steps[index].report = AdapterReport(
        outcome: .failed(cause: .network, detail: text), milliseconds: 1, standardOutput: text, standardError: text,
        command: "\(text) \(HostileTextTests.paths)")
      for connection in steps[index].observation.connections.indices {
        steps[index].observation.connections[connection].request = "GET \(text)"
        steps[index].observation.connections[connection].requestHost = text
        steps[index].observation.connections[connection].clientHello?.serverName = text
        steps[index].observation.connections[connection].undecoded = text
      }
    }
  }
}
