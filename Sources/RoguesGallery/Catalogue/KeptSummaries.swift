internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform

/// Summaries of catalogues in the user's cache, because a shell that completes a word does not wait until two thousand
/// scenarios are read.
///
/// They are kept under a digest of all that they are made of: the files' places and bytes, and the command itself. Whatever
/// changes has another digest, so that nothing old is ever found.
struct KeptSummaries {
  /// How many are kept: catalogues, and commands that read them.
  static let kept = 16

  var folder: String

  /// Nil if the user has no cache folder.
  static var ofThisUser: KeptSummaries? {
    Files.userCacheDirectory.map { KeptSummaries(folder: "\($0)/rogues-gallery/summaries") }
  }

  /// The name under which the summaries of these files are cached.
  ///
  /// - Parameter content: paths and bytes of all files.
  /// - Returns: nil if the command cannot read its own program.
  static func name(of content: [UInt8]) -> String? {
    guard let program = try? Files.currentExecutable(), let identity = try? Files.identity(of: program) else {
      return nil
    }
    return Hexadecimal.encode(Digest.sha256.hash(Array("\(identity)\n".utf8) + content))
  }

  /// - Returns: nil if there are none, or if the file was changed.
  func read(_ name: String) -> [ScenarioSummary]? {
    guard let bytes = try? Files.read("\(folder)/\(name)"), let end = bytes.firstIndex(of: Self.newline) else {
      return nil
    }
    let body = bytes[(end + 1)...]
    guard bytes[..<end].elementsEqual(Self.heading(body).utf8) else { return nil }
    return SummaryLines.summaries(body)
  }

  /// Keeps them for next time, if the disk lets us.
  func write(_ summaries: [ScenarioSummary], _ name: String) {
    guard let text = SummaryLines.text(summaries) else { return }
    let body = Array(text.utf8)
    guard (try? Files.makeDirectory(folder)) != nil,
      (try? Files.write(Array("\(Self.heading(body[...]))\n".utf8) + body, to: "\(folder)/\(name)", atomically: true))
        != nil
    else { return }
    prune()
  }

  /// Removes the oldest.
  private func prune() {
    let files = ((try? Files.list(folder)) ?? []).map { "\(folder)/\($0.path)" }
    guard files.count > Self.kept else { return }
    let aged = files.compactMap { path in (try? Files.status(of: path)).map { (path, $0.modifiedSince1970) } }
    for (path, _) in aged.sorted(by: { $0.1 < $1.1 }).dropLast(Self.kept) { _ = Files.removeUnlocked(path) }
  }

  private static let newline = UInt8(ascii: "\n")

  /// Detects a truncated or overwritten file.
  private static func heading(_ body: ArraySlice<UInt8>) -> String {
    "summaries \(Hexadecimal.encode(Digest.sha256.hash(body)))"
  }
}
