import RogueModel

/// The certificates that a server sent beside those of the same server without the fault, field by field.
struct CertificateComparison {
  let rogue: [[UInt8]]
  let healthy: [[UInt8]]
  let read: @Sendable ([UInt8]) -> [(name: String, value: String)]?

  /// Of a step; nil: nothing was sent, or there is nothing to compare it with.
  init?(_ step: StepResult, _ references: PageReferences) {
    guard let healthy = step.healthyChain else { return nil }
    let sent = step.observation.connections.compactMap(\.serverCertificates).filter { !$0.isEmpty }
    guard let rogue = sent.first(where: { $0 != healthy }) ?? sent.first else { return nil }
    self.init(rogue: rogue, healthy: healthy, read: references.certificate)
  }

  init(
    rogue: [[UInt8]], healthy: [[UInt8]],
    read: @escaping @Sendable ([UInt8]) -> [(name: String, value: String)]?
  ) {
    self.rogue = rogue
    self.healthy = healthy
    self.read = read
  }

  /// The fault is in them.
  var differs: Bool { rogue != healthy }

  var html: String {
    guard differs else {
      return
        "<p class=\"note\">The certificates are those of the healthy server: the fault is elsewhere.</p>\n"
    }
    var text = ""
    if let leaf = rogue.first, leaf != healthy.first { text += table(0, healthy.first, leaf) }
    // What both send is the same, wherever in the list it is.
    let strange = rogue.indices.dropFirst().filter { !healthy.contains(rogue[$0]) }
    let missing = healthy.indices.dropFirst().filter { !rogue.contains(healthy[$0]) }
    for (place, other) in zip(strange, missing) { text += table(place, healthy[other], rogue[place]) }
    for place in strange.dropFirst(missing.count) {
      text += "<details class=\"world\"><summary>\(title(place)), which the healthy server does not send</summary>\n"
      text += table(place, nil, rogue[place]) + "</details>\n"
    }
    return text + notes(missing.dropFirst(strange.count))
  }

  /// What no table shows.
  ///
  /// - Parameter unsent: places in the healthy list.
  private func notes(_ unsent: some Sequence<Int>) -> String {
    var notes = unsent.map { "The \(WorldTree.ordinal($0 + 1)) certificate of the healthy list is not sent." }
    let same = rogue.count(where: healthy.contains)
    if same > 0 {
      let isMoved = rogue.indices.contains { healthy.contains(rogue[$0]) && at($0, healthy) != rogue[$0] }
      notes.append(
        "\(String.counted(same, "certificate")) of the list \(same == 1 ? "is" : "are") the healthy server’s"
          + (isMoved ? ", in another place." : "."))
    }
    return notes.isEmpty ? "" : "<p class=\"note\">\(notes.joined(separator: " "))</p>\n"
  }

  private func at(_ place: Int, _ list: [[UInt8]]) -> [UInt8]? { list.indices.contains(place) ? list[place] : nil }

  private func title(_ place: Int) -> String { "The \(WorldTree.ordinal(place + 1)) certificate" }

  private func table(_ place: Int, _ left: [UInt8]?, _ right: [UInt8]?) -> String {
    let title = title(place)
    let rows = rows(left, right)
    let differing = rows.count(where: \.differs)
    let lines = rows.map { row in
      "<tr\(row.differs ? " class=\"differs\"" : row.left == row.right ? "" : " class=\"only\"")><th scope=\"row\">\(HTMLText.escaped(row.name))"
        + "\(row.differs ? "<small>differs</small>" : "")<td>\(Self.cell(row.left))<td>\(Self.cell(row.right))\n"
    }
    var text = "<div class=\"box\" tabindex=\"0\" role=\"group\" aria-label=\"\(title)\"><table class=\"cmp\">"
    text += "<caption>\(title)</caption><thead><tr><th scope=\"col\">\(title)<th scope=\"col\">healthy"
    text += "<th scope=\"col\">rogue</thead><tbody>\(lines.joined())</tbody></table></div>\n"
    if differing == 0, let left, let right { text += "<p class=\"note\">\(Self.bytes(left, right))</p>\n" }
    return text
  }

  private typealias Row = (name: String, left: String?, right: String?, differs: Bool)

  /// Every field that one of them has, in the order of the healthy one.
  private func rows(_ left: [UInt8]?, _ right: [UInt8]?) -> [Row] {
    let (old, new) = (fields(left), fields(right))
    var names = old.map(\.name)
    for (name, _) in new where !names.contains(name) { names.append(name) }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }.map { name in
      func values(_ fields: [(name: String, value: String)]) -> String? {
        let values = fields.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: "; again: ")
      }
      let (left, right) = (values(old), values(new))
      return (name, left, right, !old.isEmpty && !new.isEmpty && left != right)
    }
  }

  private func fields(_ der: [UInt8]?) -> [(name: String, value: String)] {
    guard let der else { return [] }
    return read(der) ?? [
      ("certificate", "\(der.count) bytes, which cannot be read as a certificate")
    ]
  }

  private static func cell(_ value: String?) -> String { value.map { HTMLText.escaped($0) } ?? "–" }

  /// What is told where every field is the same.
  private static func bytes(_ left: [UInt8], _ right: [UInt8]) -> String {
    let first =
      zip(left, right).enumerated().first { $1.0 != $1.1 }?.offset ?? min(left.count, right.count)
    return
      "No field differs: of \(left.count) and \(right.count) bytes, number \(first + 1) is the first that does."
  }
}
