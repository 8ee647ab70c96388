import Testing

@testable import RoguePlatform

@Suite struct WholeFileTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-files")
    defer { try? Files.removeTemporaryDirectory(folder) }
    try body(folder)
  }

  @Test func `it is in its place once it is complete`() throws {
    try inFolder { folder in
      let file = try WholeFile("\(folder)/report.xml")
      try file.append("<a>")
      #expect(!Files.exists("\(folder)/report.xml"))
      try file.append("</a>")
      try file.close()
      #expect(try Files.read("\(folder)/report.xml") == Array("<a></a>".utf8))
      #expect(try Files.list(folder).count == 1)
    }
  }

  @Test func `an earlier file is removed at once, and an abandoned one leaves nothing`() throws {
    try inFolder { folder in
      try Files.write("old", to: "\(folder)/report.xml")
      var file: WholeFile? = try WholeFile("\(folder)/report.xml")
      try file?.append("<a>")
      #expect(!Files.exists("\(folder)/report.xml"))
      file = nil
      #expect(try Files.list(folder).isEmpty)
    }
  }

  @Test func `a device is written as it is, and a folder that is not there is an error that names the file`() throws {
    let device = try WholeFile("/dev/null")
    try device.append("x")
    try device.close()
    #expect(Files.exists("/dev/null"))
    let error = #expect(throws: SystemError.self) { try WholeFile("/nonexistent/report.xml") }
    #expect(error?.path == "/nonexistent/report.xml")
  }

  @Test func `a locked file is not removed`() throws {
    try inFolder { folder in
      var log: FileAppender? = try FileAppender("\(folder)/log", isLocked: true)
      withExtendedLifetime(log) { #expect(!Files.removeUnlocked("\(folder)/log")) }
      log = nil
      #expect(Files.removeUnlocked("\(folder)/log"))
      #expect(!Files.removeUnlocked("\(folder)/log"))
    }
  }
}
