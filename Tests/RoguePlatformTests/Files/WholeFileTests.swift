import Testing

@testable import RoguePlatform

@Suite struct WholeFileTests {
  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = try Files.makeTemporaryDirectory(prefix: "rogues-files")
    defer { try? Files.removeTemporaryDirectory(folder) }
    try body(folder)
  }

  @Test func `it stands in its place once it is whole`() throws {
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

  @Test func `an earlier file is gone at once, and nothing is left of one that was given up`() throws {
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

  @Test func `a file that somebody holds locked is not removed`() throws {
    try inFolder { folder in
      var log: FileAppender? = try FileAppender("\(folder)/log", isLocked: true)
      withExtendedLifetime(log) { #expect(!Files.removeUnlocked("\(folder)/log")) }
      log = nil
      #expect(Files.removeUnlocked("\(folder)/log"))
      #expect(!Files.removeUnlocked("\(folder)/log"))
    }
  }
}
