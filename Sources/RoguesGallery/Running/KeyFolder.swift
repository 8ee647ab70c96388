package import RogueModel
internal import RoguePKI
internal import RoguePlatform

/// Keys that are slow to make, in a folder of the user's cache: files of mode 0600 in a folder of mode 0700.
///
/// Without a cache folder keys live in memory: slower, never wrong.
package struct KeyFolder: KeyStore {
  /// Nil: nothing is kept.
  var path: String?

  package static var ofThisUser: KeyFolder {
    KeyFolder(path: Files.userCacheDirectory.map { "\($0)/rogues-gallery/keys" })
  }

  package func load(_ name: String) throws(HarnessFailure) -> [UInt8]? {
    guard let path else { return nil }
    do throws(SystemError) {
      return try Files.read("\(path)/\(name)", cap: 1 << 16)
    } catch {
      if error.isMissing { return nil }
      throw HarnessFailure(
        .files, "cannot read a cached key; remove the folder '\(path)'", underlying: error.description)
    }
  }

  package func add(_ name: String, _ bytes: [UInt8], replacing damaged: [UInt8]?) throws(HarnessFailure) -> [UInt8] {
    guard let path else { return bytes }
    do throws(SystemError) {
      try Files.makeDirectory(path, mode: 0o700)
      if try Files.create("\(path)/\(name)", bytes, mode: 0o600) { return bytes }
      if let damaged, try Files.read("\(path)/\(name)", cap: 1 << 16) == damaged {
        try Files.write(bytes, to: "\(path)/\(name)", mode: 0o600, atomically: true)
        return bytes
      }
    } catch {
      // A cache that cannot be written costs the next run some time; that is no reason to fail this one.
      return bytes
    }
    return try load(name) ?? bytes
  }
}
