package import Foundation
package import RogueModel
import RoguePKI

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

  package func save(_ name: String, _ bytes: [UInt8]) throws(HarnessFailure) {
    do {
      try Self.makeFolder()
      let file = Self.folder.appendingPathComponent(name)
      try Data(bytes).write(to: file, options: .atomic)
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    } catch {
      throw HarnessFailure(.files, "cannot keep a key for the tests", underlying: "\(error)")
    }
  }
}
