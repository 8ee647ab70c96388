import RogueModel

/// A client's certificate list as a drawing: one line an entry, with what it does to the one before.
///
///       1  client-leaf
///     = 2  client-leaf     repeats entry 1
///     ↑ 3  client-issuing  certifies entry 2
struct ClientChainDrawing {
  let entries: [ClientChainEvidence.Entry]
  let glyphs: Glyphs

  var lines: [String] {
    guard !entries.isEmpty else { return ["an empty list"] }
    let names = entries.map { ($0.name ?? "unknown bytes").printable() }
    let width = names.map(\.count).max() ?? 0
    return entries.indices.map { index in
      let (mark, remark) = place(of: index)
      let line = "\(mark) \(index + 1)  " + (remark.isEmpty ? names[index] : names[index].padded(to: width))
      return remark.isEmpty ? line : line + "  " + remark
    }
  }

  /// How an entry relates to those before it.
  private func place(of index: Int) -> (mark: String, remark: String) {
    let entry = entries[index]
    var remarks: [String] = []
    var mark = " "
    if let earlier = entries[..<index].firstIndex(where: { $0 == entry && $0.name != nil }) {
      mark = "="
      remarks.append("repeats entry \(earlier + 1)")
    } else if index > 0 {
      // A root certifies itself as well, which is no news.
      let certified = entries.indices.filter { $0 != index && entry.certifies(entries[$0]) && entries[$0] != entry }
      let isNext = certified.contains(index - 1)
      mark = isNext ? glyphs.upward : glyphs.fail
      if !isNext { remarks.append("does not certify entry \(index)") }
      if !certified.isEmpty {
        let numbers = certified.map { String($0 + 1) }.joined(separator: " and ")
        remarks.append("certifies \(certified.count > 1 ? "entries" : "entry") \(numbers)")
      }
    }
    if entry.isRoot { remarks.append("a root") }
    return (mark, remarks.joined(separator: "; "))
  }
}

extension ClientChainEvidence {
  /// The sent chain and the right ones, each line with its label: `sent`, `right`, `or`.
  func drawing(_ glyphs: Glyphs) -> [(label: String, line: String)] {
    var rows = Self.labelled("sent", sent, glyphs)
    for (index, list) in right.enumerated() { rows += Self.labelled(index == 0 ? "right" : "or", list, glyphs) }
    return rows
  }

  static func labelled(_ label: String, _ list: [Entry], _ glyphs: Glyphs) -> [(label: String, line: String)] {
    ClientChainDrawing(entries: list, glyphs: glyphs).lines.enumerated().map { ($0 == 0 ? label : "", $1) }
  }
}
