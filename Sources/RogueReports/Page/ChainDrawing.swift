import RogueModel

/// The way from the leaf to a root, as boxes: the fault marked, what was sent and what was not.
struct ChainDrawing {
  let links: [ScenarioCard.Link]
  /// False: the picture is of what the server would have sent.
  var isSent = true

  /// - Parameter label: of the picture, for those who do not see it.
  func html(_ label: String) -> String {
    guard !links.isEmpty else { return "" }
    let path = links.filter(\.isOnPath)
    let others = links.filter { !$0.isOnPath }
    var text = "<figure class=\"sent\"><figcaption>\(HTMLText.escaped(label))</figcaption>"
    text += "<ol class=\"chain\">\(path.map(item).joined())</ol>"
    if !others.isEmpty {
      text += "<span>also sent</span><ul class=\"chain apart\">\(others.map(item).joined())</ul>"
    }
    return text + "</figure>\n"
  }

  private func item(_ link: ScenarioCard.Link) -> String {
    let kinds = [link.isRogue ? "odd" : nil, link.places.isEmpty ? "unsent" : nil].compactMap(
      \.self)
    let sent =
      link.places.isEmpty
      ? "not sent"
      : "\(isSent ? "sent" : "would be sent") \(link.places.map(WorldTree.ordinal).joined(separator: " and "))"
    var text = "<li\(kinds.isEmpty ? "" : " class=\"\(kinds.joined(separator: " "))\"")>"
    text += "<code>\(HTMLText.escaped(link.name))</code> "
    if link.isRogue { text += "<b>the rogue’s</b> " }
    return text
      + "<small>\(HTMLText.escaped(([sent] + link.trust).joined(separator: "; ")))</small>"
  }
}
