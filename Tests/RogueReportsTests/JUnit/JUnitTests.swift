import Foundation
import RogueModel
import TestSupport
import Testing

@testable import RogueReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct JUnitTests {
  static func document(_ events: [RunEvent] = SampleRun.events()) throws -> XMLElements {
    let text = try record(events) { wholeReport(JUnitReport.write, to: $0) }
    return try XMLElements(text)
  }

  @Test func `the report is golden`() throws {
    try Golden.check(record(SampleRun.events()) { wholeReport(JUnitReport.write, to: $0) }, "junit.xml")
  }

  @Test func `counts are those of the elements`() throws {
    let document = try Self.document()
    for suite in document.all("testsuite") {
      let cases = document.children(of: suite, "testcase")
      #expect(suite.attributes["tests"] == String(cases.count))
      for (attribute, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
        let count = cases.count { !document.children(of: $0, element).isEmpty }
        #expect(suite.attributes[attribute] == String(count), "\(attribute)")
      }
    }
    let root = try #require(document.all("testsuites").first)
    #expect(root.attributes["tests"] == String(document.all("testcase").count))
    #expect(root.attributes["failures"] == String(document.all("failure").count))
    #expect(root.attributes["errors"] == String(document.all("error").count))
  }

  @Test func `every test case has a name that is unique with its class`() throws {
    let cases = try Self.document().all("testcase")
    #expect(cases.count == SampleRun.others.count + 2)
    let names = cases.map { "\($0.attributes["classname"] ?? "")|\($0.attributes["name"] ?? "")" }
    #expect(Set(names).count == names.count)
    #expect(
      cases.allSatisfy { $0.attributes["classname"]?.isEmpty == false && $0.attributes["name"]?.isEmpty == false })
  }

  /// The element that a verdict becomes; nil for a passed test.
  static func element(_ verdict: Verdict, _ level: Level, strict: Bool) -> String? {
    switch verdict {
    case .pass: nil
    case .deviation: strict ? (level == .may ? "skipped" : "failure") : nil
    case .falseAccept, .leak, .falseCancel, .badClientChain, .badClientHello, .certificateLeak:
      level == .may ? "skipped" : "failure"
    case .error, .unstable, .inconclusive, .harnessError, .notRun: level == .may ? "skipped" : "error"
    case .unsupported, .unexercised: "skipped"
    }
  }

  @Test(arguments: Verdict.allCases, Level.allCases)
  func `each verdict becomes the element of the table`(verdict: Verdict, level: Level) throws {
    for strict in [false, true] {
      var header = SampleRun.header(.run)
      header.planned = []
      header.strict = strict
      let result = SampleRun.result("curl", "a/b", level: level, Judgement(verdict, "because"))
      let document = try Self.document([.started(header), .caseFinished(result), .finished(SampleRun.footer)])
      let found = ["failure", "error", "skipped"].filter { !document.all($0).isEmpty }
      #expect(found == [Self.element(verdict, level, strict: strict)].compactMap(\.self))
      let message = found.first.flatMap { document.all($0).first?.attributes["message"] }
      let informs = level == .may && ![.unsupported, .unexercised].contains(verdict)
      if informs { #expect(message?.hasPrefix("informational: ") ?? true) }
    }
  }

  /// Most cases of a long run are skipped: with a block in each, nobody's viewer would open the report.
  @Test func `only failures have a block`() throws {
    func text(_ verdict: Verdict, _ level: Level) throws -> String {
      var result = SampleRun.falseAccept
      (result.level, result.judgement.verdict) = (level, verdict)
      let events: [RunEvent] = [
        .started(SampleRun.header(.run)), .caseFinished(result), .finished(SampleRun.footer),
      ]
      return try record(events) { wholeReport(JUnitReport.write, to: $0) }
    }
    #expect(try text(.falseAccept, .must).contains("application bytes from the client"))
    #expect(try text(.inconclusive, .must).contains("application bytes from the client"))
    for (verdict, level) in [
      (Verdict.unsupported, Level.must), (.falseAccept, .may), (.deviation, .must),
    ] {
      let text = try text(verdict, level)
      #expect(
        !text.contains("application bytes from the client")
          && text.contains("fetched the nonce from the rogue"))
    }
  }

  @Test func `characters outside XML are dropped, and the rest survives a parser`() throws {
    var result = SampleRun.falseAccept
    result.judgement.explanation = "a\u{0}b\u{1b}[31m<&>\"'\n\u{fffe}]]> ü \u{1f600}"
    let document = try Self.document([
      .started(SampleRun.header(.run)), .caseFinished(result), .finished(SampleRun.footer),
    ])
    let failure = try #require(document.all("failure").first)
    #expect(
      failure.attributes["message"]
        == "FALSE-ACCEPT (must, critical): A CA that the system trusts issues for the pinned host: "
        + "ab[31m<&>\"'\n]]> ü \u{1f600}")
    #expect(failure.text.contains("server"))
  }

  @Test func `only elements and attributes of Jenkins' schema occur`() throws {
    let allowed: [String: Set<String>] = [
      "testsuites": ["name", "tests", "failures", "errors", "time"],
      "testsuite": ["name", "tests", "failures", "errors", "skipped", "time", "timestamp"],
      "properties": [], "property": ["name", "value"], "testcase": ["name", "classname", "time"],
      "failure": ["type", "message"], "error": ["type", "message"], "skipped": ["type", "message"], "system-out": [],
    ]
    for element in try Self.document().elements {
      let attributes = try #require(allowed[element.name], "\(element.name)")
      #expect(Set(element.attributes.keys).isSubset(of: attributes))
      if let time = element.attributes["time"] { #expect(time.wholeMatch(of: /[0-9]{1,3}\.[0-9]{3}/) != nil) }
    }
  }

  @Test func `a planned case without a result is an error`() throws {
    let document = try Self.document()
    let unreached = try #require(document.all("testcase").first { $0.attributes["name"] == SampleRun.unreached })
    #expect(document.children(of: unreached, "error").first?.attributes["type"] == "not-run")
  }
}

/// A parsed document, flat, with parents.
final class XMLElements: NSObject, XMLParserDelegate {
  struct Element {
    var name: String
    var attributes: [String: String]
    var parent: Int?
    var text = ""
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ text: String) throws {
    super.init()
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = self
    guard parser.parse() else { throw parser.parserError ?? CocoaError(.propertyListReadCorrupt) }
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func children(of parent: Element, _ name: String) -> [Element] {
    let index = elements.firstIndex { $0.name == parent.name && $0.attributes == parent.attributes }
    return elements.filter { $0.parent == index && $0.name == name }
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements.append(Element(name: name, attributes: attributes, parent: open.last))
    open.append(elements.count - 1)
  }

  func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
    open.removeLast()
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    if let last = open.last { elements[last].text += string }
  }
}
