import Foundation
import TestSupport

/// What commands with a home of their own share: the RSA keys of the tests, and the cells that were chosen from tables, which
/// take a processor half a minute for all of them. They are kept under a digest of the command and of its catalogue.
enum SharedCache {
  private static let cells = TestKeys.folder.deletingLastPathComponent().appendingPathComponent("test-cells")

  /// Has the cache of a home folder lead to them.
  static func link(home: String) throws {
    let cache = "\(home)/.cache/rogues-gallery"
    try TestKeys.makeFolder()
    for folder in [cache, cells.path] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    for (name, folder) in [("keys", TestKeys.folder), ("cells", cells)] {
      try FileManager.default.createSymbolicLink(atPath: "\(cache)/\(name)", withDestinationPath: folder.path)
    }
  }
}
