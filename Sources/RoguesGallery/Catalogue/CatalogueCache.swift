internal import RogueModel
internal import RogueOpenSSL
internal import RoguePlatform
internal import Synchronization

/// A folder of what is computed from the files of a catalogue, in the user's cache.
///
/// Everything is kept under a digest of all files and of the command itself: whatever changes has another digest, so that
/// nothing old is ever found. Every file begins with the digest of its content, so that a damaged one is not read.
final class CatalogueCache: Sendable {
  let folder: String
  /// How many files are kept.
  private let most: Int
  private let written = Mutex(0)

  init(folder: String, most: Int) {
    self.folder = folder
    self.most = most
  }

  /// Nil if the user has no cache folder.
  convenience init?(named name: String, most: Int) {
    guard let cache = Files.userCacheDirectory else { return nil }
    self.init(folder: "\(cache)/rogues-gallery/\(name)", most: most)
  }

  /// - Parameters:
  ///   - name: of what was computed.
  ///   - digest: of the catalogue's files.
  func read(_ name: String, of digest: String) -> ArraySlice<UInt8>? {
    guard let path = path(name, digest), let bytes = try? Files.read(path), let end = bytes.firstIndex(of: Self.newline)
    else { return nil }
    let body = bytes[(end + 1)...]
    return bytes[..<end].elementsEqual(Self.heading(body).utf8) ? body : nil
  }

  /// Keeps a content, if the disk permits.
  func write(_ body: [UInt8], _ name: String, of digest: String) {
    guard let path = path(name, digest), (try? Files.makeDirectory(folder)) != nil,
      (try? Files.write(Array("\(Self.heading(body[...]))\n".utf8) + body, to: path, atomically: true)) != nil
    else { return }
    let count = written.withLock { count in
      count += 1
      return count
    }
    // Listing a large folder takes longer than writing one file.
    if count == 1 || count % max(1, most / 64) == 0 { prune() }
  }

  private func path(_ name: String, _ digest: String) -> String? {
    guard let program = try? Files.currentExecutable(), let identity = try? Files.identity(of: program) else {
      return nil
    }
    return "\(folder)/\(Hexadecimal.encode(Digest.sha256.hash(Array("\(identity)\n\(digest)\n\(name)".utf8))))"
  }

  /// Removes the oldest.
  private func prune() {
    let files = ((try? Files.list(folder)) ?? []).map { "\(folder)/\($0.path)" }
    guard files.count > most else { return }
    let aged = files.compactMap { path in (try? Files.status(of: path)).map { (path, $0.modifiedSince1970) } }
    for (path, _) in aged.sorted(by: { $0.1 < $1.1 }).dropLast(most) { _ = Files.removeUnlocked(path) }
  }

  private static let newline = UInt8(ascii: "\n")

  /// Detects a truncated or overwritten file.
  private static func heading(_ body: ArraySlice<UInt8>) -> String {
    "cache \(Hexadecimal.encode(Digest.sha256.hash(body)))"
  }
}
