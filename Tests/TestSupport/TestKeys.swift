package import Foundation
package import RogueModel
import RoguePKI
import RoguePlatform

/// The RSA keys of all tests and of the commands that they run: making them takes ten seconds of a processor.
package struct TestKeys: KeyStore {
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent(".build/test-keys")

  package init() {}

  /// Makes the folder, which is the user's own.
  package static func makeFolder() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  package func load(_ name: String) throws(HarnessFailure) -> [UInt8]? {
    (try? Data(contentsOf: Self.folder.appendingPathComponent(name))).map { Array($0) }
  }

  package func add(
    _ name: String, _ bytes: [UInt8], replacing damaged: [UInt8]?
  ) throws(HarnessFailure) -> [UInt8] {
    do {
      try Self.makeFolder()
      let file = Self.folder.appendingPathComponent(name).path
      if try Files.create(file, bytes, mode: 0o600) { return bytes }
      guard let damaged, try Files.read(file) == damaged else { return try Files.read(file) }
      try Files.write(bytes, to: file, mode: 0o600, atomically: true)
      return bytes
    } catch {
      throw HarnessFailure(.files, "cannot keep a key for the tests", underlying: "\(error)")
    }
  }
}
