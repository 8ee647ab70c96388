import Foundation
import RoguePlatform
import Testing

/// A folder of the test's own, removed with it.
private func withFolder(_ body: (String) throws -> Void) throws {
  let folder = try Files.makeTemporaryDirectory(prefix: "rogues-files")
  defer { try? Files.removeTree(folder) }
  try body(folder)
}

private func mode(of path: String) async -> String {
  let result = await ChildCommand(
    program: "/usr/bin/stat", arguments: ["-c", "%a", path], deadlineMilliseconds: 3_600_000
  ).run()
  return String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n").joined()
}

@Suite struct FilesTests {
  @Test func `written data is read back, atomically or not`() throws {
    try withFolder { folder in
      for atomically in [false, true] {
        try Files.write("first and long", to: "\(folder)/file", atomically: atomically)
        try Files.write("second", to: "\(folder)/file", atomically: atomically)
        #expect(try Files.read("\(folder)/file") == Array("second".utf8))
      }
      #expect(try Files.list(folder).map(\.path) == ["file"])
    }
  }

  @Test func `a file is created once, whole, and left alone afterwards`() async throws {
    let folder = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTree(folder) }
    #expect(try Files.create("\(folder)/file", Array("first".utf8), mode: 0o600))
    #expect(await mode(of: "\(folder)/file") == "600")
    #expect(try !Files.create("\(folder)/file", Array("second".utf8), mode: 0o644))
    #expect(try Files.read("\(folder)/file") == Array("first".utf8))
    #expect(await mode(of: "\(folder)/file") == "600")
    #expect(throws: SystemError.self) { try Files.create("\(folder)/none/file", [1]) }
    #expect(try Files.list(folder).map(\.path) == ["file"])
  }

  @Test func `a new file has exactly the requested mode, an old one gets it`() async throws {
    let folder = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTree(folder) }
    #expect(await mode(of: folder) == "700")
    try Files.write("x", to: "\(folder)/open", mode: 0o666)
    #expect(await mode(of: "\(folder)/open") == "666")
    try Files.write("x", to: "\(folder)/open", mode: 0o600)
    #expect(await mode(of: "\(folder)/open") == "600")
    try Files.write("x", to: "\(folder)/open", mode: 0o640, atomically: true)
    #expect(await mode(of: "\(folder)/open") == "640")
  }

  @Test func `a full disk has a name`() throws {
    #expect(throws: SystemError.self) { try Files.write("x", to: "/dev/full") }
    do {
      try Files.write("x", to: "/dev/full")
    } catch {
      #expect(error.code == ENOSPC)
      #expect(error.description == "cannot write /dev/full: No space left on device")
    }
  }

  @Test func `an appender reports a full disk and stays usable`() throws {
    let log = try FileAppender("/dev/full", truncates: false)
    do {
      try log.append("line\n")
      Issue.record("written to a full disk")
    } catch {
      #expect(error.code == ENOSPC)
    }
    #expect(throws: SystemError.self) { try log.append("line\n") }
  }

  @Test func `an appender continues or starts over`() throws {
    try withFolder { folder in
      let path = "\(folder)/log"
      try FileAppender(path).append("one\n")
      try FileAppender(path, truncates: false).append("two\n")
      #expect(try Files.read(path) == Array("one\ntwo\n".utf8))
      let log = try FileAppender(path)
      try log.append("three\n")
      try log.close()
      #expect(throws: SystemError.self) { try log.append("four\n") }
      #expect(try Files.read(path) == Array("three\n".utf8))
    }
  }

  @Test func `a read-only folder is reported`() throws {
    // A system without that file system would let a privileged user write anywhere.
    do {
      try Files.write("x", to: "/proc/rogues")
      Issue.record("written to /proc")
    } catch {
      #expect(error.path == "/proc/rogues")
    }
    do {
      _ = try FileAppender("/nonexistent/folder/log")
      Issue.record("opened")
    } catch {
      #expect(error.isMissing)
    }
  }

  @Test func `a file over the cap is not read`() throws {
    try withFolder { folder in
      try Files.write([UInt8](repeating: 0, count: 1001), to: "\(folder)/big")
      #expect(throws: SystemError.self) { try Files.read("\(folder)/big", cap: 1000) }
      #expect(try Files.read("\(folder)/big", cap: 1001).count == 1001)
      #expect(throws: SystemError.self) { try Files.read("/dev/zero", cap: 1000) }
      #expect(throws: SystemError.self) { try Files.read(folder) }
    }
  }

  @Test func `folders are made with those above them and removed with everything in them`() async throws {
    let folder = try Files.makeTemporaryDirectory()
    defer { try? Files.removeTree(folder) }
    try Files.makeDirectory("\(folder)/a/b/c")
    try Files.makeDirectory("\(folder)/a/b/c")
    try Files.write("x", to: "\(folder)/a/b/c/file")
    try Files.write("x", to: "\(folder)/kept")
    let link = ChildCommand(
      program: "/bin/ln", arguments: ["-s", "\(folder)/kept", "\(folder)/a/link"], deadlineMilliseconds: 3_600_000)
    #expect(await link.run().ending == .exited(0))
    try Files.removeTree("\(folder)/a")
    #expect(try Files.list(folder).map(\.path) == ["kept"])
    try Files.removeTree("\(folder)/a")
    #expect(throws: SystemError.self) { try Files.makeDirectory("\(folder)/kept/below") }
  }

  @Test func `a listing is sorted, recursive on request, and without hidden files`() throws {
    try withFolder { folder in
      try Files.makeDirectory("\(folder)/b/c")
      for name in ["b/c/z", "b/a", "a", ".hidden"] { try Files.write("", to: "\(folder)/\(name)") }
      #expect(try Files.list(folder).map(\.path) == ["a", "b"])
      #expect(try Files.list(folder, recursively: true).map(\.path) == ["a", "b", "b/a", "b/c", "b/c/z"])
      #expect(try Files.list(folder).map(\.kind) == [.file, .directory])
    }
  }

  @Test func `programs are found in the search path`() throws {
    #expect(Files.executable(named: "sh", searchPath: "/nonexistent:/bin") == "/bin/sh")
    #expect(Files.executable(named: "/bin/sh", searchPath: "") == "/bin/sh")
    #expect(Files.executable(named: "no-such-program", searchPath: "/bin") == nil)
    // A folder may be entered, which is not being executable.
    #expect(Files.executable(named: "bin", searchPath: "/usr") == nil)
    #expect(Files.isExecutable(try Files.currentExecutable()))
  }
}
