import Foundation

/// The command as it was built, run as a process of its own.
enum BuiltCommand {
  struct Ending {
    var status: Int32
    var output: String
    var error: String
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Products stand beside the test bundle.
  static let program = Bundle.main.bundleURL.appendingPathComponent("rogues")

  /// - Parameters:
  ///   - environment: Beside what a shell would have set.
  ///   - output: Where standard output goes instead of a file that is read.
  static func run(
    _ arguments: [String], environment: [String: String] = [:], directory: URL = root, output: FileHandle? = nil
  ) throws -> Ending {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("rogues-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files, not pipes: nothing can fill up and wait.
    func file(_ name: String) throws -> FileHandle {
      let url = folder.appendingPathComponent(name)
      try Data().write(to: url)
      return try FileHandle(forWritingTo: url)
    }
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = directory
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LC_ALL": "C.UTF-8"]
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try output ?? file("output")
    process.standardError = try file("error")
    try process.run()
    process.waitUntilExit()
    func text(_ name: String) throws -> String {
      let url = folder.appendingPathComponent(name)
      guard FileManager.default.fileExists(atPath: url.path) else { return "" }
      return try String(decoding: Data(contentsOf: url), as: UTF8.self)
    }
    return Ending(status: process.terminationStatus, output: try text("output"), error: try text("error"))
  }
}
