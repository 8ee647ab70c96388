import RogueModel

/// Names of files that every file system and every web server takes, made from names of scenarios and validators.
enum PageName {
  /// The longest part of a name that is kept.
  private static let longest = 80
  /// Names that Windows keeps for devices.
  private static let reserved: Set<String> = ["con", "prn", "aux", "nul", "com1", "lpt1"]

  /// One part of a path. What had to change has a digest of the whole name at its end, so that no two names become one,
  /// not even on file systems that ignore case.
  static func part(_ name: some StringProtocol) -> String {
    var kept = ""
    for scalar in name.unicodeScalars.prefix(longest) {
      switch scalar {
      case "a"..."z", "0"..."9", "_": kept.unicodeScalars.append(scalar)
      case ".", "-": if kept.isEmpty { kept += "_" } else { kept.unicodeScalars.append(scalar) }
      case "A"..."Z": kept += String(Character(scalar)).lowercased()
      default: if !kept.isEmpty, kept.last != "-" { kept += "-" }
      }
    }
    guard kept.isEmpty || kept != String(name) || reserved.contains(kept) || kept.last == "." else { return kept }
    while kept.last == "-" || kept.last == "." { kept.removeLast() }
    return (kept.isEmpty ? "" : kept + "-") + digest(name)
  }

  static func family(_ family: String) -> String { "families/\(part(family)).html" }

  static func scenario(_ id: String) -> String { folder(id) + ".html" }

  static func cell(_ id: String, _ adapter: String) -> String { "\(folder(id))/\(part(adapter)).html" }

  static func validator(_ adapter: String) -> String { "validators/\(part(adapter)).html" }

  static func badge(_ adapter: String) -> String { "badges/\(part(adapter)).svg" }

  static let findings = "findings/index.html"
  static let requirements = "requirements.html"

  /// By the entry's place, `docs/records/findings.md#…`, or the file and line of a baseline.
  static func finding(_ reference: Knowledge.Reference) -> String {
    let place = reference.place
    let name = place.lastIndex(of: "#").map { String(place[place.index(after: $0)...]) } ?? place
    return "findings/\(part(name)).html"
  }

  /// The family is a folder, and the rest of the id one name in it.
  private static func folder(_ id: String) -> String {
    let family = id.prefix { $0 != "/" }
    return "scenarios/\(part(family))/\(part(id.dropFirst(family.count + 1)))"
  }

  /// FNV-1a, 32 bits: only collisions by chance have to be unlikely.
  private static func digest(_ name: some StringProtocol) -> String {
    let hash = name.utf8.reduce(UInt32(0x811c_9dc5)) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
