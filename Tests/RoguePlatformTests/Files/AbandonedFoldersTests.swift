import Testing

@testable import RoguePlatform

@Suite struct AbandonedFoldersTests {
  /// A place of its own with these folders, each with a key in it.
  private func place(_ names: [String]) throws -> String {
    let place = try Files.makeTemporaryDirectory(prefix: "rogues-place")
    for name in names {
      try Files.makeDirectory("\(place)/\(name)/state", mode: 0o700)
      try Files.write("secret", to: "\(place)/\(name)/state/client.key", mode: 0o600)
    }
    return place
  }

  /// The number of a process that has ended and been reaped.
  private func deadProcess() async throws -> String {
    let result = await ChildCommand(
      program: "/bin/sh", arguments: ["-c", "echo $$"], deadlineMilliseconds: 600_000
    ).run()
    return String(decoding: result.standardOutput, as: UTF8.self).filter(\.isNumber)
  }

  @Test func `a folder's name holds its owner, and its lock marks it as in use`() throws {
    let folder = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTemporaryDirectory(folder) }
    let name = try #require(folder.split(separator: "/").last.map(String.init))
    let owner = try #require(FolderOwner(folder: name))
    #expect(owner == .thisProcess)
    #expect(owner.isAlive)
    #expect(throws: SystemError.self) { try FolderLock(folder) }
  }

  @Test func `folders of processes that are gone are swept, keys and all`() async throws {
    let dead = try await deadProcess()
    let (name, test) = ("rogues-\(dead)-1-aB3xYz", "rogues-test-\(dead)-1-aB3xYz")
    let place = try place([name, test])
    defer { try? Files.removeTemporaryDirectory(place) }
    #expect(Set(AbandonedFolders.sweep([place])) == ["\(place)/\(name)", "\(place)/\(test)"])
    #expect(try Files.list(place).isEmpty)
  }

  @Test func `a process with the same number that started at another time is another one`() throws {
    let place = try place(["rogues-\(FolderOwner.thisProcess.number)-1-aB3xYz"])
    defer { try? Files.removeTemporaryDirectory(place) }
    #expect(AbandonedFolders.sweep([place]).count == 1)
  }

  @Test func `folders that are alive, locked or of other names are never removed`() async throws {
    let dead = try await deadProcess()
    let kept = [
      "rogues-\(FolderOwner.thisProcess.mark)-aB3xYz", "rogues-\(dead)-1-locked", "rogues-aB3xYz",
      "other-\(dead)-1-aB3xYz",
      "rogues-\(dead)-1-notours",
    ]
    let place = try place(kept)
    defer { try? Files.removeTemporaryDirectory(place) }
    let lock = try FolderLock("\(place)/rogues-\(dead)-1-locked")
    withExtendedLifetime(lock) { #expect(AbandonedFolders.sweep([place]) == []) }
    #expect(Set(try Files.list(place).map(\.path)) == Set(kept))
  }

  @Test func `a link is not followed`() async throws {
    let dead = try await deadProcess()
    let place = try place(["target"])
    defer { try? Files.removeTemporaryDirectory(place) }
    try Files.replaceLink("\(place)/rogues-\(dead)-1-aB3xYz", to: "target")
    #expect(AbandonedFolders.sweep([place]) == [])
    #expect(Files.exists("\(place)/target/state/client.key"))
  }
}
