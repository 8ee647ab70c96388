internal import RoguePlatform

/// Where event logs go when nobody said where: a folder of the user's cache that keeps the newest few.
enum RunLogs {
  static let kept = 20

  /// A path for a new log, older ones pruned; nil where the user has no cache folder that can be written.
  static func newPath(named name: String) -> String? {
    guard let cache = Files.userCacheDirectory else { return nil }
    let folder = "\(cache)/rogues-gallery/runs"
    do throws(SystemError) {
      try Files.makeDirectory(folder)
      // Names begin with the time, so that their order is their age.
      let logs = try Files.list(folder).filter { $0.path.hasSuffix(".jsonl") }.map(\.path).sorted()
      for old in logs.dropLast(kept - 1) { try Files.removeTree("\(folder)/\(old)") }
    } catch {
      return nil
    }
    return "\(folder)/\(name).jsonl"
  }
}
