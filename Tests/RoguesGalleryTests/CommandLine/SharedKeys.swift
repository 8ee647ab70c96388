import Foundation

/// The RSA keys of every command that tests run: making them takes ten seconds of a processor, and each test has a home of
/// its own.
enum SharedKeys {
  private static let folder = BuiltCommand.root.appendingPathComponent(".build/test-keys").path

  /// Has the cache of a home folder lead to them.
  static func link(home: String) throws {
    let cache = "\(home)/.cache/rogues-gallery"
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileManager.default.createDirectory(atPath: cache, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: "\(cache)/keys", withDestinationPath: folder)
  }
}
