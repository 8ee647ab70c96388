import Foundation
#if canImport(FoundationXML)
  import FoundationXML
#endif

/// A document as an XML parser that is not ours sees it.
final class XMLDocumentCheck: NSObject, XMLParserDelegate {
  private(set) var isWellFormed = false
  private var elements: [String: Int] = [:]

  init(_ path: String) throws {
    super.init()
    let parser = XMLParser(data: try Data(contentsOf: URL(fileURLWithPath: path)))
    parser.delegate = self
    isWellFormed = parser.parse()
  }

  func count(of name: String) -> Int { elements[name] ?? 0 }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    elements[name, default: 0] += 1
  }
}
