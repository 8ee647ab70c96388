import RogueModel

/// Where the pages of a run are that texts can lead to.
struct PageLinks {
  /// The findings that have a page, by the place that the ledger names.
  private let findings: [String: String]

  init(_ findings: some Sequence<PageModel.Finding>, _ references: PageReferences) {
    let known = findings.map(\.reference).filter { references.findings[$0.place] != nil }
    self.findings = Dictionary(known.map { ($0.place, PageName.finding($0)) }) { first, _ in first }
  }

  /// The page of an entry of the ledger; nil: it has none.
  func page(_ reference: Knowledge.Reference) -> String? { findings[reference.place] }

  /// The address for a target of the ledger's Markdown: a finding with a page, or somewhere on the web.
  ///
  /// - Parameter path: the page that shows the link.
  func address(_ target: String, from path: String) -> String? {
    if let anchor = target.lastIndex(of: "#").map({ target[$0...] }), !target.contains("://") {
      return findings.first { $0.key.hasSuffix(anchor) }.map { PageFile.up(from: path) + $0.value }
    }
    return Self.isWeb(target) ? HTMLText.escaped(target) : nil
  }

  /// An address that a page may lead to as it is.
  static func isWeb(_ text: String) -> Bool {
    text.wholeMatch(of: /https:\/\/[A-Za-z0-9.\-]+(?:\/[A-Za-z0-9.\-_~\/%?#=&;]*)?/) != nil
  }
}
