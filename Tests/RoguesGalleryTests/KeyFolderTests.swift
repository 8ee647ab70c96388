import RoguePlatform
import Testing

@testable import RoguesGallery

/// The keys that all processes of a user share.
@Suite struct KeyFolderTests {
  @Test func `the first of two processes decides which key a name has`() throws {
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-keys")
    defer { try? Files.removeTree(folder) }
    let keys = KeyFolder(path: "\(folder)/keys")
    #expect(try keys.load("a") == nil)
    #expect(try keys.add("a", [1], replacing: nil) == [1])
    #expect(try keys.add("a", [2], replacing: nil) == [1])
    #expect(try keys.load("a") == [1])
  }

  @Test func `a damaged key is replaced, and one that another process replaced is used`() throws {
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-keys")
    defer { try? Files.removeTree(folder) }
    let keys = KeyFolder(path: folder)
    try Files.write([0xFF], to: "\(folder)/a")
    #expect(try keys.add("a", [1], replacing: [0xFF]) == [1])
    #expect(try keys.add("a", [2], replacing: [0xFF]) == [1])
    #expect(try keys.load("a") == [1])
  }

  @Test func `a key is used although it cannot be stored`() throws {
    #expect(try KeyFolder(path: "/proc/none/keys").add("a", [1], replacing: nil) == [1])
    #expect(try KeyFolder(path: nil).add("a", [1], replacing: nil) == [1])
  }
}
