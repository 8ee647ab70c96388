import RoguePlatform
import Testing

@testable import RoguesGallery

@Suite struct CatalogueCommitTests {
  private static let commit = "0123456789abcdef0123456789abcdef01234567"

  private func commit(_ files: [String: String]) throws -> String? {
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-commit")
    defer { try? Files.removeTree(folder) }
    for (name, text) in files {
      let path = "\(folder)/\(name)"
      try Files.makeDirectory(path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" })
      try Files.write(text, to: path)
    }
    return CatalogueCommit.of(folder)
  }

  @Test func `an installation has it written down`() throws {
    #expect(try commit(["COMMIT": Self.commit + "\n"]) == "01234567")
  }

  @Test func `a checkout has it in HEAD, in the branch, or among the packed references`() throws {
    #expect(try commit([".git/HEAD": Self.commit + "\n"]) == "01234567")
    let head = "ref: refs/heads/main\n"
    #expect(try commit([".git/HEAD": head, ".git/refs/heads/main": Self.commit + "\n"]) == "01234567")
    let packed = """
      # pack-refs
      ffff456789abcdef0123456789abcdef01234567 refs/heads/other/main
      \(Self.commit) refs/heads/main

      """
    #expect(try commit([".git/HEAD": head, ".git/packed-refs": packed]) == "01234567")
  }

  @Test func `a further work tree takes the branch of the first`() throws {
    #expect(
      try commit([
        ".git": "gitdir: main/worktrees/a\n", "main/worktrees/a/HEAD": "ref: refs/heads/a\n",
        "main/worktrees/a/commondir": "../..\n", "main/refs/heads/a": Self.commit + "\n",
      ]) == "01234567")
  }

  @Test(arguments: [[:], [".git/HEAD": "ref: refs/heads/main\n"], ["COMMIT": "main\n"], [".git/HEAD": "0123\n"]])
  func `any other content of HEAD names no commit`(files: [String: String]) throws {
    #expect(try commit(files) == nil)
  }
}
