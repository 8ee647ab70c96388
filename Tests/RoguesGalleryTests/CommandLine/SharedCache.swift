import Foundation
import TestSupport

/// The RSA keys of the tests, for a command that has a home of its own.
enum SharedKeys {
  /// Has the cache of a home folder lead to them.
  static func link(home: String) throws {
    let cache = "\(home)/.cache/rogues-gallery"
    try TestKeys.makeFolder()
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(cache)/keys", withDestinationPath: TestKeys.folder.path)
  }
}
