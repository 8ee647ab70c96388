internal import RoguePlatform

/// The commit of a catalogue, which a result names beside the version.
enum CatalogueCommit {
  /// The first eight digits of the commit; nil: the folder is no checkout, and no installation wrote it down.
  ///
  /// - Parameter folder: of the catalogue: an installation has a file `COMMIT` there, a checkout `.git`.
  static func of(_ folder: String) -> String? {
    if let written = text("\(folder)/COMMIT") { return short(written) }
    guard let git = gitFolder(of: folder), let head = text("\(git)/HEAD") else { return nil }
    guard head.hasPrefix("ref: ") else { return short(head) }
    let name = String(head.dropFirst(5))
    // A further work tree has its own HEAD, and the references of the first.
    let common = text("\(git)/commondir").map { $0.hasPrefix("/") ? $0 : "\(git)/\($0)" } ?? git
    if let commit = text("\(git)/\(name)") ?? text("\(common)/\(name)") { return short(commit) }
    return text("\(common)/packed-refs")?.split(separator: "\n").first { $0.hasSuffix(" \(name)") }.flatMap {
      short(String($0))
    }
  }

  /// `.git` itself, or the folder that the file of a further work tree names.
  private static func gitFolder(of folder: String) -> String? {
    if Files.isDirectory("\(folder)/.git") { return "\(folder)/.git" }
    guard let link = text("\(folder)/.git"), link.hasPrefix("gitdir: ") else { return nil }
    let path = String(link.dropFirst(8))
    return path.hasPrefix("/") ? path : "\(folder)/\(path)"
  }

  private static func text(_ path: String) -> String? {
    guard Files.isRegular(path), let bytes = try? Files.read(path, cap: 1 << 20) else { return nil }
    var text = String(decoding: bytes, as: UTF8.self)
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  private static func short(_ commit: String) -> String? {
    let digits = commit.prefix { $0.isHexDigit }
    return digits.count >= 40 ? String(digits.prefix(8)) : nil
  }
}
